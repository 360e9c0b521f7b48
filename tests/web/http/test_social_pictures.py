"""The pictures of pages for other sites exist, and show no more than their pages."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

from PIL import Image

from rendering.social_cards import HEIGHT, WIDTH
from tests.club.services import ADA, BEN, GUILD
from tests.web.house import PUBLIC, Answer, House
from tests.web.http.test_embeds import paths_of_all_kinds
from tests.web.http.test_live import make_private

KINDS = ("m", "e", "s", "p", "puzzles")
"""The first parts of the paths of pages with such a picture."""


def picture_of(page: Answer) -> str:
    """The path of the picture on other sites."""
    match = re.search('<meta property="og:image" content="([^"]*)">', page.text)
    assert match is not None
    return unescape(match[1]).removeprefix(PUBLIC)


def properties(page: Answer) -> dict[str, str]:
    return dict(re.findall('<meta (?:property|name)="([^"]*)" content="([^"]*)">', page.text))


async def test_each_kind_of_page_has_a_wide_picture(house: House) -> None:
    kinds = set[str]()
    for path in await paths_of_all_kinds(house):
        page = await house.page(path)
        if "/card.png?" not in page.text:
            continue
        kinds.add(path.split("/")[1])
        size = properties(page)["og:image:width"], properties(page)["og:image:height"]
        assert size == (str(WIDTH), str(HEIGHT))
        assert properties(page)["og:image:alt"]
        assert properties(page)["twitter:card"] == "summary_large_image"
        picture = await house.get(picture_of(page))
        assert Image.open(BytesIO(picture.body)).size == (WIDTH, HEIGHT)
    assert kinds == {"", *KINDS}


async def test_a_picture_hides_whom_its_page_hides(house: House) -> None:
    await house.rank_ada()
    player = house.site.player_path(GUILD, ADA.user_id)
    match = house.match_path(await house.services.win_match(ADA, BEN))
    server = house.site.server_path(GUILD)
    pictures = {path: picture_of(await house.page(path)) for path in (match, server, player)}
    before = {path: await house.get(picture) for path, picture in pictures.items()}
    await house.services.personal_data.show_everywhere(ADA.user_id, False)
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
