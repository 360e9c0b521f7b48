"""Say by codes what stood as English sentences: why matches ended, and what events are called that
nobody has named. What has no code stays as it was written.
"""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

MATCH = sa.table(
    "match", sa.column("id", sa.Integer()), sa.column("game"), sa.column("result", sa.JSON())
)
EVENT = sa.table("event", *map(sa.column, ("name", "game", "format")))

AT_ONCE = 1000
"""Matches read and written at a time, of which a big club has millions."""

SEATS = {
    "passtally": ("Amber", "Teal", "Violet"),
    "scala": ("O", "X"),
    "scalas": ("Red", "Blue"),
    "scalus": ("Black", "White"),
    "skirt": ("White", "Black"),
}
NAMES = {game: game.capitalize() for game in SEATS}
FORMATS = ("cup", "league", "tour", "ladder", "swiss")

PLAIN = {
    "goal",
    "no_move",
    "repetition",
    "quiet",
    "tops",
    "draw",
    "all_captured",
    "opposite_sides",
    "three_sides",
    "agreement",
}
"""Endings that follow from the code, who has won and the scores."""
SEATED = {
    "resign": r"(\w+) resigned\.",
    "time": r"(\w+) ran out of time\.",
    "left": r"(\w+) is out of the event\.",
    "abort": r"(\w+) called it off\.",
}
HEADQUARTERS = re.compile(r"\w+ has a stone on ([a-z][0-9]+), \w+'s headquarters\.")
TOWERS = re.compile(
    r"Both have [0-9]+ top cubes?; at height ([0-9]+), \w+ has ([0-9]+), \w+ ([0-9]+)\."
)
TALLY = re.compile(r"[^:]*: ([^.:]*)\.( [^.]* earlier in turn order\.)?")
TALLIED = {"fifty", "pile_used_up", "piles_used_up", "no_place"}
ABSENT = re.compile(r"(.*) never made a first move\.")
MODERATED = re.compile(r"Ended by (.*?), who moderates here: (.*)", re.DOTALL)


def upgrade() -> None:
    """Give each result the values that its code needs in place of its words."""
    connection = op.get_bind()
    of_match = MATCH.c.id == sa.bindparam("of_match")
    changed = sa.update(MATCH).where(of_match).values(result=sa.bindparam("coded"))
    last = 0
    while True:
        found = sa.select(MATCH).where(MATCH.c.id > last, MATCH.c.result.is_not(sa.null()))
        rows = connection.execute(found.order_by(MATCH.c.id).limit(AT_ONCE)).all()
        if not rows:
            break
        last = rows[-1].id
        coded = [{"of_match": row.id, "coded": _coded(row.game, row.result)} for row in rows]
        connection.execute(changed, coded)
    for format in FORMATS:
        of_format = EVENT.c.format == format
        for game, name in NAMES.items():
            of_game = EVENT.c.game == game
            unnamed = sa.update(EVENT).where(of_format, of_game, EVENT.c.name == f"{name} {format}")
            connection.execute(unnamed.values(name=""))
        of_all = sa.update(EVENT).where(of_format, EVENT.c.game.is_(None))
        connection.execute(of_all.where(EVENT.c.name == format.capitalize()).values(name=""))


def _coded(game: str, result: dict[str, Any]) -> dict[str, Any]:
    """A result without its words."""
    words = str(result.get("words", ""))
    values = _values(SEATS.get(game, ()), result, words)
    return {
        "winners": result["winners"],
        "reason": result["reason"],
        "scores": result["scores"],
        "values": {"words": words} if values is None else values,
    }


def _values(seats: tuple[str, ...], result: dict[str, Any], words: str) -> dict[str, Any] | None:
    """What the words say beyond the code, None where they are not those of the code."""
    reason: str = result["reason"]
    if reason in PLAIN:
        return {}
    if reason in SEATED:
        seated = re.fullmatch(SEATED[reason], words)
        return {"seat": seats.index(seated[1]) + 1} if seated and seated[1] in seats else None
    if reason == "absent" and (absent := ABSENT.fullmatch(words)):
        names = re.split(", | and ", absent[1])
        known = all(name in seats for name in names)
        return {"seats": [seats.index(name) + 1 for name in names]} if known else None
    if reason == "moderator":
        return _moderated(result, words)
    if reason == "headquarters" and (reached := HEADQUARTERS.fullmatch(words)):
        return {"cell": reached[1]}
    if reason == "towers" and (towers := TOWERS.fullmatch(words)):
        height, more, fewer = map(int, towers.groups())
        return {"height": height, "more": more, "fewer": fewer}
    if reason in TALLIED and (tally := TALLY.fullmatch(words)):
        each = tally[1].split(", ")
        left = [number for number, told in enumerate(each, 1) if told.endswith(" (left)")]
        return {"left": left} if left else {}
    return None


def _moderated(result: dict[str, Any], words: str) -> dict[str, Any] | None:
    """Who has ended it and why; that name may hold anything, so where it is known it counts."""
    moderator = result.get("moderator")
    if moderator is not None:
        before = f"Ended by {moderator['name']}, who moderates here: "
        if words.startswith(before):
            return {**moderator, "why": words.removeprefix(before)}
        return None
    told = MODERATED.fullmatch(words)
    return None if told is None else {"name": told[1], "why": told[2]}
