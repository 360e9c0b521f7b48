"""The limit of pictures of tried moves."""

from __future__ import annotations

from pathlib import Path

from tests.web.house import house_in
from web.http.limits import Limits


async def test_tried_moves_have_a_limit_of_their_own_until_their_pictures_are_kept(
    tmp_path: Path,
) -> None:
    async with house_in(tmp_path, Limits(drawings=2, drawings_per_second=0)) as house:
        await house.publish()
        match_id = await house.services.start_match(game="scala")
        match = await house.services.play_turns(match_id)
        path = house.match_path(match_id)
        boards = [f"{path}/{ply}/explore/{ply}/0/wide/start.png" for ply in range(4)]
        assert [(await house.get(each)).status for each in boards] == [200, 200, 429, 429]
        assert (await house.get(boards[0])).status == 200
        elsewhere = {"X-Forwarded-For": "192.0.2.1"}
        assert (await house.get(boards[2], **elsewhere)).status == 200
        assert (await house.get(f"{path}/{match.ply}.png")).status == 200
