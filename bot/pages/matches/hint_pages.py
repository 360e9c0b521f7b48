"""A hint: what the computer would play now and why, how it would go on, what is to be expected."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.matches.cards import match_title, picture_of
from bot.pages.matches.name_words import seated
from bot.pages.matches.reason_words import places_to_mark, reasons_told
from bot.pages.matches.step_picker import joined, play_label
from bot.pages.page import Button, Page
from club.matches.match import Match
from engine.opponent import Choice
from engine.reasons import WINS
from rules.language import gettext
from rules.listing import row_of, sentences
from rules.notation import read
from rules.position import Position

MOST_TOLD = 8
"""Moves of the expected line that are told."""


async def hint_page(match: Match, choice: Choice, width: int) -> Page:
    """A move suggested to the player whose turn it is, drawn on the board."""
    move = read(match.position, choice.move)
    title = gettext("Hint for {match}", match=match_title(match))
    suggested = gettext("I would play **{move}**.", move=choice.move)
    words = [f"### {title}"]
    assert match.position.to_move is not None
    why = reasons_told(match, choice.reasons, match.position.to_move)
    if choice.reasons and choice.reasons[0].code == WINS:
        words.append(str(sentences(suggested, why)))
    else:
        words.append(str(sentences(suggested, expectation_words(choice))))
        if why:
            words.append(gettext("**Why?** {reasons}", reasons=why))
    told = line_words(match, match.position, choice.line)
    if told:
        words.append(gettext("It could go on like this: {moves}.", moves=told))
    play = control("at", match.id, match.version, joined(move))
    button = Button(play_label(match.position, move), play, "primary")
    marked = tuple(place for place in places_to_mark(choice.reasons) if place not in move)
    picture = await picture_of(match, move, width=width, marked=marked)
    return Page(("\n".join(words), picture, (button,)))


def expectation_words(choice: Choice) -> str:
    """What the mover can expect, in a sentence or two."""
    if choice.is_proven and choice.value == 1:
        return gettext("It wins, whatever the reply.")
    if choice.is_proven and choice.value == 0:
        return gettext("Whatever you play, the others can win.")
    if choice.is_proven and len(set(choice.values)) == 1:
        return gettext("It leads to a draw, if nobody makes a mistake.")
    even = 1 / len(choice.values)
    if choice.value >= 1 - (1 - even) / 4:
        how = gettext("You are far ahead.")
    elif choice.value >= even + 0.08:
        how = gettext("You are ahead.")
    elif choice.value > even - 0.08:
        how = gettext("It is about even.")
    elif choice.value > even / 4:
        how = gettext("You are behind.")
    else:
        how = gettext("You are far behind.")
    chance = gettext("Winning chance: {share} %.", share=f"{100 * choice.value:.0f}")
    return str(sentences(how, chance))


def line_words(match: Match, position: Position, line: Sequence[str]) -> str:
    """How an expected line goes on after its first move: "**f5** (Black), **g6** (White)"."""
    told: list[str] = []
    position = position.seen_by(position.to_move)
    for number, text in enumerate(line[: MOST_TOLD + 1]):
        assert position.to_move is not None
        if number:
            told.append(seated(f"**{text}**", match.players[position.to_move - 1].seat_name))
        position = position.play(read(position, text))
        if position.to_move is None:
            break
    return str(row_of(told))
