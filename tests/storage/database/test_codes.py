"""What stood in databases as English sentences becomes codes with values, whatever was there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, insert, make_url, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from club.endings import ending_of
from club.events.names import named
from rules.registry import GAMES
from storage.database import schema
from storage.database.store import Store
from storage.events import events
from storage.matches.matches import MATCH, StoredMatch
from tests.storage.samples import CHANNEL, EVE, GUILD, NOON

BEFORE = "0014"


@dataclass(frozen=True)
class Case:
    """A match that had ended: its words as they stood, and what becomes of them."""

    game: str
    reason: str
    words: str
    values: dict[str, Any]
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    state: str = "over"
    moderator: dict[str, Any] | None = None
    now: str | None = None
    """How it is said today, where that is otherwise."""

    @property
    def before(self) -> dict[str, Any]:
        """The result as it was stored."""
        known = {} if self.moderator is None else {"moderator": self.moderator}
        return {**self.after, **known, "words": self.words}

    @property
    def after(self) -> dict[str, Any]:
        """What a code and values are besides."""
        scores = None if self.scores is None else list(self.scores)
        return {"winners": list(self.winners), "reason": self.reason, "scores": scores}


CASES = [
    Case("scala", "goal", "O has a stone on its goal f14.", {}, (1,)),
    Case("scala", "no_move", "X has no legal turn.", {}, (1,)),
    Case("scala", "repetition", "The same position came up for the third time.", {}, ()),
    Case("scala", "quiet", "No stone was removed in 100 turns in a row.", {}, ()),
    Case("skirt", "opposite_sides", "Black connects two opposite sides.", {}, (2,)),
    Case(
        "skirt", "three_sides", "White connects three sides, no two of them neighbours.", {}, (1,)
    ),
    Case("scalas", "tops", "Red has 7 top cubes, Blue 1.", {}, (1,), (7, 1)),
    Case(
        "scalas",
        "towers",
        "Both have 7 top cubes; at height 3, Blue has 2, Red 1.",
        {"height": 3, "more": 2, "fewer": 1},
        (2,),
        (7, 7),
    ),
    Case(
        "scalas",
        "towers",
        "Both have 1 top cube; at height 12, Red has 1, Blue 0.",
        {"height": 12, "more": 1, "fewer": 0},
        (1,),
        (1, 1),
    ),
    Case("scalas", "draw", "Both have 7 top cubes, and as many at every height.", {}, (), (7, 7)),
    Case(
        "scalus",
        "headquarters",
        "Black has a stone on e18, White's headquarters.",
        {"cell": "e18"},
        (1,),
    ),
    Case("scalus", "all_captured", "All of Black's stones are captured.", {}, (2,)),
    Case("scalus", "no_move", "Black has no legal turn.", {}, (2,)),
    Case("scalus", "quiet", "No stone was captured in 100 turns in a row.", {}, ()),
    Case(
        "passtally",
        "fifty",
        "50 points were reached and the last round is complete: Amber 52, Teal 48.",
        {},
        (1,),
        (52, 48),
    ),
    Case(
        "passtally",
        "pile_used_up",
        ("A pile is used up and the last round is complete: Amber 52 (left), Teal 30, Violet 31."),
        {"left": [1]},
        (3,),
        (52, 30, 31),
    ),
    Case(
        "passtally",
        "no_place",
        (
            "No tile can be laid anywhere on the board: Amber 8, Teal 8, Violet 8. "
            "Amber is equal with Teal and Violet, and earlier in turn order."
        ),
        {},
        (1,),
        (8, 8, 8),
        now="No tile can be laid anywhere on the board: Amber 8, Teal 8, Violet 8. "
        "Amber ties with Teal and Violet, but is earlier in turn order.",
    ),
    Case(
        "passtally",
        "piles_used_up",
        (
            "All three piles are used up: Amber 8, Teal 8. Amber is equal with "
            "Teal, and earlier in turn order."
        ),
        {},
        (1,),
        (8, 8),
        now="All three piles are used up: Amber 8, Teal 8. Amber ties with Teal, but is earlier "
        "in turn order.",
    ),
    Case("passtally", "resign", "Violet resigned.", {"seat": 3}, (1,)),
    Case("scala", "resign", "O resigned.", {"seat": 1}, (2,)),
    Case("skirt", "time", "Black ran out of time.", {"seat": 2}, (1,)),
    Case("scalas", "left", "Blue is out of the event.", {"seat": 2}, (1,)),
    Case("scalus", "agreement", "The players agreed on it.", {}, ()),
    Case("scala", "abort", "X called it off.", {"seat": 2}, state="aborted"),
    Case("scalus", "absent", "White never made a first move.", {"seats": [2]}, state="aborted"),
    Case(
        "skirt",
        "absent",
        "White and Black never made a first move.",
        {"seats": [1, 2]},
        state="aborted",
    ),
    Case(
        "passtally",
        "absent",
        "Amber, Teal and Violet never made a first move.",
        {"seats": [1, 2, 3]},
        state="aborted",
    ),
    Case(
        "scala",
        "moderator",
        ("Ended by Mia, who moderates here: it stands still: both,\nwho moderates here: agree."),
        {"name": "Mia", "why": "it stands still: both,\nwho moderates here: agree."},
        state="aborted",
        now="Ended by Mia (moderator): it stands still: both,\nwho moderates here: agree.",
    ),
    # By somebody with a trying name.
    Case(
        "scala",
        "moderator",
        "Ended by Eve, who moderates here: Eve, who moderates here: why not",
        {"user_id": EVE, "name": "Eve, who moderates here: Eve", "why": "why not"},
        state="aborted",
        moderator={"user_id": EVE, "name": "Eve, who moderates here: Eve"},
        now="Ended by Eve, who moderates here: Eve (moderator): why not",
    ),
    # Words of no code stay.
    Case(
        "skirt",
        "resign",
        "The white pieces were given up.",
        {"words": "The white pieces were given up."},
        (2,),
    ),
    Case(
        "scalas",
        "towers",
        "Both have 4 top cubes; Red wins by the towers.",
        {"words": "Both have 4 top cubes; Red wins by the towers."},
        (1,),
        (4, 4),
    ),
    Case(
        "scala",
        "absent",
        "Nobody and nothing never made a first move.",
        {"words": "Nobody and nothing never made a first move."},
        (),
    ),
    Case(
        "scalus",
        "headquarters",
        "Black wins by reaching the headquarters.",
        {"words": "Black wins by reaching the headquarters."},
        (1,),
    ),
]

EVENTS: list[tuple[str, str | None, str, str, str]] = [
    ("cup", "skirt", "Skirt cup", "", "Skirt cup"),
    ("league", "passtally", "Passtally league", "", "Passtally league"),
    ("ladder", "scalus", "Scalus ladder", "", "Scalus ladder"),
    ("swiss", "scala", "Scala swiss", "", "Scala Swiss"),
    ("tour", None, "Tour", "", "Tour"),
    ("cup", "skirt", "Scala cup", "Scala cup", "Scala cup"),
    ("tour", None, "Tour of May", "Tour of May", "Tour of May"),
]
"""The format, the game, the name that was stored, what becomes of it, and how it is said."""


def _older(connection: Connection) -> None:
    """Make the tables as they were, with a match or an event for each case."""
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, BEFORE)
    connection.execute(insert(schema.match), [_match(each) for each in CASES])
    connection.execute(insert(schema.event), [_event(*each[:3]) for each in EVENTS])


def _match(case: Case) -> dict[str, Any]:
    return {
        "game": case.game,
        "options": {**GAMES[case.game].choose({}), "players": 3},
        "setup": {},
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "state": case.state,
        "version": 1,
        "ply": 0,
        "created_at": NOON,
        "turn_started_at": NOON,
        "result": case.before,
        "pace": "none",
        "rated": False,
        "awaits_computer": False,
        "guided": False,
    }


def _event(format: str, game: str | None, name: str) -> dict[str, Any]:
    return {
        "guild_id": GUILD,
        "format": format,
        "game": game,
        "name": name,
        "state": "open",
        "version": 1,
        "terms": {
            "options": {},
            "pace": "1d",
            "days": 7,
            "rounds": 0,
            "most": 8,
            "vacation_days": 3,
        },
        "opened_by": EVE,
        "opened_by_name": "Eve",
        "channel_id": CHANNEL,
        "created_at": NOON,
        "season": 1,
        "told_news": 0,
    }


@pytest.fixture
async def older_database(untouched_database_url: str) -> str:
    """The address of a database of either kind with a row of each sort, before the migration."""
    url = make_url(untouched_database_url)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    engine = create_async_engine(url.set(drivername=driver[url.drivername]))
    async with engine.connect() as connection:
        if url.drivername == "sqlite":
            await connection.execute(text("PRAGMA journal_mode = WAL"))
            await connection.commit()
        await connection.run_sync(_older)
        await connection.commit()
    await engine.dispose()
    return untouched_database_url


async def test_sentences_that_were_stored_become_codes_that_say_the_same(
    older_database: str,
) -> None:
    store = await Store.open(older_database)
    try:
        async with store.read() as tx:
            rows = await tx.execute(select(*MATCH).order_by(schema.match.c.id))
            found = [StoredMatch(*row, seats=()) for row in rows]
            opened = [await events.get(tx, number) for number in range(1, len(EVENTS) + 1)]
    finally:
        await store.close()
    for case, match in zip(CASES, found, strict=True):
        assert match.result == {**case.after, "values": case.values}
        assert str(ending_of(match)) == (case.now or case.words)
    for event, (*_, name, words) in zip(opened, EVENTS, strict=True):
        assert event is not None
        assert (event.name, str(named(event))) == (name, words)
