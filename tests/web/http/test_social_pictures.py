"""The pictures of pages for other sites exist, and show no more than their pages."""

from __future__ import annotations

from tests.club.services import ADA, BEN, GUILD
from tests.web.house import House
from tests.web.http.test_embeds import picture_of
from tests.web.http.test_live import make_private


async def test_a_picture_hides_whom_its_page_hides(house: House) -> None:
    await house.rank_ada()
    player = house.site.player_path(GUILD, ADA.user_id)
    match = house.match_path(await house.services.win_match(ADA, BEN))
    server = house.site.server_path(GUILD)
    pictures = {path: picture_of(await house.page(path)) for path in (match, server, player)}
    before = {path: await house.get(picture) for path, picture in pictures.items()}
    await house.services.personal_data.show_globally(ADA.user_id, False)
    house.site.pictures.figures.clear()
    for path in (match, server):
        after = await house.get(pictures[path])
        assert after.status == 200
        assert after.body != before[path].body
    assert (await house.get(pictures[player])).status == 404


async def test_a_picture_disappears_with_its_page(house: House) -> None:
    match = house.match_path(await house.services.start_match())
    picture = picture_of(await house.page(match))
    assert (await house.get(picture)).status == 200
    await make_private(house)
    assert (await house.get(picture)).status == 404
    assert (await house.get(f"{match}/99/card.png")).status == 404
