"""The bot on the wire: a real discord.py in this process, on the loopback Discord.

Each test ends with checks that each interaction was answered, each turn has exactly one card, each
request fits Discord's API, and no log contains a token. Discord's 3 seconds are extended, because a
busy machine may need more. Tests that delay the bot on purpose check that it acknowledges in time.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import func, or_, select, update

from bot.process.client import Options, Stairwell
from club.matches.match import Match
from club.matches.play import Matches
from engine.serving.pool import Pool
from rules.registry import GAMES
from storage.database.store import Store
from storage.matches import match_lists
from storage.matches.match import Participant, Place, Terms
from storage.outbox import OUTBOX
from tests.discord import openapi
from tests.discord.bots import log_in
from tests.discord.calls import Answer, InteractionRecord
from tests.discord.loopback import Loopback
from tests.discord.mentions import lost_mentions
from tests.discord.messages import Message
from tests.discord.places import Channel, Member
from tests.discord.waiting import SOON, wait_until

CARD = "/channels/{id}/messages"
OLD_CARD = "/channels/{id}/messages/{id}"
CALLBACK = "/interactions/{id}/{token}/callback"
MATCH_HEADING = re.compile(r"match (\d+) · (turn \d+|finished)")


class Stage:
    """A server with a channel, people and the bot."""

    def __init__(self, world: Loopback, bot: Stairwell) -> None:
        self.world = world
        self.bot = bot
        self.channel: Channel = world.guild.add_channel("games")
        self.ada, self.ben, self.cy = (
            world.guild.add_member(name) for name in ("ada", "ben", "cy")
        )

    async def challenge(self, opponent: Member | None = None) -> Message:
        """Challenge to a small match of Skirt as Ada, who moves first, and return the card."""
        return await challenge(self.world, self.channel, self.ada, opponent)

    async def start_match(self) -> Message:
        """Start a match in which Ada moves first against Ben, and return its first board.

        The delivery of the board is stored by then, so that it can't also deliver the next one.
        """
        offer = await self.challenge(self.ben)
        await self.world.click(self.ben, offer, label="Accept")
        first = await self.board(1)
        await self._wait_for_outbox()
        return first

    async def start_unposted_match(self) -> int:
        """Start a match in which Ada moves first against Ben, without a challenge card.

        :returns: its number, before any of its boards is posted.
        """
        challenges = self.bot.club.challenges
        ada, ben = (Participant(each.id, each.name) for each in (self.ada, self.ben))
        terms = Terms("skirt", GAMES["skirt"].choose({"size": 4}))
        place = Place(self.world.guild.id, self.channel.id)
        challenge = await challenges.make(terms, place, ada, [ben], seat=1)
        accepted = await challenges.accept(challenge.id, ben)
        assert accepted.match_id is not None
        return accepted.match_id

    async def board(self, number: int, place: Channel | None = None) -> Message:
        """Wait for a board card of a place, counted from 1, and return it."""
        return await board(place or self.channel, number)

    async def panel(self, member: Member, card: Message, step: str) -> Message:
        """Open a member's panel, choose a step, and return the panel, ready to confirm."""
        panel = await (await self.world.click(member, card, label="Play")).first_reply(SOON)
        chosen = panel.find_button(step)["custom_id"]
        await (await self.world.click(member, panel, chosen)).first_reply(SOON)
        await wait_until(lambda: find_buttons(panel, f"Play {step}"), SOON, "no move to confirm")
        return panel

    async def ask_to_resign(self, member: Member, card: Message) -> InteractionRecord:
        """Click More and Resign on a card, without confirming."""
        more = await (await self.world.click(member, card, label="More")).first_reply(SOON)
        return await self.world.click(member, more, label="Resign")

    async def match(self, match_id: int = 1) -> Match:
        """A match as stored."""
        return await self.bot.club.matches.find(match_id)

    async def settle(self) -> None:
        """Return once the bot is idle, apart from retries at a later time."""
        is_idle = False
        while not is_idle:
            await wait_until(lambda: not self.bot.handlers.is_busy, SOON, "the bot is busy")
            await self._wait_for_outbox()
            await self.world.settle(0.05, within=SOON)
            is_idle = not self.bot.handlers.is_busy

    async def _wait_for_outbox(self) -> None:
        """Wait until every post was delivered or postponed."""
        end = time.monotonic() + SOON
        while await self._under_way():
            assert time.monotonic() < end, "the outbox is not delivered"
            await asyncio.sleep(0.02)

    async def _under_way(self) -> int:
        row, now = OUTBOX.c, self.bot.club.clock()
        waits = row.sent_at.is_(None), row.gave_up_at.is_(None), row.error.is_(None)
        waits = *waits, or_(row.due_at <= now, row.attempted_at.is_not(None))
        async with self.bot.club.store.read() as tx:
            query = select(func.count()).select_from(OUTBOX).where(*waits)
            return (await tx.execute(query)).scalar_one()

    async def retry_outbox(self) -> None:
        """Retry everything in the outbox."""
        async with self.bot.club.store.write() as tx:
            now = OUTBOX.c.created_at
            await tx.execute(update(OUTBOX).where(OUTBOX.c.sent_at.is_(None)).values(due_at=now))
        await self.bot.courier.deliver_due()

    async def check(self, unanswered: Iterable[InteractionRecord] = ()) -> None:
        """Check what must hold at the end of every test.

        :param unanswered: the calls that Discord didn't let the bot answer.
        """
        excepted = set(unanswered)
        calls = [call for call in self.world.calls.values() if call not in excepted]
        await wait_until(lambda: all(map(is_answered, calls)), SOON, f"not answered: {calls}")
        await self.settle()
        assert_requests_fit(self.world)
        await assert_one_card_a_turn_everywhere(
            self.world, self.bot.club.store, self.bot.club.matches
        )


async def challenge(
    world: Loopback, channel: Channel, member: Member, opponent: Member | None = None
) -> Message:
    """Challenge to a small match of Skirt, moving first, and return the card."""
    whom = {} if opponent is None else {"opponent": opponent}
    call = await world.slash(
        member, channel, "challenge", game="skirt", options="size 4", seat=1, **whom
    )
    return await call.first_reply(SOON)


async def board(place: Channel, number: int) -> Message:
    """Wait for a board card of a place, counted from 1, and return it.

    Deleted cards count too.
    """

    def posted() -> list[Message]:
        return [message for message in place.sent if is_card(message)]

    await wait_until(lambda: len(posted()) >= number, SOON, f"no board number {number}")
    return posted()[number - 1]


def cards(place: Channel) -> list[Message]:
    """The board cards of a place."""
    return [message for message in place.messages if is_card(message)]


def is_card(message: Message) -> bool:
    """Whether a message shows a turn of a match.

    A challenge's card with the result doesn't count, as it is the reply to a command.
    """
    heading = MATCH_HEADING.search(message.text)
    return message.call is None and bool(message.attachments) and heading is not None


async def wait_for_answers(*calls: InteractionRecord) -> None:
    """Wait until the members see the results of these calls."""
    await wait_until(lambda: all(map(is_answered, calls)), SOON, f"not answered: {calls}")


def is_answered(call: InteractionRecord) -> bool:
    """Whether the member sees the result instead of "thinking"."""
    if call.answer is Answer.DEFERRED_MESSAGE:
        waits = call.original is not None and call.original.loading and not call.original.deleted
        return bool(call.messages) and not waits
    if call.answer is Answer.DEFERRED_UPDATE:
        return bool(call.messages)
    return call.answer is not None


def latest_reply(call: InteractionRecord) -> str:
    """The latest reply to a call."""
    return call.messages[-1].text if call.messages else ""


def find_buttons(message: Message, label: str) -> list[dict[str, Any]]:
    return [each for each in message.buttons if each.get("label") == label]


async def assert_one_card_a_turn_everywhere(
    world: Loopback, store: Store, matches: Matches
) -> None:
    """Check that each turn of every match has one card, in a small world."""
    async with store.read() as tx:
        stored = await match_lists.recent(tx, world.guild.id, 100)
    for each in stored:
        match = await matches.find(each.id)
        assert_one_card_a_turn(match, world.channels[match.stored.place.id])


def assert_one_card_a_turn(match: Match, place: Channel) -> None:
    """Check that each turn and the result have one card, and only the last is playable."""
    title = f"match {match.id} · "
    sent = {
        card: card.text.partition(title)[2].splitlines()[0]
        for card in place.sent
        if is_card(card) and title in card.text
    }
    current = {heading for card, heading in sent.items() if not card.deleted}
    # A deleted card counts if no other card replaced it.
    mine = {
        card: heading
        for card, heading in sent.items()
        if not card.deleted or heading not in current
    }
    headings = Counter(mine.values())
    turns = [f"turn {number}" for number in range(1, match.turn_number + 1)]
    expected = [Counter([*turns[:-1], "finished"] if len(turns) > 1 and match.is_over else turns)]
    if match.is_over and not match.position.outcome:
        # After a resignation, the result has its own card. The turn before also has one, unless it
        # wasn't posted in time.
        expected = [Counter([*turns, "finished"]), Counter([*turns[:-1], "finished"])]
    assert headings in expected
    playable = [mine[card] for card in mine if not card.deleted and find_buttons(card, "Play")]
    assert playable == ([] if match.is_over else turns[-1:])


def assert_requests_fit(world: Loopback) -> None:
    """Check that every request fits Discord's API, and notifies whom it means to."""
    lost = [fault for request in world.requests for fault in lost_mentions(request)]
    assert lost == [], lost
    if openapi.SPECIFICATION.exists():
        faults = [words for request in world.requests for words in openapi.problems(request)]
        assert faults == []


@asynccontextmanager
async def stage_in(
    database_url: str, *, opens_threads: bool = False, pool: Pool | None = None
) -> AsyncIterator[Stage]:
    """A stage on a database. By default, matches stay in the channel.

    :param pool: runs searches for computer opponents; None for no computers.
    """
    async with Store.opened(database_url) as store, Loopback(deadline=SOON) as world:
        bot = Stairwell(
            store,
            Options(
                random=Random(7), opens_threads=opens_threads, sweep=timedelta(hours=1), pool=pool
            ),
            guild_ready_timeout=0.1,
        )
        stage = Stage(world, bot)
        async with log_in(bot, world):
            await asyncio.wait_for(bot.wait_until_ready(), SOON)
            # Otherwise the first chores would run during the test.
            await wait_until(lambda: bot.chores.rounds, SOON, "the first chores are not done")
            yield stage


def assert_no_token_logged(world: Loopback, records: Iterable[logging.LogRecord]) -> None:
    """Check that no log line contains the token of the bot or an interaction."""
    formatter = logging.Formatter()
    text = "\n".join(map(formatter.format, records))
    assert world.token not in text
    assert not [token for token in world.calls if token in text]
