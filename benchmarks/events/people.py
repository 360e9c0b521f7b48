"""The people of a simulation, and the events that they open."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from club.events.opening import Wishes


@dataclass(frozen=True, slots=True)
class Character:
    """A person's behaviour. Chances are for about two days."""

    never_comes: bool
    quits: float
    leaves_server: float
    is_forgotten: float
    """The chance of deleting all their data."""
    days: float
    """The mean length of their matches."""


def character(chance: Random) -> Character:
    """A random person."""
    kind = chance.random()
    return Character(
        never_comes=kind < 0.06,
        quits=0.05 if kind > 0.9 else 0.002,
        leaves_server=0.02 if 0.85 < kind < 0.9 else 0.0,
        is_forgotten=0.02 if 0.8 < kind < 0.85 else 0.0,
        days=chance.choice((4.0, 9.0, 35.0)),
    )


def wishes(format: str, chance: Random) -> tuple[Wishes, int]:
    """Random terms of an event, and the number of people who enter."""
    if format == "tour":
        return Wishes(), chance.randint(2, 14)
    games = ("skirt", "scala", "passtally")
    game = chance.choice(games if format != "ladder" else games[:2])
    options = {"players": 3} if game == "passtally" and chance.random() < 0.7 else None
    count = {
        "cup": 4,
        "league": min(chance.randint(3, 22), chance.randint(3, 22)),
        "ladder": chance.randint(2, 12),
        "swiss": min(chance.randint(8, 20), chance.randint(8, 20)),
    }[format]
    if format == "swiss" and chance.random() < 0.05:
        count = chance.randint(21, 64)
    if format == "cup" and game == "passtally":
        count = 3
    rounds = chance.choice((None, None, 4, 9)) if format == "swiss" else None
    return Wishes(game=game, options=options, rounds=rounds), count
