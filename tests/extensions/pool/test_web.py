"""The pool on the web: joined, changed and left under the rules of `/pool`."""

from __future__ import annotations

from pathlib import Path

from extensions.pool.club.pool import PlayerPool
from tests.club.services import ADA, Town, direct_channel_of
from tests.web.forms import follow, send, words_of
from tests.web.house import check_html, house_in


async def test_a_member_joins_and_leaves_the_pool(tmp_path: Path) -> None:
    town = Town()
    async with house_in(tmp_path, town=town) as house:
        cookie, pool = await house.sign_in(ADA), house.services.part(PlayerPool)
        page = await house.get("/start", Cookie=cookie)
        page = await follow(house, page, "Find me a match", cookie)
        check_html(page.text)
        empty = await send(house, page, "Find me a match", cookie, pace="1d-7d")
        assert (empty.status, await pool.of(ADA.user_id)) == (409, None)
        page = await send(house, page, "Find me a match", cookie, pace="1d-7d", scala="1")
        assert "You're in." in words_of(page)
        entry = await pool.of(ADA.user_id)
        assert entry is not None
        assert (entry.games, entry.reach) == (("scala",), "direct")
        assert entry.channel_id == direct_channel_of(ADA.user_id)
        page = await send(house, page, "Stop looking", cookie)
        assert await pool.of(ADA.user_id) is None
        town.unreachable.add(ADA.user_id)
        refused = await send(house, page, "Find me a match", cookie, pace="1d-7d", scala="1")
        assert refused.status == 409
        assert (await house.get("/start/pool")).status == 403
