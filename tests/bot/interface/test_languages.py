"""The language of each text: the reader's in private, the server's in public."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from storage.servers import audit
from tests.bot.pseudo_languages import OWN, SERVERS, languages_of
from tests.bot.results import add_ranked_results
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)

pytestmark = pytest.mark.club(languages={"ada": OWN, "ben": OWN, "cy": "fr"})


async def test_a_private_answer_uses_the_chosen_language_or_discords(club: World) -> None:
    privacy = await club.ada.slash(club.channel, "privacy")
    assert languages_of(reply_text(privacy)) == {OWN}
    # Unsupported languages of Discord fall back to English.
    (menu,) = menus_of((await club.cy.slash(club.channel, "preferences")).response)
    assert menu["options"][0]["label"] == "Same as Discord (English)"
    assert menu["options"][0]["default"]
    page = await club.ada.slash(club.channel, "preferences")
    for chosen, spoken in (("en", set[str]()), ("discord", {OWN}), ("ja", {SERVERS})):
        changed = await choose(club.ada, page, chosen)
        assert languages_of(text_of(changed.response).splitlines()[0]) == spoken
        page = await club.ada.slash(club.channel, "preferences")
        assert languages_of(reply_text(page).splitlines()[0]) == spoken
    await club.restart()
    privacy = await club.ada.slash(club.channel, "privacy")
    assert languages_of(reply_text(privacy)) == {SERVERS}
    await club.bot.club.personal_data.remove(club.ada.id)
    privacy = await club.ada.slash(club.channel, "privacy")
    assert languages_of(reply_text(privacy)) == {OWN}


async def test_an_unsupported_language_cannot_be_chosen(club: World) -> None:
    page = await club.ada.slash(club.channel, "preferences")
    made_up = await club.click_anyway(club.ada, page.response, "sw|language", ["tlh"])
    assert "`/matches`" in reply_text(made_up)
    (menu,) = menus_of(page.response)
    assert [each["value"] for each in menu["options"]] == ["discord", "en", OWN, SERVERS]


async def test_a_card_uses_the_servers_language_whoever_clicks(club: World) -> None:
    await start_match(club)
    history = [*club.channel.history(), *club.place().history()]
    posted = [each for each in history if each.components]
    assert len(posted) == 2
    for each in posted:
        assert languages_of(text_of(each)) == {SERVERS}
        assert all(languages_of(label) == {SERVERS} for label in labels_of(each))


async def test_panels_refusals_and_suggestions_use_their_readers_language(club: World) -> None:
    place = await start_match(club)
    panel = await click(club, club.ada, place.history()[-1], "play")
    assert languages_of(reply_text(panel)) == {OWN}
    refusal = await club.ben.slash(place, "move", move="zz")
    assert languages_of(reply_text(refusal)) == {OWN}
    assert await club.ada.autocomplete(club.channel, "match", "match", "1")


async def test_a_public_leaderboard_uses_the_servers_language(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    leaderboard = await club.ada.slash(club.channel, "leaderboard")
    assert languages_of(reply_text(leaderboard)) == {OWN}
    posted = await click(club, club.ada, leaderboard.response, "board-here")
    assert languages_of(text_of(posted.followups[-1] if posted.followups else posted.response)) == {
        SERVERS
    }


async def test_a_servers_choice_shows_on_the_next_card_and_in_the_audit(club: World) -> None:
    place = await start_match(club)
    before = place.history()[-1]
    admin = club.admin()
    settings = await admin.slash(club.channel, "settings")
    page = await admin.click(settings.response, custom_id="sw|settings-language")
    await admin.select(page.response, ["en"], custom_id="sw|settings-language-choice")
    await club.pass_time(timedelta(minutes=1))
    match = await club.bot.club.matches.find(1)
    await club.ada.slash(place, "move", move=match.position.text(match.position.moves()[0]))
    after = place.history()[-1]
    assert after.id != before.id
    assert languages_of(alt_of(before)) == {SERVERS}
    assert languages_of(alt_of(after) + text_of(after)) == set()
    async with club.bot.club.store.read() as tx:
        (change,) = await audit.of_guild(tx, club.guild.id, 9)
    assert (change.what, change.before, change.after) == ("language", None, "en")


async def test_a_direct_message_uses_the_recipients_language(club: World) -> None:
    preferences = await club.ben.slash(club.channel, "preferences")
    await club.ben.click(preferences.response, custom_id="sw|notify|direct")
    place = await start_match(club)
    match = await club.bot.club.matches.find(1)
    await club.ada.slash(place, "move", move=match.position.text(match.position.moves()[0]))
    (direct_message,) = club.ben.user.dm_channel.history()
    assert languages_of(text_of(direct_message)) == {OWN}


async def start_match(club: World) -> Any:
    """Start a match in which Ada moves first against Ben, and return its place."""
    challenge = await club.ada.slash(
        club.channel, "challenge", game="skirt", opponent=club.ben, seat=1
    )
    await click(club, club.ben, challenge.response, "accept")
    return club.place()


async def click(club: World, actor: Any, message: Any, verb: str) -> Any:
    """Click the button for a verb, whatever its label."""
    control = next(
        each["custom_id"]
        for each in components_of(message)
        if each.get("custom_id", "").startswith(f"sw|{verb}|")
    )
    return await actor.click(message, custom_id=control)


async def choose(actor: Any, page: Any, value: str) -> Any:
    return await actor.select(page.response, [value], custom_id="sw|language")
