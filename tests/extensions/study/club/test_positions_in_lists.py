"""Lists of finished matches, narrowed to those with a position."""

from __future__ import annotations

import pytest

from extensions.study.club.study import Study
from extensions.study.club.usual_moves import position_in, position_text
from extensions.study.storage.positions import Reaching
from rules.refusal import Refusal
from rules.registry import GAMES
from tests.club.matches.test_archive import listed
from tests.club.services import ADA, BEN, CY, GUILD, Services


async def test_a_list_is_narrowed_to_a_position_in_any_of_its_turns(services: Services) -> None:
    corners = {}
    for text in ("a1", "a6", "a2"):
        corners[text] = await services.start_match(game="skirt")
        match = await services.matches.find(corners[text])
        await services.matches.make_move(match, ADA.user_id, text)
        await services.play_turns(corners[text])
        await services.matches.resign(corners[text], BEN.user_id)
    await services.win_match(game="scala")
    after = (await services.matches.find(corners["a1"])).played[0].after
    position = (await services.part(Study).usual_moves.of(GAMES["skirt"], after)).key
    assert await listed(services, among=Reaching(position)) == []
    await services.part(Study).usual_moves.count_due()
    assert await listed(services, among=Reaching(position)) == [corners["a6"], corners["a1"]]
    assert await listed(services, among=Reaching(position), player_id=CY.user_id) == []
    assert await listed(services, among=Reaching(position), game="scala") == []
    assert await listed(services, guild_id=GUILD + 1, among=Reaching(position)) == []


@pytest.mark.parametrize("position", [0, -1, 2**63 - 1, -(2**63)])
def test_a_position_is_read_as_written(position: int) -> None:
    assert position_in(position_text(position)) == position
    assert position_in(position_text(position).upper()) == position


@pytest.mark.parametrize("text", ["", "7", "g" * 16, "0" * 17, "٠" * 16])
def test_a_wrong_position_is_refused_with_where_to_find_one(text: str) -> None:
    with pytest.raises(Refusal, match="position") as refusal:
        position_in(text)
    assert "All matches with this position" in refusal.value.words
