"""Sentences on moves of Scalus: remarks, descriptions and endings.

`refusals` has those on illegal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from language.lists import Listed, all_of, sentences
from language.texts import N_, Text, lazy_ngettext
from language.texts import lazy_gettext as _
from rules.position import Move, Outcome
from rules.scalus.board import CROSS, LINE, QUIET_TURNS, RECTANGLE, TRIANGLE, name_of, seat_name
from rules.scalus.groups import Group, Scaling
from rules.teaching import Remark


def scaled(seat: int, scaling: Scaling) -> Remark:
    """Describe a scaled group, with its pivot and the destinations of its stones."""
    group, pivot = scaling.group, scaling.pivot
    expands = group.step == 1
    own, other = _of_both(seat, group)
    if pivot is None and expands:
        how = _("each stone went one point out, without a pivot")
    elif pivot is None:
        how = _("each stone went one point in, without a pivot")
    elif expands:
        how = _(
            "the pivot {pivot} stayed, and every distance from it was doubled",
            pivot=name_of(pivot),
        )
    else:
        how = _(
            "the pivot {pivot} stayed, and every distance from it was halved",
            pivot=name_of(pivot),
        )
    if expands:
        return Remark(
            "expanded",
            seat,
            _("{group} grew: {how}.", group=own, how=how),
            _("{group} grew: {how}.", group=other, how=how),
        )
    return Remark(
        "contracted",
        seat,
        _("{group} shrank: {how}.", group=own, how=how),
        _("{group} shrank: {how}.", group=other, how=how),
    )


def captured(seat: int, stones: Sequence[str], scaling: Scaling) -> Remark:
    """Describe stones of a seat captured by the other's group move."""
    cells, count = all_of(stones), len(stones)
    if scaling.group.step == 1:
        own = lazy_ngettext(
            "Your stone on {cells} was captured: a stone of the group landed on it as it grew.",
            "Your stones on {cells} were captured: a stone of the group landed on them as it grew.",
            count,
            cells=cells,
        )
        other = lazy_ngettext(
            "{seat}'s stone on {cells} was captured: a stone of the group landed on it as it grew.",
            "{seat}'s stones on {cells} were captured: a stone of the group landed on them as it "
            "grew.",
            count,
            seat=seat_name(seat),
            cells=cells,
        )
    else:
        own = lazy_ngettext(
            "Your stone on {cells} was captured: a stone of the group landed on it as it shrank.",
            "Your stones on {cells} were captured: a stone of the group landed on them as it "
            "shrank.",
            count,
            cells=cells,
        )
        other = lazy_ngettext(
            "{seat}'s stone on {cells} was captured: a stone of the group landed on it as it "
            "shrank.",
            "{seat}'s stones on {cells} were captured: a stone of the group landed on them as it "
            "shrank.",
            count,
            seat=seat_name(seat),
            cells=cells,
        )
    return Remark("captured", seat, own, other)


def _of_both(seat: int, group: Group) -> tuple[Text, Text]:
    """Return the group in words for its owner and for the others."""
    first, last, owner = name_of(group.first), name_of(group.last), seat_name(seat)
    if group.kind == LINE:
        return (
            _("Your line {first} to {last}", first=first, last=last),
            _("{seat}'s line {first} to {last}", seat=owner, first=first, last=last),
        )
    count = len(group.stones())
    if group.kind == CROSS:
        return (
            _("Your cross of {count} around {centre}", count=count, centre=first),
            _("{seat}'s cross of {count} around {centre}", seat=owner, count=count, centre=first),
        )
    if group.kind == TRIANGLE:
        corners = all_of(list(map(name_of, group.ends())))
        return (
            _("Your triangle of {count} with the corners {cells}", count=count, cells=corners),
            _(
                "{seat}'s triangle of {count} with the corners {cells}",
                seat=owner,
                count=count,
                cells=corners,
            ),
        )
    return (
        _("Your rectangle {first} to {last}", first=first, last=last),
        _("{seat}'s rectangle {first} to {last}", seat=owner, first=first, last=last),
    )


def described(name: str, move: Move, group: Group | None, captured: int) -> Listed:
    """Describe a moved stone or scaled group, and captures.

    :param group: the scaled group, or None if a single stone moved.
    :param captured: the number of captured stones.
    """
    if group is None:
        moved = _("{name} moved {start} to {end}.", name=name, start=move[0], end=move[1])
    else:
        moved = _scaled(name, group)
    capture = None
    if captured:
        capture = lazy_ngettext(
            "{count} stone was captured.", "{count} stones were captured.", captured
        )
    return sentences(moved, capture)


_SCALED = {
    (CROSS, 1): N_("{name} stretched a cross of {count} stones."),
    (LINE, 1): N_("{name} stretched a line of {count} stones."),
    (RECTANGLE, 1): N_("{name} stretched a rectangle of {count} stones."),
    (TRIANGLE, 1): N_("{name} stretched a triangle of {count} stones."),
    (CROSS, 2): N_("{name} shrank a cross of {count} stones."),
    (LINE, 2): N_("{name} shrank a line of {count} stones."),
    (RECTANGLE, 2): N_("{name} shrank a rectangle of {count} stones."),
    (TRIANGLE, 2): N_("{name} shrank a triangle of {count} stones."),
}
"""What a player did to a group of each kind, by whether it was dense (1) or not."""


def _scaled(name: str, group: Group) -> Text:
    words = _SCALED[group.kind, min(group.step, 2)]
    return _(words, name=name, count=len(group.stones()))


_ACTIONS = {
    (CROSS, 1): N_("Stretch the cross towards {cell}"),
    (LINE, 1): N_("Stretch the line towards {cell}"),
    (RECTANGLE, 1): N_("Stretch the rectangle towards {cell}"),
    (TRIANGLE, 1): N_("Stretch the triangle towards {cell}"),
    (CROSS, 2): N_("Shrink the cross towards {cell}"),
    (LINE, 2): N_("Shrink the line towards {cell}"),
    (RECTANGLE, 2): N_("Shrink the rectangle towards {cell}"),
    (TRIANGLE, 2): N_("Shrink the triangle towards {cell}"),
}
"""What to do to a group of each kind, by whether it is dense (1) or not."""


def action(group: Group, captured: Sequence[str], end: str) -> Text:
    """ "Stretch the line towards e9", or "Capture e9 with a group"."""
    if captured:
        return _("Capture {stones} with a group", stones=all_of(captured))
    return _(_ACTIONS[group.kind, min(group.step, 2)], cell=end)


_FIGURES = {CROSS: N_("cross of {count}"), TRIANGLE: N_("triangle of {count}")}


def figure_words(group: Group) -> Text | None:
    """ "triangle of 6", or None for a line or a rectangle."""
    words = _FIGURES.get(group.kind)
    return None if words is None else _(words, count=len(group.stones()))


@dataclass(frozen=True, slots=True)
class ScalusOutcome(Outcome):
    """The outcome, with its reason.

    This is `headquarters` (with the reached `cell`), `all_captured`, `no_move`, `repetition` or
    `quiet`.
    """

    @property
    def text(self) -> Text:
        if self.reason == "repetition":
            return _("The same position came up for the third time.")
        if self.reason == "quiet":
            return _("No stone was captured in {count} turns in a row.", count=QUIET_TURNS)
        (winner,) = self.winners
        loser = seat_name(3 - winner)
        if self.reason == "headquarters":
            return _(
                "{winner} has a stone on {cell}, {loser}'s headquarters.",
                winner=seat_name(winner),
                cell=self.values["cell"],
                loser=loser,
            )
        if self.reason == "all_captured":
            return _("All of {loser}'s stones have been captured.", loser=loser)
        return _("{seat} has no legal move.", seat=loser)
