"""Functions that read untrusted input, each with what must hold for any bytes.

A target returns if its input was read or politely refused, and raises otherwise.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import quote

from dotenv import dotenv_values
from pydantic import ValidationError
from yarl import URL

from bot.interface.arguments import number_in
from bot.interface.move_entry import entry_of
from bot.pages.layout import id_in
from bot.pages.step_picker import SentSteps
from bot.process.settings import Settings, misspelt, origin_of
from presentation.matches.lines import TriedLine, follow
from rules import notation, record
from rules.position import Position
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from tests.club.services import ADA, GUILD
from tests.web.house import House, house_in

MAX_PLIES = 12
"""Number of random moves before the positions of the targets."""

Target = Callable[[bytes], None]


def read_record(data: bytes) -> None:
    """A file of records, of which each one that is accepted is written and read again."""
    with suppress(Refusal):
        for each in record.records_in(record.decoded(data)):
            accepted = record.read(each)
            again = record.read(record.write(accepted))
            assert (again.texts, again.setup) == (accepted.texts, accepted.setup)


def read_move(data: bytes) -> None:
    """A typed move in a position that the first byte chooses."""
    position, text = _position_and_text(data)
    with suppress(Refusal):
        move = notation.read(position, text)
        assert move in position.moves()
        assert notation.read(position, position.text(move)) == move
    notation.suggest(position, text)


def read_position(data: bytes) -> None:
    """A stored position, whose moves are tried if it is accepted."""
    name, _, text = data.decode("utf-8", "replace").partition(" ")
    if name not in GAMES:
        return
    try:
        position = GAMES[name].decode(text)
    except ValueError:
        return
    assert GAMES[name].decode(position.encode()) == position
    position.seen_by(None)
    for move in position.moves()[:1]:
        position.play(move)


def read_control(data: bytes) -> None:
    """The arguments of a control: numbers, ids, games, steps and lines."""
    position, text = _position_and_text(data)
    first, *others = text.split("|")
    id_in(first)
    with suppress(Refusal):
        number_in(first, "match")
    with suppress(Refusal):
        game_named(first)
    with suppress(Refusal):
        follow(TriedLine(position, position.seen_by(None)), first)
    for place, each in enumerate((others * 3)[:3]):
        with suppress(Refusal):
            entry = entry_of(position, SentSteps.read(each, place, ""))
            assert entry.is_valid
            assert entry.question


def read_address(data: bytes) -> None:
    """The public address of the web pages, which stays the same if it is read again."""
    text = data.decode("utf-8", "replace")
    with suppress(ValueError):
        origin = origin_of(text)
        assert origin_of(origin) == origin
        assert URL(origin).host


def read_env(data: bytes) -> None:
    """A `.env` file."""
    values = dotenv_values(stream=io.StringIO(data.decode("utf-8", "replace")), interpolate=False)
    misspelt(values, ())
    known = {
        name.lower(): value
        for name, value in values.items()
        if name.lower() in Settings.model_fields and value
    }
    try:
        settings = Settings(_env_file=None, **known)  # pyright: ignore[reportCallIssue, reportArgumentType]
    except ValidationError:
        return
    assert settings.shards.ids
    assert settings.searches_at_once >= 0
    assert timedelta(hours=settings.backup_every) >= timedelta(0)
    assert timedelta(minutes=settings.unhealthy_minutes) >= timedelta(0)


def visit_page(data: bytes) -> None:
    """A path of the web pages, and in further lines the fields of a form that Ada sends.

    Names such as `{play}` stand for paths with random keys, `{version}` for that of the match.
    """
    path, *fields = data.decode("utf-8", "replace").split("\n")
    _site().visit(path, "&".join(fields))


TARGETS: Mapping[str, Target] = {
    "records": read_record,
    "moves": read_move,
    "positions": read_position,
    "controls": read_control,
    "addresses": read_address,
    "env": read_env,
    "pages": visit_page,
}


class Site:
    """A site with two matches, whose pages are requested one by one."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._stack = AsyncExitStack()
        self.house, self.cookie = self._loop.run_until_complete(self._open())
        paths = self.house.site
        self.names = {
            "{match}": paths.match_path(1)[1:],
            "{play}": paths.play_path(1)[1:],
            "{over}": paths.match_path(2)[1:],
            "{player}": paths.player_path(GUILD, ADA.user_id)[1:],
            "{server}": paths.server_path(GUILD)[1:],
        }
        """The paths that names in inputs stand for, because they contain random keys."""

    def visit(self, path: str, form: str) -> None:
        """Request a page, or send a form if there is one."""
        self._loop.run_until_complete(self._visit(path, form))

    async def _open(self) -> tuple[House, str]:
        folder = self._stack.enter_context(TemporaryDirectory())
        house = await self._stack.enter_async_context(house_in(Path(folder)))
        await house.publish()
        await house.services.play_turns(await house.services.start_match())
        await house.services.win_match()
        return house, await house.sign_in(ADA)

    async def _visit(self, path: str, form: str) -> None:
        for name, actual in self.names.items():
            path = path.replace(name, actual)
        version = (await self.house.services.matches.find(1)).version
        encoded = quote("/" + path.lstrip("/"), safe="/?&=%~+;:@,!$'()*")
        url = URL(self.house.url + encoded, encoded=True)
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin"}
        method, body = "GET", ""
        if form:
            method = "POST"
            body = quote(form.replace("{version}", str(version)), safe="&=%+")
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        async with self.house.session.request(
            method, url, data=body, headers=headers, allow_redirects=False
        ) as answer:
            await answer.read()
        assert answer.status < 500, (method, path, form, answer.status)


_site = cache(Site)


@cache
def _positions() -> tuple[Position, ...]:
    """Positions of all games, at the beginning and after some random moves."""
    positions: list[Position] = []
    for game in GAMES.values():
        random = Random(game.key)
        position = game.start(game.deal(game.choose({}), random))
        for ply in range(MAX_PLIES + 1):
            if ply % 4 == 0 and position.to_move is not None:
                positions.append(position)
            moves = position.moves()
            if not moves:
                break
            position = position.play(random.choice(moves))
    return tuple(positions)


def _position_and_text(data: bytes) -> tuple[Position, str]:
    """Return a position that the first byte chooses, and the other bytes as text."""
    positions = _positions()
    first = data[0] if data else 0
    return positions[first % len(positions)], data[1:].decode("utf-8", "replace")
