"""Forged controls, which always get a polite answer."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.pages.layout import MAX_CONTROL_LENGTH, SEPARATOR, control
from club.matches.match import Match
from tests.additions import additions
from tests.bot.simulated import World, reply_text

FAULT = "something went wrong"
OUTDATED = "This button is out of date."

DRAWN_FROM = (
    "", "0", "1", "2", "3", "4", "-1", "²", "١", "１", " 1", "1 ", "#1", "+1", "1_0", "1.0", "0x1",
    "9" * 15, "9" * 16, "9" * 19, "9" * 20, str(2**63), "file", "first", "last", "on", "off", "yes",
    "draw", "take back", "pause", "resume", "skirt", "scala", "all", "server", "everywhere",
    "rating", "picture", "text", "mention", "600", "e1", "a1", "zz", "a1/b2", "/", "a1/", "f",
    "00", "zzzzzzzzzz", "é", "\u0000", "'; --", "None", "True",
)  # fmt: skip
"""Valid and invalid arguments of controls."""

ARGUMENT = st.sampled_from(DRAWN_FROM) | st.text(st.characters(exclude_categories=["Cs"]))
MENU_VALUE = ARGUMENT.filter(lambda text: 0 < len(text) <= 100)


async def message_of_match(world: World) -> Any:
    """Return a message to click, after starting a match between Ada and Ben if necessary."""
    if not await world.bot.club.match_finder.of_person(world.guild.id, world.ada.id):
        await world.start_match("skirt", options="size 4")
    return world.channel.history()[0]


async def running_match(world: World) -> Match:
    """The match between Ada and Ben."""
    first, *_ = await world.bot.club.match_finder.of_person(world.guild.id, world.ada.id)
    return await world.bot.club.matches.find(first.id)


def valid_arguments(verb: str, match: Match) -> list[str]:
    """Return the first arguments of a control that fits a match's current state."""
    for extension in additions("forged"):
        if arguments := extension.valid_arguments(verb, match):
            return arguments
    return [str(match.id), str(match.version)]


OPEN_FORMS = {"type"}.union(*(each.OPEN_FORMS for each in additions("forged")))
"""Controls that look nothing up before they open a form."""


@settings(
    max_examples=16,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
async def test_every_forged_control_gets_an_answer(world: World, data: st.DataObject) -> None:
    message = await message_of_match(world)
    verbs = world.bot.controls.verbs
    verb = data.draw(st.sampled_from(sorted(verbs)), label="verb")
    count = data.draw(st.sampled_from([len(verbs[verb].arguments)] * 9 + [0, 1, 7]), label="count")
    arguments = [data.draw(ARGUMENT, label="argument") for _ in range(count)]
    if data.draw(st.booleans(), label="is true at its beginning"):
        arguments = [*valid_arguments(verb, await running_match(world)), *arguments][:count]
    values = data.draw(st.lists(MENU_VALUE, max_size=2, unique=True), label="values")
    actor = data.draw(st.sampled_from([world.ada, world.ben, world.cy]), label="actor")
    forged = control(verb, *arguments)[:MAX_CONTROL_LENGTH]
    answered = await world.click_anyway(actor, message, forged, values)
    # An argument may contain separators, and a long one is cut off.
    _prefix, _verb, *received = forged.split(SEPARATOR)
    if verb in OPEN_FORMS and len(received) == len(verbs[verb].arguments):
        assert answered.modal
    elif not answered.modal:
        assert reply_text(answered)
        assert FAULT not in reply_text(answered)


async def test_numbers_are_ascii_digits(world: World) -> None:
    message = await message_of_match(world)
    for number in ("²", "１", "-1", "9" * 30):
        for verb in ("text", "more", "history", "accept", "blocks", "settings-width", "next"):
            handler = world.bot.controls.verbs[verb]
            forged = control(verb, *[number] * len(handler.arguments))
            answered = await world.click_anyway(world.ada, message, forged)
            assert FAULT not in reply_text(answered), forged


async def test_the_panel_refuses_steps_of_no_legal_move(world: World) -> None:
    message = await message_of_match(world)
    match = await world.bot.club.matches.find(1)
    for verb in ("at", "group", "confirm"):
        for steps in ("zz", "e1/e2", "e1/", "/", "²", "e1/e1/e1"):
            forged = control(verb, 1, match.version, steps)
            answered = await world.click_anyway(world.ada, message, forged)
            assert FAULT not in reply_text(answered), forged
            if verb in ("at", "group"):
                assert OUTDATED in reply_text(answered), forged
    assert (await world.bot.club.matches.find(1)).stored == match.stored


async def test_a_move_panel_is_only_for_the_player_to_move(world: World) -> None:
    message = await message_of_match(world)
    match = await world.bot.club.matches.find(1)
    for verb in ("at", "group"):
        forged = control(verb, 1, match.version, "")
        for other in (world.ben, world.cy):
            answered = await world.click_anyway(other, message, forged)
            assert "It's not your turn in match 1" in reply_text(answered)
    await world.ada.slash(world.place(), "move", move="e1")
    with world.env.time_context():
        resigned = await world.bot.club.matches.resign(1, world.ada.id)
    forged = control("at", 1, resigned.version, "")
    answered = await world.click_anyway(world.ben, message, forged)
    assert "Match 1 is over" in reply_text(answered)


async def test_the_settings_refuse_invalid_channels(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    message = await message_of_match(world)
    mia = world.admin()
    for verb in (
        "settings-channels",
        "settings-forum-channel",
        "settings-live",
        "settings-summary",
    ):
        for value in ("here", "²", "9" * 19):
            answered = await world.click_anyway(mia, message, control(verb), [value])
            assert OUTDATED in reply_text(answered), (verb, value)
    assert not caplog.records
