"""Who may see a match, on any front."""

from __future__ import annotations

import pytest

from club.members.viewer import Viewer
from rules.refusal import Refusal
from tests.club.services import ADA, CHANNEL, CY, GUILD, Services


def viewer(user_id: int, *, guild_id: int = GUILD, sees: bool) -> Viewer:
    return Viewer(guild_id, CHANNEL, user_id, lambda _place: sees)


@pytest.mark.parametrize(
    "who", [viewer(ADA.user_id, sees=False), viewer(CY.user_id, sees=True)], ids=["player", "seer"]
)
async def test_players_and_channel_members_can_see_a_match(services: Services, who: Viewer) -> None:
    match_id = await services.start_match()
    assert (await services.match_finder.find_visible(who, match_id)).id == match_id


@pytest.mark.parametrize(
    "who",
    [viewer(CY.user_id, sees=False), viewer(CY.user_id, guild_id=GUILD + 1, sees=True)],
    ids=["blind", "elsewhere"],
)
async def test_a_match_does_not_exist_for_others(services: Services, who: Viewer) -> None:
    match_id = await services.start_match()
    with pytest.raises(Refusal) as refusal:
        await services.match_finder.find_visible(who, match_id)
    assert refusal.value.code == "unknown_match"
    profile = await services.profiles.of(who, ADA.user_id)
    assert profile.running == ()
