"""Personal data: showing, exporting and deleting it."""

from __future__ import annotations

import gzip
import json

import pytest

from bot.members import privacy as privacy_commands
from club.references import DELETED
from tests.bot.simulated import World, labels_of, reply_text, text_of

pytestmark = pytest.mark.usefixtures("games_with_draws")


async def test_the_page_lists_the_stored_data_and_exports_it(world: World) -> None:
    privacy = await world.ada.slash(world.channel, "privacy")
    assert "Nothing." in reply_text(privacy)
    assert labels_of(privacy.response) == ["Leave global leaderboards"]
    await world.start_match("skirt")
    await world.play_silently(world.ada, "a2")
    privacy = await world.ada.slash(world.channel, "privacy")
    assert privacy.ephemeral
    assert "- 1 match\n- 1 move\n- 1 challenge you made" in reply_text(privacy)
    export = await world.ada.click(privacy.response, label="Get it as a file")
    assert export.ephemeral
    assert "Everything I store about you" in reply_text(export)


async def test_an_oversized_export_is_compressed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match("skirt")
    monkeypatch.setattr(privacy_commands, "MAX_FILE_SIZE", 100)
    privacy = await world.ada.slash(world.channel, "privacy")
    export = await world.ada.click(privacy.response, label="Get it as a file")
    assert "It's compressed" in reply_text(export)
    whole = await world.bot.club.personal_data.export(world.ada.id)
    assert json.loads(gzip.decompress(gzip.compress(whole)))["matches"]


async def test_leaving_or_joining_the_leaderboards_takes_one_click(world: World) -> None:
    privacy = await world.ada.slash(world.channel, "privacy")
    page = await world.ada.click(privacy.response, label="Leave global leaderboards")
    assert "**not** on the global leaderboards" in reply_text(page)
    back = await world.ada.click(page.response, label="Join global leaderboards")
    assert "You're on the global leaderboards." in reply_text(back)


async def test_deletion_needs_confirmation_and_cancelling_keeps_everything(world: World) -> None:
    await world.start_match("skirt")
    privacy = await world.ada.slash(world.channel, "privacy")
    sure = await world.ada.click(privacy.response, label="Delete it…")
    assert "1 match in progress (in any server) will be resigned" in reply_text(sure)
    assert "can't be undone" in reply_text(sure)
    unchanged = await world.ada.click(sure.response, label="Keep everything")
    assert "- 1 match" in reply_text(unchanged)
    assert not (await world.bot.club.matches.find(1)).is_over


async def test_deletion_resigns_matches_and_anonymises_the_player(
    world: World,
) -> None:
    place = await world.start_match("skirt")
    await world.ben.slash(world.channel, "challenge", game="scala", opponent=world.ada)
    invitation = world.channel.last_message
    assert invitation is not None
    privacy = await world.ada.slash(world.channel, "privacy")
    sure = await world.ada.click(privacy.response, label="Delete it…")
    await world.restart()
    done = await world.ada.click(sure.response, label="Delete everything")
    assert "1 match resigned. 1 open challenge cancelled." in reply_text(done)
    result = place.last_message
    assert "**Ben (Black) wins. Deleted player resigned.**" in text_of(result)
    assert "Ada" not in text_of(result)
    assert DELETED in text_of(result)
    card = next(each for each in world.channel.history() if each.id == invitation.id)
    assert "**Declined.**" in text_of(card)
    assert done.response is not None
    again = await world.click_anyway(world.ada, sure.response, "sw|deleted")
    assert "Nothing I still store can be linked to you" in reply_text(again)
    anew = await world.ada.slash(world.channel, "privacy")
    assert "Nothing." in reply_text(anew)


async def test_a_deleted_player_is_never_mentioned(world: World) -> None:
    place = await world.start_match("passtally", "players 2")
    await world.bot.club.personal_data.remove(world.ada.id)
    await world.bot.courier.deliver_due()
    await world.ben.slash(place, "match")
    await world.ben.slash(place, "history")
    refusal = await world.ben.click(place.last_message, label="Rematch")
    assert "has deleted their data" in reply_text(refusal)
    assert all("<@-" not in str(request) for request in world.env.http_requests)
