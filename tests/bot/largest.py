"""Values as large as a club can store them: matches, events, lists and names."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from club.matches.match import Match, players_of
from club.matches.reasons import MODERATED
from rules.registry import GAMES
from rules.replay import Played, random_play
from storage.matches.match import MatchPlace, Result, Seat, StoredMatch
from storage.matches.moves import RecordEntry
from storage.matches.offers import Kind, Offer
from storage.ratings.ratings import RatingChange

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

WIDTH = 300
"""Width of the pictures, small to be drawn quickly."""

NAME = "*_`|" * 8
"""A name of the maximum length, all of characters that Discord's markup escapes."""

ID = 2**63 - 1
"""The largest id of Discord."""

NUMBER = 9_999_999
"""A number of a match, a challenge or an event."""

NOON = datetime(2026, 9, 30, 12, tzinfo=UTC)


def filled(row: type[T], /, **given: Any) -> T:
    """Return a dataclass with these fields, and all others as large as their types allow."""
    hints = _hints(row)
    names = [each.name for each in fields(row) if each.name not in given]
    return row(**given, **{name: _largest(hints[name]) for name in names})


_hints = cache(get_type_hints)


def _largest(hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _largest(arguments[0])
    if origin is Literal:
        return arguments[0]
    if hasattr(hint, "__supertype__"):
        return _largest(hint.__supertype__)
    plain = {str: NAME, int: ID, float: 2999.9, bool: True, datetime: NOON}
    if hint in plain:
        return plain[hint]
    if is_dataclass(hint):
        return filled(cast(type[Any], hint))
    return {} if origin is Mapping else (origin or hint)()


MatchState = Literal["new", "running", "over"]


@cache
def match(
    game: str,
    state: MatchState = "running",
    *,
    teams: bool = False,
    level: int | None = None,
) -> Match:
    """A match of a game with the most players, between servers, with all offers it may have.

    :param teams: whether servers play it.
    :param level: the level of a computer on seat 2.
    """
    rules = GAMES[game]
    options = rules.choose({each.key: each.values[-1] for each in rules.options})
    setup = rules.deal(options, Random(5))
    whole = _random_match(game, tuple(options.items()))
    played = {"new": (), "running": whole[: 2 * len(whole) // 3], "over": whole}[state]
    after = played[-1].after if played else whole[0].before
    seats = tuple(
        filled(
            Seat, seat=seat, user_id=ID - seat, home=seat, place=None, bank=None, hour=None,
            level=level if seat == 2 else None, team_id=ID - seat if teams else None,
        )
        for seat in range(1, after.seats + 1)
    )  # fmt: skip
    result: Result | None = None
    if state == "over":
        scores = None if after.scores is None else list(after.scores)
        values = {"name": NAME, "user_id": ID, "why": NAME * 12}
        result = Result(winners=[1], reason=MODERATED, scores=scores, values=values)
    stored = filled(
        StoredMatch, id=NUMBER, game=game, options=options, setup=dict(setup),
        state="over" if result else "running", to_move=after.to_move, ply=len(played), pace="3d",
        paused_until=None, result=result, guided=level is not None, unrated=None, event_id=None,
        seats=seats,
        places=tuple(
            filled(MatchPlace, number=seat.seat, kind="server", guild_id=ID - seat.seat)
            for seat in seats
        ),
    )  # fmt: skip
    record = tuple(
        filled(
            RecordEntry, number=ply, kind="move", seat=each.seat, text=each.text,
            user_id=ID - each.seat,
        )
        for ply, each in enumerate(played, start=1)
    )  # fmt: skip
    kinds: tuple[Kind, ...] = ("draw", "take back", "pause")
    return Match(
        stored,
        rules,
        players_of(rules, stored),
        played,
        after,
        record,
        offers=tuple(
            filled(
                Offer,
                id=number,
                kind=kind,
                seat=1,
                to_ply=len(played) - 3,
                agreed=[1],
            )
            for number, kind in enumerate(kinds if played and not result else ())
        ),
        rating_changes=tuple(filled(RatingChange, user_id=seat.user_id) for seat in seats),
    )


@cache
def _random_match(game: str, options: tuple[tuple[str, int], ...]) -> tuple[Played, ...]:
    rules = GAMES[game]
    return tuple(random_play(rules.start(rules.deal(dict(options), Random(5))), Random(5)))
