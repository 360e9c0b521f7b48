"""The live leaderboard in a channel of a server."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import update

from storage.outbox import OUTBOX
from storage.ratings import leaderboards
from tests.bot.results import add_ranked_results
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    menus_of,
    reply_text,
    text_of,
)


async def page_of_posts(club: World, admin: Any) -> Any:
    settings = await admin.slash(club.channel, "settings")
    return (await admin.click(settings.response, label="Leaderboards…")).response


def menu_of(page: Any, verb: str) -> str:
    return next(
        each["custom_id"]
        for each in components_of(page)
        if each.get("custom_id", "").split("|")[1:2] == [verb]
    )


async def choose_channel(club: World, admin: Any, channel: Any, game: str | None = "skirt") -> Any:
    """Choose a channel (None for none) and a game in the settings, and return their page."""
    page = await page_of_posts(club, admin)
    chosen = [] if channel is None else [channel]
    page = await admin.select(page, chosen, custom_id=menu_of(page, "settings-live"))
    if channel is not None and game is not None:
        menu = menu_of(page.response, "settings-live-game")
        page = await admin.select(page.response, [game], custom_id=menu)
    return page.response


async def live_board(club: World) -> Any:
    """Rank Ada above Ben, and return a new channel with a live leaderboard."""
    await add_ranked_results(club, club.ada, club.ben)
    board: Any = club.guild.create_text_channel("board")
    await choose_channel(club, club.admin(), board)
    return board


async def do_chores(club: World, elapsed: timedelta = timedelta()) -> None:
    if elapsed:
        await club.env.advance_time(elapsed.total_seconds())
    with club.env.time_context():
        await club.bot.do_chores()
    await club.env.settle()


async def finish_match(club: World) -> None:
    """Play a rated match that Ada wins against Ben."""
    await club.start_match("skirt")
    with club.env.time_context():
        stored = (await club.bot.club.match_finder.of_person(club.guild.id, club.ada.id))[-1]
        match = await club.bot.club.matches.find(stored.id)
        for _ in range(8):
            assert match.player_to_move is not None
            text = match.position.text(match.position.moves()[0])
            match = await club.bot.club.matches.play(match.id, match.player_to_move.user_id, text)
        await club.bot.club.matches.resign(match.id, club.ben.id)


async def test_an_admin_chooses_the_leaderboards_channel(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    admin = club.admin()
    board: Any = club.guild.create_text_channel("board")
    page = await choose_channel(club, admin, board, game=None)
    assert f"top players in every game, in {board.mention}" in text_of(page)
    assert "Skirt: 1. Ada 1" in alt_of(board.last_message)
    (menu,) = menus_of(page)
    await admin.select(page, ["skirt"], custom_id=menu["custom_id"])
    assert len(board.history()) == 1
    assert alt_of(board.last_message).startswith("Leaderboard. Skirt, this server · all time. 1.")
    assert "Updated <t:" in text_of(board.last_message)
    opened = await club.ben.click(board.last_message, label="Open just for me")
    assert opened.ephemeral
    assert "You're **2nd** of 2" in reply_text(opened)


async def test_a_match_updates_it_in_place_or_reposts_it(club: World) -> None:
    board = await live_board(club)
    before = board.last_message
    assert "6 won" in alt_of(before)
    await finish_match(club)
    await do_chores(club, timedelta(minutes=10))
    (after,) = board.history()
    assert after.id == before.id
    assert "7 won" in alt_of(after)
    assert len(after.attachments) == 1
    await club.restart()
    await finish_match(club)
    await do_chores(club, timedelta(minutes=10))
    (after,) = board.history()
    assert after.id == before.id
    assert "8 won" in alt_of(after)
    club.env.backend.delete_message(board.id, before.id)
    await finish_match(club)
    await do_chores(club, timedelta(minutes=10))
    (after,) = board.history()
    assert "9 won" in alt_of(after)


async def test_it_updates_at_most_once_in_ten_minutes(club: World) -> None:
    board = await live_board(club)
    path = f"/channels/{board.id}/messages"

    def requests() -> int:
        return sum(path in request.path for request in club.env.http_requests)

    await do_chores(club, timedelta(minutes=10))
    before = requests()
    for _ in range(4):
        await finish_match(club)
        await do_chores(club, timedelta(minutes=1))
        assert requests() == before + 1
    await do_chores(club, timedelta(minutes=9))
    assert requests() == before + 2
    await do_chores(club, timedelta(minutes=20))
    assert requests() == before + 2


async def test_unrated_matches_change_nothing(club: World) -> None:
    board = await live_board(club)
    before = board.last_message.edited_at
    place = await club.start_match("skirt")
    await club.resign(club.ben, place)
    await do_chores(club, timedelta(minutes=11))
    assert board.last_message.edited_at == before


async def test_it_is_refreshed_daily_even_without_matches(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben, matches=8)
    board: Any = club.guild.create_text_channel("board")
    await choose_channel(club, club.admin(), board)
    club.env.backend.delete_message(board.id, board.last_message.id)
    await do_chores(club, timedelta(days=1, minutes=10))
    assert "2. Ben" in alt_of(board.last_message)
    await do_chores(club, timedelta(days=62))
    assert "Nobody is on this leaderboard yet." in alt_of(board.last_message)
    assert len(board.history()) == 1


async def test_it_moves_with_the_channel_and_goes_when_switched_off(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    admin = club.admin()
    board, other = (club.guild.create_text_channel(name) for name in ("board", "other"))
    await choose_channel(club, admin, board)
    page = await choose_channel(club, admin, other, game=None)
    assert f"Skirt, in {other.mention}" in text_of(page)
    await do_chores(club)
    assert board.history() == []
    assert len(other.history()) == 1
    page = await choose_channel(club, admin, None)
    assert "**Live leaderboard**: off" in text_of(page)
    await do_chores(club)
    assert other.history() == []
    await finish_match(club)
    await do_chores(club, timedelta(hours=1))
    assert other.history() == []


async def test_a_message_posted_just_before_a_crash_is_found_again(club: World) -> None:
    board = await live_board(club)
    live = await club.bot.club.live_leaderboards.of(club.guild.id)
    assert live is not None
    assert live.message_id == board.last_message.id
    # This is the stored state if a process dies after posting, before storing the message.
    posted = OUTBOX.c.message_id == live.message_id
    async with club.bot.club.store.write() as tx:
        await leaderboards.save(tx, replace(live, message_id=None))
        await tx.execute(update(OUTBOX).where(posted).values(sent_at=None, message_id=None))
    await club.restart()
    await do_chores(club, timedelta(minutes=10))
    assert [each.id for each in board.history()] == [live.message_id]
    after = await club.bot.club.live_leaderboards.of(club.guild.id)
    assert after is not None
    assert after.message_id == live.message_id


async def test_missing_permission_shows_in_settings_and_is_retried(
    club: World,
) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    admin = club.admin()
    board: Any = club.guild.create_text_channel("board")
    club.grant(board, send_messages=False, attach_files=False)
    page = await choose_channel(club, admin, board)
    assert "I'm missing **Send Messages** and **Attach Files**" in text_of(page)
    club.grant(board, send_messages=True, attach_files=True)
    await do_chores(club, timedelta(minutes=10))
    assert len(board.history()) == 1


async def test_a_deleted_channel_is_reported_and_can_be_replaced(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    admin = club.admin()
    board: Any = club.guild.create_text_channel("board")
    await choose_channel(club, admin, board)
    club.env.backend.delete_channel(board.id)
    await club.env.settle()
    await finish_match(club)
    await do_chores(club, timedelta(minutes=10))
    page = await page_of_posts(club, admin)
    assert "The channel of the live leaderboard was deleted" in text_of(page)
    other = club.guild.create_text_channel("other")
    await choose_channel(club, admin, other, game=None)
    assert len(other.history()) == 1


async def test_former_members_are_not_on_it(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben, club.cy)
    club.guild.remove_member(club.ada)
    board: Any = club.guild.create_text_channel("board")
    await choose_channel(club, club.admin(), board)
    assert "1. Ben" in alt_of(board.last_message)
    assert "Ada" not in alt_of(board.last_message)


async def test_only_admins_can_change_it(club: World) -> None:
    place = await club.start_match()
    for control in ("settings-posts", "settings-live", "settings-live-game", "settings-summary"):
        refusal = await club.click_anyway(club.ada, place.last_message, f"sw|{control}")
        assert "Only members with **Manage Server**" in reply_text(refusal)
    assert await club.bot.club.live_leaderboards.of(club.guild.id) is None
