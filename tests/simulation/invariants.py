"""The invariants of a house when nothing is pending, wherever processes have ended."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from datetime import timedelta

from sqlalchemy import select

from club.matches.match import TAKEN_BACK, Match
from club.members.own_day import applies_to, own_day_of
from club.ratings import rating_book
from storage.database.store import Store
from storage.matches import moves
from storage.matches.match import MatchPlace
from storage.ratings.ratings import RATINGS
from tests.additions import additions
from tests.bot.wire.stage import is_card
from tests.discord.forums import Forum
from tests.discord.places import Channel
from tests.simulation.house import SWEEP, UNSENT, House, control_in
from tests.simulation.virtual_loop import VirtualLoop

MAX_REFUND = SWEEP + timedelta(seconds=15)
"""Maximum time that the end of one process adds to a clock.

Only the time of its last chores is known.
"""

ROUNDING = timedelta(seconds=1)
"""Time left is stored in whole seconds."""


async def assert_sound(house: House) -> None:
    """Check all invariants of a settled house.

    :raises AssertionError: if something is lost, doubled or stuck.
    """
    await assert_matches_replay(house)
    assert_closed_challenges_have_no_buttons(house)
    assert_outbox_is_empty(house)
    assert_threads_are_used(house)
    assert_posts_have_tags(house)
    await assert_ratings_follow_from_matches(house.club.store)
    assert_deleted_members_are_gone(house)
    for each in additions("simulation.invariants"):
        await each.assert_sound(house)


async def assert_matches_replay(house: House) -> None:
    """Check that each match's stored state and cards follow from its moves."""
    for (match_id,) in house.rows("SELECT id FROM match"):
        match = await house.club.matches.find(match_id)
        stored = house.rows(
            "SELECT to_move, ply, state, deadline FROM match WHERE id = ?", match_id
        )
        to_move, ply, state, deadline = stored[0]
        assert ply == len(match.played)
        player = match.player_to_move
        if state == "running":
            assert player is not None
            assert to_move == player.seat == match.position.to_move
            has_clock = match.pace.time is not None and not player.is_computer
            assert (deadline is not None) == has_clock
        else:
            assert to_move is None
            assert deadline is None
        taken_back = house.rows(
            "SELECT 1 FROM move WHERE match_id = ? AND kind = 'take back'", match_id
        )
        vacated = house.rows("SELECT 1 FROM vacated_seat WHERE match_id = ?", match_id)
        # A turn has another card once its seat is vacant, taken, and taken back.
        repeated = 2 * len(taken_back) + 3 * len(vacated)
        for place in match.stored.places:
            channel = house.world.channels[place.id]
            if place.can_post:
                assert_cards_show(match, channel, repeated=repeated)
            else:
                assert_stored_card_is_current(match, place, channel)
        await assert_clock_adds_up(house, match)
        await assert_no_turn_ends_in_time_off(house, match)


async def assert_clock_adds_up(house: House, match: Match) -> None:
    """Check that time used and time left add up to the pace's time per turn.

    Ends of processes and sleep may have added time. Paces with a bank are not supported, nor
    are teams, whose votes close with the next round of chores, nor matches that waited for a seat.
    """
    time_per_turn = match.pace.time
    if house.value("SELECT count(*) FROM vacated_seat WHERE match_id = ?", match.id):
        return
    if time_per_turn is None or match.pace.increment is not None or match.teams:
        return
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    max_refund = (len(house.lives) - 1 + bool(loop.slept)) * MAX_REFUND + loop.slept
    async with house.club.store.read() as tx:
        record = await moves.of_match(tx, match.id)
    started_at, time, mover = match.stored.created_at, time_per_turn, None
    times_left: list[timedelta] = []
    for entry in record:
        time_left = None if entry.time_left is None else timedelta(seconds=entry.time_left)
        if time_left is not None:
            if entry.seat == mover:
                time = times_left[-1]
            assert -ROUNDING <= entry.at - started_at + time_left - time <= max_refund + ROUNDING, (
                entry
            )
        started_at, time, mover = entry.at, time_per_turn, entry.seat
        if entry.kind == TAKEN_BACK:
            time, mover = times_left.pop(), None
        elif time_left is not None:
            times_left.append(time_left)
    if match.deadline is not None:
        runs_out_at = match.stored.runs_out_at or match.deadline
        assert -ROUNDING <= runs_out_at - started_at - time <= max_refund + ROUNDING


async def assert_no_turn_ends_in_time_off(house: House, match: Match) -> None:
    """Check that a turn ends when the time off does that it would have ended in."""
    player = match.player_to_move
    if match.deadline is None or player is None or not applies_to(match.pace):
        return
    own = own_day_of(await house.club.preferences.of(player.user_id))
    runs_out_at = match.stored.runs_out_at or match.deadline
    assert match.deadline == own.ends(runs_out_at)


def assert_cards_show(match: Match, place: Channel, *, repeated: int) -> None:
    """Check that a running match has one card with controls, that of its current turn.

    A finished match has none, but one with its result. No turn has two cards, except after a
    take-back and for a vacant seat.

    :param repeated: the number of cards that such turns may have besides their first.
    """
    cards = [
        each for each in place.messages if is_card(each) and f"match {match.id} ·" in each.text
    ]
    headings = Counter(card.text.splitlines()[0] for card in cards)
    live = [card.text.splitlines()[0] for card in cards if control_in(card, "more") is not None]
    if match.is_over:
        assert live == []
        assert [heading for heading in headings if heading.endswith("finished")]
    else:
        assert len(live) == 1
        assert live[0].endswith(f"turn {match.turn_number}")
    assert sum(headings.values()) - len(headings) <= repeated, headings


def assert_stored_card_is_current(match: Match, place: MatchPlace, chat: Channel) -> None:
    """Check the last card of a match in a place where the bot can only answer.

    It must show the current turn or the result. Former cards may keep their controls, and a card
    may be repeated on request.
    """
    card = next(each for each in chat.messages if each.id == place.card_message_id)
    assert f"match {match.id} ·" in card.text
    assert (control_in(card, "more") is None) == match.is_over
    turn = "finished" if match.is_over else f"turn {match.turn_number}"
    assert card.text.splitlines()[0].endswith(turn)


def assert_closed_challenges_have_no_buttons(house: House) -> None:
    """Check that no card offers to answer a challenge that is over."""
    for place in house.world.channels.values():
        if place.limits_answers:
            # The bot can't edit there without an interaction.
            continue
        for message in place.messages:
            control = control_in(message, "accept")
            if control is not None:
                state = "SELECT state FROM challenge WHERE id = ?"
                assert house.value(state, int(control.split("|")[2])) == "open", control


def assert_outbox_is_empty(house: House) -> None:
    """Check that everything was sent, except what was given up for a place that is gone."""
    query = "SELECT key, error, channel_id, gave_up_at FROM outbox"
    unsent = house.rows(f"{query} WHERE {UNSENT}")
    existing = house.world.channels
    assert [row for row in unsent if row[2] in existing or row[3] is None] == []


def assert_threads_are_used(house: House) -> None:
    """Check that each match has one thread per server.

    Each thread that the bot has opened must belong to something stored, unless it is locked.
    """
    threads = {
        thread.id
        for guild in house.world.guilds
        for thread in guild.threads
        if thread.owner == guild.bot.id and not thread.locked
    }
    used: set[int] = set()
    tables = (
        "SELECT stored.name FROM sqlite_master stored JOIN pragma_table_info(stored.name) inside"
        " WHERE stored.type = 'table' AND inside.name = 'thread_id'"
    )
    for (table,) in house.rows(tables):
        rows = house.rows(f"SELECT thread_id FROM {table} WHERE thread_id NOTNULL")
        used.update(thread_id for (thread_id,) in rows)
    assert threads == used


def assert_posts_have_tags(house: House) -> None:
    """Check that each post of a forum has the tags of its match's game and state."""
    query = "SELECT state FROM match JOIN match_place ON match_id = id WHERE thread_id = ?"
    for post in house.world.guild.threads:
        if isinstance(post.parent, Forum):
            is_running = house.value(query, post.id) == "running"
            state = "in progress" if is_running else "finished"
            assert post.parent.tag_names(post) == ["Skirt", state]
            names = [tag["name"] for tag in post.parent.tags]
            assert len(set(names)) == len(names)


async def assert_ratings_follow_from_matches(store: Store) -> None:
    """Check that recomputed ratings equal the stored ones."""
    before = await rating_rows(store)
    await rating_book.recompute(store, lambda *_: None)
    assert await rating_rows(store) == before


async def rating_rows(store: Store) -> list[tuple[object, ...]]:
    async with store.read() as tx:
        rows = await tx.execute(select(RATINGS))
        return sorted((tuple(row) for row in rows), key=repr)


def assert_deleted_members_are_gone(house: House) -> None:
    """Check that no table has the name or the id of a person whose data was deleted."""
    for member in house.deleted_members:
        trace = re.compile(rf"\b({re.escape(member.name)}|{member.id})\b", re.IGNORECASE)
        for (table,) in house.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
            for row in house.rows(f"SELECT * FROM {table}"):
                assert not any(trace.search(str(value)) for value in row), (table, row)
