"""The conditional lines of a player: entering one, and all of them in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from club.matches.match import CONDITIONAL, Match, Player
from extensions.study.club.conditional_moves import (
    MAX_LINE_LENGTH,
    Step,
    remaining_texts,
    seen_from,
)
from extensions.study.storage.conditional_moves import ConditionalLine
from language.lists import all_of, row_of
from language.texts import N_, gettext
from presentation.markup import Markup
from presentation.matches.lines import TriedLine, continues
from presentation.matches.match import KIND_NOTES, with_seat
from presentation.matches.offers import ACTION_LABELS, MORE_ACTIONS, DirectAction
from rules.notation import read
from rules.position import Position
from rules.refusal import Refusal

ACTION_LABELS["lines"] = N_("If… then…")
KIND_NOTES[CONDITIONAL] = N_("It was a conditional move.")


@MORE_ACTIONS.add
def plan_replies(active: tuple[Match, Player]) -> Sequence[DirectAction]:
    """Offer conditional moves while others think."""
    match, player = active
    return [] if match.player_to_move == player else ["lines"]


def beginning_of(match: Match, player: Player) -> TriedLine:
    """Return an empty line from the position as the player may see it."""
    return TriedLine(match.position, seen_from(match, player))


def steps_of(line: TriedLine) -> list[Step]:
    """Return the moves of a line with their seats."""
    return [Step(played.seat, played.text) for played in line.moves]


def may_grow(line: TriedLine) -> bool:
    """Whether the rules and the length of a conditional line allow another move."""
    return continues(line) and len(line.moves) < MAX_LINE_LENGTH


def may_be_saved(line: TriedLine, player: Player) -> bool:
    """Whether a line ends with a whole move of the player who plans it."""
    return bool(line.moves) and line.moves[-1].seat == player.seat and not line.steps


def end_words(line: TriedLine) -> str:
    """Return why a line can't grow, empty if the match would be over."""
    if line.is_stopped:
        return gettext("That move reveals something hidden, so the line ends here.")
    return gettext("You can't plan any further ahead.") if continues(line) else ""


def lines_title(markup: Markup) -> str:
    """Return the title of a player's conditional lines."""
    title = markup.strong(gettext("Conditional moves"))
    return gettext("{title} (only you see them):", title=title)


def move_first_words() -> str:
    """Return the explanation for a player whose turn it is."""
    return gettext(
        "It's your turn. Make your move first; then you can plan replies while the others think."
    )


def no_lines_words() -> str:
    """Return an explanation for a player without conditional lines."""
    return gettext(
        "None yet. Plan a reply to a move, and I'll play it for you as soon as that move is made."
    )


def line_words(steps: Sequence[Step], player: Player, markup: Markup) -> str:
    """ "if f5-j7 then c4-e6, if b2-c3 then a1-b2"."""
    return str(row_of(list(_clauses(steps, player, markup))))


def steps_left(match: Match, player: Player, line: ConditionalLine) -> list[Step]:
    """Return the remaining steps of a line."""
    position = seen_from(match, player)
    steps: list[Step] = []
    for text in remaining_texts([played.text for played in match.played], line):
        assert position.to_move is not None
        steps.append(Step(position.to_move, text))
        try:
            position = position.play(read(position, text))
        except Refusal:
            break
        if position.to_move is None:
            break
    return steps


def whose_words(match: Match, player: Player, position: Position, markup: Markup) -> str:
    """Return whose move comes next in a line: "Your reply", "If Ben (Black) plays"."""
    if position.to_move == player.seat:
        return markup.strong(gettext("Your reply"))
    other = match.players[(position.to_move or 1) - 1]
    name = with_seat(markup.name(other.name), other.seat_name)
    return markup.strong(gettext("If {name} plays", name=name))


def _clauses(steps: Sequence[Step], player: Player, markup: Markup) -> Iterator[str]:
    """Yield the turns of a line: each condition with the player's reply, if any."""
    condition = ""
    for seat, turn in groupby(steps, attrgetter("seat")):
        moves = str(all_of([markup.strong(step.text) for step in turn]))
        if seat != player.seat:
            if condition:
                yield gettext("if {moves}", moves=condition)
            condition = moves
        elif condition:
            yield gettext("if {moves} then {replies}", moves=condition, replies=moves)
            condition = ""
        else:
            yield gettext("then {replies}", replies=moves)
    if condition:
        yield gettext("if {moves}", moves=condition)
