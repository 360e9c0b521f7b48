"""The private pages of conditional moves: the lines that somebody has left, and entering one.

A line is entered with the same controls as a move that is tried; here it can be left behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from bot.pages.control_ids import control
from bot.pages.matches.cards import match_title
from bot.pages.matches.exploring import TriedLine, code_of
from bot.pages.matches.history_pages import picture_of
from bot.pages.matches.name_words import seated
from bot.pages.matches.step_picker import (
    Growing,
    asked,
    asking,
    choices,
    joined,
    play_label,
    retreated,
)
from bot.pages.page import LONGEST_OPTION, Block, Button, Menu, MenuChoice, Page
from bot.pages.wording import plain
from club.matches.conditional_lines import LONGEST_LINE, Step, seen_from
from club.matches.conditional_replies import rest_of
from club.matches.match import Match, Player
from rendering import Scene
from rules.language import gettext
from rules.listing import all_of, row_of
from rules.notation import complete, read
from rules.position import Move, Position
from rules.refusal import Refusal
from storage.matches.conditional_lines import ConditionalLine


def beginning_of(match: Match, player: Player) -> TriedLine:
    """The line without any move yet, as the player may see the position."""
    return TriedLine(match.position, seen_from(match, player))


def steps_of(line: TriedLine) -> list[Step]:
    """The moves of a line, each with whose it is."""
    return [Step(played.seat, played.text) for played in line.tried]


def lines_page(
    match: Match, player: Player, lines: Sequence[ConditionalLine], said: str = ""
) -> Page:
    """The lines that somebody has left in a match.

    :param said: what to say first, about what has just happened.
    """
    words = [said] if said else []
    words.append(f"### {match_title(match)}")
    words.append(gettext("**Conditional moves** (only you see them):"))
    told = [line_words(_steps_left(match, player, line), player) for line in lines]
    words.extend(f"{number}. {each}" for number, each in enumerate(told, start=1))
    if not told:
        words.append(
            gettext(
                "None yet. Plan a reply to a move, and I'll play it for you as soon as that "
                "move is made."
            )
        )
    blocks: list[Block] = ["\n".join(words)]
    if lines:
        blocks.append(
            Menu(
                control("unline", match.id),
                gettext("Remove a line"),
                tuple(
                    MenuChoice(_cut(_bare(text)), str(line.id))
                    for line, text in zip(lines, told, strict=True)
                ),
            )
        )
    if match.player_to_move != player and not match.is_over:
        add = control("line", match.id, match.version, "0", "")
        blocks.append((Button(gettext("Add a line"), add, "primary"),))
    return Page(tuple(blocks))


async def entering_page(
    match: Match, player: Player, line: TriedLine, prefix: Move, group: str | None, width: int
) -> Page:
    """The board after the moves of a line so far, and the controls for one more.

    :param prefix: the steps of the next move, as far as they are chosen.
    :param group: the row or file chosen, where there are more choices than buttons.
    """
    key = match.id, match.version
    code, position = code_of(line.tried), line.position
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("line", *key, code, joined(steps)),
        group=lambda steps: control("linegroup", *key, code, joined(steps)),
    )
    goes_on = not line.is_stopped and position.to_move is not None
    is_full = goes_on and _is_full(line, growing)
    scene = Scene(
        game=match.game,
        position=position.seen_by(None),
        last=tuple(line.tried[-1:]),
        prefix=prefix,
        choices=completion.steps if goes_on and not is_full else (),
        options=match.options,
    )
    told = line_words(steps_of(line), player) or gettext("A conditional line, move by move.")
    words = [f"### {match_title(match)}", told]
    if line.is_stopped:
        words.append(gettext("That move reveals what nobody can know yet, so the line ends here."))
    elif is_full:
        words.append(gettext("A line can't be longer than this."))
    elif position.to_move is not None:
        ask = asked(position, prefix) if completion.steps else gettext("Is this the move?")
        words.append(asking(_whose(match, player, position), position, prefix, ask))
    blocks: list[Block] = ["\n".join(words), await picture_of(scene, width)]
    last: list[Button] = []
    if goes_on and not is_full:
        blocks.extend(choices(position, prefix, group, growing))
        if completion.whole:
            made = control("linemove", *key, code, joined(prefix))
            last.append(Button(play_label(position, prefix), made))
    if line.tried and line.tried[-1].seat == player.seat and not prefix:
        last.append(Button(gettext("Save this line"), control("leave", *key, code), "success"))
    if prefix or group is not None:
        last.append(Button(gettext("Back"), growing.at(retreated(position, prefix, group))))
    elif line.tried:
        last.append(Button(gettext("Undo"), control("line", *key, code_of(line.tried[:-1]), "")))
    last.append(Button(gettext("All lines"), control("alllines", match.id)))
    blocks.append(tuple(last))
    return Page(tuple(blocks))


def line_words(steps: Sequence[Step], player: Player) -> str:
    """ "if **f5-j7** then **c4-e6**, if **b2-c3** then **a1-b2**"."""
    return str(row_of(list(_clauses(steps, player))))


def _clauses(steps: Sequence[Step], player: Player) -> Iterator[str]:
    """The turns of a line: each of others, with the player's own if that comes next."""
    met = ""
    for seat, turn in groupby(steps, attrgetter("seat")):
        moves = str(all_of([f"**{step.text}**" for step in turn]))
        if seat != player.seat:
            if met:
                yield gettext("if {moves}", moves=met)
            met = moves
        elif met:
            yield gettext("if {moves} then {replies}", moves=met, replies=moves)
            met = ""
        else:
            yield gettext("then {replies}", replies=moves)
    if met:
        yield gettext("if {moves}", moves=met)


def _steps_left(match: Match, player: Player, line: ConditionalLine) -> list[Step]:
    """What is still to be met of a line."""
    position = seen_from(match, player)
    steps: list[Step] = []
    for text in rest_of([played.text for played in match.played], line):
        assert position.to_move is not None
        steps.append(Step(position.to_move, text))
        try:
            position = position.play(read(position, text))
        except Refusal:
            break
        if position.to_move is None:
            break
    return steps


def _is_full(line: TriedLine, growing: Growing) -> bool:
    return len(line.tried) >= LONGEST_LINE or not growing.has_room(line.position)


def _whose(match: Match, player: Player, position: Position) -> str:
    if position.to_move == player.seat:
        return gettext("**Your reply**")
    other = match.players[(position.to_move or 1) - 1]
    return gettext("**If {name} plays**", name=seated(plain(other.name), other.seat_name))


def _bare(text: str) -> str:
    return text.replace("**", "")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_OPTION else f"{text[: LONGEST_OPTION - 1]}…"
