"""The languages of a computer's late reply and of an exported record."""

from __future__ import annotations

import pytest

from rules.record import read
from tests.bot.matches.computers import make_move, match_of, start_match
from tests.bot.matches.test_history import text_in
from tests.bot.pseudo_languages import OWN, SERVERS, languages_of
from tests.bot.simulated import World, components_of, reply_text, text_of

pytestmark = pytest.mark.club(computers=True, languages={"ada": OWN})


async def test_a_computers_reply_uses_the_language_of_the_waiting_player(
    club: World,
) -> None:
    place = await start_match(club)
    played = await make_move(club, place, club.ada)
    assert languages_of(reply_text(played)) == {OWN}
    before = text_of(played.response)
    await club.think()
    assert text_of(played.response) != before
    assert languages_of(text_of(played.response)) == {OWN}
    assert languages_of(text_of(place.last_message)) == {SERVERS}


async def test_an_exported_record_does_not_depend_on_the_language(club: World) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada)
    await club.think()
    history = await club.ada.slash(place, "history")
    (export,) = [
        each["custom_id"]
        for each in components_of(history.response)
        if each.get("custom_id", "").startswith("sw|export")
    ]
    record = await club.ada.click(history.response, custom_id=export)
    assert languages_of(reply_text(record)) == {OWN}
    text = await text_in(club, record.response)
    assert languages_of(text) == set()
    assert "\nPace: 3 days per turn\n" in text
    assert read(text).played() == (await match_of(club)).played
