"""Count the clicks in the panel and the taps on the web that recorded moves take.

Turns start in an open panel, as they do against the computer. Between people there is one more
click, on Play. The click that confirms a move is counted. A newcomer's panel has ideas to play at
once, which leave less room for other choices, and whose clicks are counted here.

    python -m benchmarks.clicks [--moves 16] [--game skirt]
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

from bot.interface.move_entry import begin, entry_of
from bot.matches.panel import VERBS, panel_page
from bot.pages.layout import Page
from bot.pages.step_picker import SentSteps
from club.matches.match import Match, players_of
from presentation.boards import board_of
from presentation.matches.match import match_scene
from presentation.move_entry import MoveEntry
from presentation.pictures import DEFAULT_WIDTH
from rendering import place_of
from rules.notation import read
from rules.position import Game, Move, Position
from rules.registry import GAMES
from storage.matches.match import MatchPlace, Seat, StoredMatch
from tests import recorded

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
WIDTH = 500
"""Width of the pictures, which aren't used."""


@dataclass(slots=True)
class Tally:
    """The moves of one kind in all recordings, and the clicks of a sample."""

    moves: int = 0
    turns: int = 0
    """Turns that start with one of these moves."""
    sampled: int = 0
    clicks: int = 0
    max_clicks: int = 0
    newcomer_clicks: int = 0
    max_newcomer_clicks: int = 0
    taps: int = 0
    max_taps: int = 0

    @property
    def mean(self) -> float:
        """Mean clicks per move."""
        return self.clicks / self.sampled

    @property
    def mean_newcomer(self) -> float:
        """Mean clicks per move of a newcomer who plays none of the ideas."""
        return self.newcomer_clicks / self.sampled

    @property
    def mean_taps(self) -> float:
        """Mean taps per move."""
        return self.taps / self.sampled

    @property
    def turn(self) -> float:
        """Mean clicks per turn."""
        return self.mean * self.moves / self.turns


def main() -> None:
    """Print the table, each game's default options first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=16, help="evenly spread moves per match")
    parser.add_argument("--game", choices=list(GAMES), help="only this one")
    chosen = parser.parse_args()
    columns = ("moves", "a move", "at most", "newcomer", "at most", "a turn", "taps", "at most")
    print(f"{'clicks':<40}" + "".join(f"{each:>11}" for each in columns))
    for game in GAMES.values():
        if chosen.game not in (None, game.key):
            continue
        kinds: dict[str, Tally] = {}
        for entry in recorded.matches(game.key):
            walk(game, entry, chosen.moves, kinds)
        usual = named(game, game.choose({}))
        for kind in sorted(kinds, key=lambda kind: (not kind.startswith(usual), kind)):
            tally = kinds[kind]
            if tally.sampled:
                print(
                    f"{kind:<40}{tally.sampled:>11}{tally.mean:>11.2f}{tally.max_clicks:>11}"
                    f"{tally.mean_newcomer:>11.2f}{tally.max_newcomer_clicks:>11}"
                    f"{tally.turn:>11.2f}"
                    f"{tally.mean_taps:>11.2f}{tally.max_taps:>11}"
                )


def walk(game: Game, entry: dict[str, Any], sample_size: int, kinds: dict[str, Tally]) -> None:
    """Count a recorded match's moves by kind, and the clicks of a sample."""
    played = played_in(game, entry)
    sample_size = min(sample_size, len(played))
    places = {number * len(played) // sample_size for number in range(sample_size)}
    for place, (before, move) in enumerate(played):
        longest = max(len(each) for each in before.moves())
        length = "1 step" if longest == 1 else f"{longest} steps"
        tally = kinds.setdefault(f"{named(game, entry['options'])}, at most {length}", Tally())
        tally.moves += 1
        tally.turns += not before.is_mid_turn
        if place in places:
            clicks = asyncio.run(clicks_of(game, entry, before, move))
            tally.sampled += 1
            tally.clicks += clicks
            tally.max_clicks = max(tally.max_clicks, clicks)
            clicks = asyncio.run(clicks_of(game, entry, before, move, helps=True))
            tally.newcomer_clicks += clicks
            tally.max_newcomer_clicks = max(tally.max_newcomer_clicks, clicks)
            taps = taps_of(game, entry, before, move)
            tally.taps += taps
            tally.max_taps = max(tally.max_taps, taps)


def played_in(game: Game, entry: dict[str, Any]) -> list[tuple[Position, Move]]:
    """The moves of a recorded match, each with the position before it."""
    position = game.start(recorded.setup_of(game, entry))
    played: list[tuple[Position, Move]] = []
    for turn in entry["turns"]:
        move = read(position, turn["move"])
        played.append((position, move))
        position = position.play(move)
    return played


async def clicks_of(
    game: Game, entry: dict[str, Any], position: Position, move: Move, *, helps: bool = False
) -> int:
    """Count a move's clicks in an open panel, including its confirmation."""
    return len(await pages_to(game, entry, position, move, helps=helps))


async def pages_to(
    game: Game,
    entry: dict[str, Any],
    position: Position,
    move: Move,
    width: int = WIDTH,
    *,
    helps: bool = False,
) -> list[Page]:
    """The pages of a panel that lead to a move, the last of which confirms it."""
    match, entered = match_at(game, entry, position), begin(position)
    pages = [await panel_page(match, entered, width=width, helps=helps and not entered.is_begun)]
    while entered.steps != move:
        entered = entry_of(position, await _best_control(match, pages[-1], entered.steps, move))
        pages.append(await panel_page(match, entered, width=width))
    return pages


def taps_of(game: Game, entry: dict[str, Any], position: Position, move: Move) -> int:
    """The fewest taps that make a move on a web page, including its confirmation."""
    match, place = match_at(game, entry, position), partial(place_of, game)
    ends = set(map(place, move))
    reached = {MoveEntry(position).with_piece_placed().steps}
    seen = set(reached)
    for taps in count(1):
        if move in reached:
            return taps
        tapped = [_tapped(match, MoveEntry(position, steps, place)) for steps in reached]
        reached = {
            steps
            for steps in set[Move]().union(*tapped) - seen
            # A piece may need turning, which begins with the same steps.
            if ends.issuperset(map(place, steps)) or steps[:2] == move[:2]
        }
        if not reached:
            break
        seen |= reached
    raise AssertionError(f"nothing on the board leads to {position.text(move)}")


def _tapped(match: Match, entry: MoveEntry) -> set[Move]:
    """The steps after each tap that a page offers."""
    drawn = board_of(entry.on(match_scene(match)), entry, DEFAULT_WIDTH)
    reached = {spot.steps for spot in drawn.spots} | {steps for _, steps in drawn.beside}
    return {steps for steps in (*reached, entry.turned) if steps is not None}


async def _best_control(match: Match, page: Page, steps: Move, move: Move) -> SentSteps:
    """The control of a page that leads furthest towards a move."""
    controls = list(_controls(page))
    advancing = [
        each
        for each in controls
        if each.group is None and steps < each.steps == move[: len(each.steps)]
    ]
    if advancing:
        return max(advancing, key=lambda each: len(each.steps))
    for each in controls:
        if each.group is not None and each.steps == steps:
            group_page = await panel_page(match, entry_of(match.position, each), width=WIDTH)
            if any(
                inner.group is None
                and len(inner.steps) > len(steps)
                and inner.steps == move[: len(inner.steps)]
                for inner in _controls(group_page)
            ):
                return each
    raise AssertionError(f"nothing on the page leads to {match.position.text(move)}")


def _controls(page: Page) -> Iterator[SentSteps]:
    for block in page.blocks:
        for button in block if isinstance(block, tuple) else ():
            _, verb, *arguments = button.control.split("|")
            if not button.disabled and verb in (VERBS.at, VERBS.group):
                yield SentSteps.read(arguments[-1], VERBS.index(verb), "")


def match_at(game: Game, entry: dict[str, Any], position: Position) -> Match:
    """A match at a position."""
    seats = tuple(Seat(17, seat, seat, str(seat)) for seat in range(1, position.seats + 1))
    stored = StoredMatch(
        id=17, game=game.key, options=recorded.options_of(game, entry), setup={}, guild_id=1,
        state="running", version=40, to_move=position.to_move, ply=40,
        created_at=LONG_AGO, turn_started_at=LONG_AGO, ended_at=None, result=None,
        challenge_id=None, pace="", deadline=None, runs_out_at=None,
        wakes_at=None, paused_until=None, time_left=None, rated=False, ended_number=None,
        unrated=None, guided=False, event_id=None, from_pool=False, seats=seats,
        places=(MatchPlace(1, 1, 1, match_id=17),),
    )  # fmt: skip
    return Match(stored, game, players_of(game, stored), (), position, ())


def named(game: Game, options: dict[str, int]) -> str:
    """A game with all its options, such as "Scalas, size 5"."""
    return ", ".join([game.name, *(f"{key} {value}" for key, value in options.items())])


if __name__ == "__main__":
    main()
