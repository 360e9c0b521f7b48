"""How much there is to learn in a game: a ladder of players, each of whom beats the one below.

    python -m benchmarks.ladder [game …] [--matches 60] [--most 0.0625] [--seed 1] [--sizes N …]
                                [--results FOLDER] [--table]

As Ai Ai measures it (Stephen Tavener, "UCT Skill Ladders for Small Games", 2020,
http://mrraow.com/uploads/AiAiReports/uct_skill_ladders.html): the first player plays at random;
each next one is the search with the least work, of 1, 2, 4, 8 … nodes or simulations, that wins at
least 60 % against the last one found, draws counting half. The more rungs, the more there is
between a beginner and the best player known. It ends at a share of the full work (`--most`).

Each pair plays so many matches from random openings of two moves, each from both seats, but no more
once it is certain whether 60 % of all of them are won. With `--results` they are kept in a file a
game, and none is played again; `--table` plays nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from benchmarks.engine import (
    Chosen,
    Match,
    is_abandoned,
    keep,
    openings,
    played,
    recorded,
    wilson,
)
from engine.registry import ENGINES
from rules.position import Position

RUNG = 0.6
"""What a rung wins against the one below."""


@dataclass(slots=True)
class Rung:
    """A player, and the matches that it played against the rung below."""

    player: str
    below: str
    matches: list[Match] = field(default_factory=list)

    @property
    def points(self) -> float:
        """Of the player, draws counting half."""
        return sum(match.points for match in self.matches)

    def is_found(self, matches: int) -> bool:
        """It wins often enough, however the matches end that are left of so many."""
        return self.points >= RUNG * matches

    def is_missed(self, matches: int) -> bool:
        """It can't win often enough any more."""
        return self.points + matches - len(self.matches) < RUNG * matches


def main() -> None:
    """Climb the ladder of one game after another, each in a fresh process, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=[], help="all with an engine, if none is named")
    parser.add_argument("--matches", type=int, default=60, help="for each pair")
    parser.add_argument("--most", type=float, default=1 / 16, help="share of the full work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=[], help="the game's option")
    parser.add_argument("--results", type=Path, help="keep the matches in this folder")
    parser.add_argument("--table", action="store_true", help="play nothing, show the results")
    given = parser.parse_args()
    for game in given.games or ENGINES:
        file = given.results / f"{game}-ladder.jsonl" if given.results is not None else None
        chosen = Chosen(
            game, given.matches, (), 1.0, False, None, tuple(given.sizes), given.seed, file
        )
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            show(game, process.submit(climbed, chosen, given.most, plays=not given.table).result())


def climbed(chosen: Chosen, most: float, *, plays: bool) -> list[Rung]:
    """The rungs from random play up to a share of the full work."""
    starts = list(openings(chosen))
    matches = {match.key: match for match in recorded(chosen.results)}
    rungs = [Rung("random", "")]
    for work in _works(round(most * ENGINES[chosen.game].full_work)):
        rung = Rung(f"work {work}", rungs[-1].player)
        for number, (size, start) in enumerate(starts):
            if rung.is_found(chosen.matches) or rung.is_missed(chosen.matches):
                break
            key = (chosen.game, work, chosen.seed, number, size, (rung.player, rung.below))
            match = matches.get(key)
            if match is None and plays and not is_abandoned():
                match = _played(chosen, number, size, start, rung, work)
            if match is None:
                return rungs
            rung.matches.append(match)
        if rung.is_found(chosen.matches):
            rungs.append(rung)
    return rungs


def _works(most: int) -> Iterator[int]:
    work = 1
    while work <= most:
        yield work
        work *= 2


def _played(
    chosen: Chosen, number: int, size: int | None, start: Position, rung: Rung, work: int
) -> Match:
    players = (rung.player, rung.below)
    points, paces = played(chosen, number, start, players)
    match = Match(chosen.game, work, chosen.seed, number, size, players, points, paces, 0)
    keep(match, chosen.results)
    return match


def show(game: str, rungs: list[Rung]) -> None:
    """Print the rungs, the lowest first."""
    unit = ENGINES[game].unit
    print(f"\n{game}: {len(rungs) - 1} rungs above random play")
    print(
        f"{unit:>12}{'ms/move':>9}{'won':>7}{'':>10}{'matches':>9}{'first':>7}{'drawn':>7}{'plies':>7}"
    )
    for rung in rungs[1:]:
        count = len(rung.matches)
        least, best = wilson(rung.points, count)
        own = [match.paces[0] for match in rung.matches]
        speed = 1000 * sum(pace.seconds for pace in own) / sum(pace.moves for pace in own)
        first = sum(
            match.points if match.number % 2 == 0 else 1 - match.points for match in rung.matches
        )
        drawn = sum(match.points == 0.5 for match in rung.matches)
        plies = sum(pace.moves for match in rung.matches for pace in match.paces)
        print(
            f"{rung.player.removeprefix('work '):>12}{speed:>9.1f}{rung.points / count:>7.0%}"
            f"{f'{least:.0%}–{best:.0%}':>10}{count:>9}{first / count:>7.0%}{drawn / count:>7.0%}"
            f"{plies / count:>7.0f}"
        )


if __name__ == "__main__":
    main()
