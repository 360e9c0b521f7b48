"""Hints for the player to move in a match against only computers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.interface.markup import DISCORD
from bot.matches.play import hint_page
from bot.pages.layout import Picture
from engine.facts import Reason
from engine.opponent import Choice
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from presentation.matches.hints import expectation_words, reason_words
from tests.bot.clubs import MEMORY, NEVER
from tests.bot.matches.computers import bot_member, first_move, match_of, start_match
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of, world_in
from tests.club.services import Services

pytestmark = pytest.mark.club(computers=True)


async def test_a_hint_is_a_private_picture_with_a_playable_move(club: World) -> None:
    place = await start_match(club)
    hint = await club.ada.slash(place, "hint")
    assert hint.ephemeral
    assert reply_text(hint) == "Thinking…"
    await club.think()
    words = reply_text(hint)
    assert words.startswith("### Hint for Skirt (cells on a side: 4) · match 1\nI would play **")
    assert "Winning chance: " in words
    assert "**Why?** It starts a chain " in words
    assert "Possible continuation: **" in words
    assert alt_of(hint.response)
    (label,) = labels_of(hint.response)
    text = label.removeprefix("Play ")
    assert f"I would play **{text}**." in words
    panel = await club.ada.click(hint.response, label=label)
    assert "Play this move?" in text_of(panel.response)
    await club.ada.click(panel.response, label=label)
    assert [played.text for played in (await match_of(club)).played] == [text]


REASONS: list[tuple[tuple[Reason, ...], str]] = [
    ((), ""),
    ((Reason("wins", 1),), "It wins at once."),
    ((Reason("wins", 2),), "It wins next turn against any reply."),
    (
        (Reason("only_move", 9), Reason("stops", 1, line=("a1-b2",))),
        "It's the only move that doesn't lose at once. It stops Black from winning at "
        "once with **a1-b2**.",
    ),
    (
        (
            Reason("stops", 2, line=("a1-b2", "a3", "(a1)-b3")),
            Reason("threatens", 1, line=("a4", "d1-c3")),
            Reason("joins", 2, names=("top", "lower left")),
        ),
        "It stops Black from winning in two turns, starting with **a1-b2**. It threatens to "
        "win with **d1-c3**. It joins the top and the lower left sides.",
    ),
    ((Reason("only_legal"),), "It's the only legal move."),
]


async def test_reasons_are_short_sentences_and_marks_on_the_picture(services: Services) -> None:
    match = await services.matches.find(await services.start_match())
    for reasons, words in REASONS:
        assert reason_words(match, reasons, 1, DISCORD) == words
    reasons = (Reason("threatens", 1, ("c4", "d4"), ("a1", "c4-d4")),)
    values = 0.6, 0.4
    choice = Choice("a1", ("a1",), 0.6, values, 1, is_proven=False, reasons=reasons)
    page = await hint_page(match, choice, 600)
    (picture,) = (block for block in page.blocks if isinstance(block, Picture))
    assert "Marked: c4 d4." in picture.alt
    bare = await hint_page(match, replace(choice, reasons=()), 600)
    assert picture.data not in [getattr(block, "data", None) for block in bare.blocks]
    choice = Choice("a1", ("a1",), 1.0, (1.0, 0.0), 1, True, (Reason("wins", 1),))
    page = await hint_page(match, choice, 600)
    assert str(page.blocks[0]).endswith("\nI would play **a1**. It wins at once.")


async def test_the_hint_button_is_shown_on_the_players_turn(club: World) -> None:
    place = await start_match(club)
    more = await club.ada.click(place.last_message, label="More")
    hint = await club.ada.click(more.response, label="Hint")
    await club.think()
    assert "I would play" in reply_text(hint)
    await club.ada.slash(place, "move", move=await first_move(club))
    more = await club.ada.click(place.last_message, label="More")
    assert "Hint" not in labels_of(more.response)


async def hint_refusal(world: World, place: Any, member: Any, match: str = "1") -> str:
    answer = await member.slash(place, "hint", match=match)
    assert answer.ephemeral
    return reply_text(answer)


async def test_a_match_between_people_has_no_hints(club: World) -> None:
    place = await club.start_match("skirt", options="size 4")
    assert "is with other people, so it has no hints" in await hint_refusal(club, place, club.ada)
    challenge = await club.ada.slash(
        club.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=club.ben,
        second_opponent=bot_member(club),
        seat=1,
        level=1,
    )
    await club.ben.click(challenge.response, label="Accept")
    refusal = await hint_refusal(club, club.place(), club.ada, "2")
    assert "is with other people" in refusal


async def test_hints_are_only_for_the_player_to_move_and_the_present_board(club: World) -> None:
    place = await start_match(club)
    assert "can play in this match" in await hint_refusal(club, place, club.ben)
    await club.ada.slash(place, "move", move=await first_move(club))
    assert "TestBot Doorstep (Black) is thinking." in await hint_refusal(club, place, club.ada)
    await club.think()
    hint = await club.ada.slash(place, "hint")
    await club.ada.slash(place, "move", move=await first_move(club))
    await club.think()
    assert "Match 1 has moved on" in reply_text(hint)
    await club.resign(club.ada, club.channel, 1)
    assert "Match 1 is over" in await hint_refusal(club, place, club.ada)


async def test_hints_are_refused_when_computer_opponents_are_off(club: World) -> None:
    place = await start_match(club)
    club.pool = None
    await club.restart()
    assert "computer opponents are turned off" in await hint_refusal(club, place, club.ada)


async def test_a_failed_search_is_reported(tmp_path: Path) -> None:
    impatient = Pool(1, LocalSearches(MEMORY, patience=0.001))
    await impatient.start()
    async with world_in(tmp_path, sweep=NEVER, pool=impatient) as club:
        place = await start_match(club)
        hint = await club.ada.slash(place, "hint")
        await club.think()
        assert reply_text(hint) == "Sorry, I didn't find anything this time. Please try again."
    await impatient.close()


@pytest.mark.parametrize(
    ("values", "is_proven", "words"),
    [
        ((1.0, 0.0), True, "It wins against any reply."),
        ((0.0, 1.0), True, "You're losing: whatever you play, your opponents can win."),
        ((0.5, 0.5), True, "It leads to a draw if nobody makes a mistake."),
        ((0.93, 0.07), False, "You're far ahead. Winning chance: 93%."),
        ((0.6, 0.4), False, "You're ahead. Winning chance: 60%."),
        ((0.5, 0.5), False, "It's about even. Winning chance: 50%."),
        ((0.4, 0.6), False, "You're behind. Winning chance: 40%."),
        ((0.1, 0.9), False, "You're far behind. Winning chance: 10%."),
        ((0.34, 0.33, 0.33), False, "It's about even. Winning chance: 34%."),
    ],
)
def test_the_expected_outcome_is_described_in_words(
    values: tuple[float, ...], is_proven: bool, words: str
) -> None:
    choice = Choice("a1", ("a1",), values[0], values, 1, is_proven)
    assert expectation_words(choice) == words
