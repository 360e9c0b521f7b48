"""Matches in the bot's direct messages, in group chats and in servers without the bot."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.challenges.forms import GAME, OPPONENTS, PACE, TERMS
from bot.challenges.making import RATED, USUAL
from bot.matches.cards import CardPages
from bot.matches.pulled_cards import PulledCards
from storage.challenges import challenges as stored_challenges
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.members import preferences as stored_preferences
from storage.members.preferences import Preferences
from tests.bot.wire.private import (
    FOLLOW_UP,
    GROUP_ROUTES,
    GroupMatch,
    all_cards,
    click,
    current_card,
    group_chat,
    move_to_confirm,
    open_panel,
    play_by_panel,
)
from tests.bot.wire.stage import (
    SOON,
    Stage,
    cards,
    find_buttons,
    latest_reply,
    wait_for_answers,
)
from tests.discord.messages import Message
from tests.discord.outside import Chat
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.always, pytest.mark.stage(end="quiet")]


def channel_requests(stage: Stage, chat: Chat) -> list[str]:
    """The paths of requests to the routes of a chat's channel."""
    prefix = GROUP_ROUTES.format(id=chat.id)
    return [each.path for each in stage.world.requests if each.path.startswith(prefix)]


async def wait_until_controls_are_gone(card: Message) -> None:
    await wait_until(lambda: not find_buttons(card, "Play"), SOON, "the card keeps its controls")


async def test_two_friends_play_in_a_group_chat(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    for ply in range(3):
        former = current_card(match.chat)
        await match.play()
        card = current_card(match.chat)
        assert card is not former
        await wait_until_controls_are_gone(former)
        mover = match.people[(ply + 1) % 2]
        assert card.pinged == [mover]
    assert channel_requests(stage, match.chat) == []
    stored = (await stage.match()).stored
    assert (stored.rated, stored.pace, stored.guild_id) == (False, "none", None)


async def test_a_later_click_strips_a_card_with_an_expired_token(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    former = current_card(match.chat)
    await match.play(pause=1200)
    assert find_buttons(former, "Play")
    call = await click(stage.world, match.people[1], former, "Play")
    await wait_until_controls_are_gone(former)
    await wait_until(lambda: "match 1" in latest_reply(call).lower(), SOON, "nothing was said")
    assert len(all_cards(match.chat)) == 2


async def test_match_shows_the_card_again(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    card = await (await stage.world.slash(match.people[1], match.chat, "match")).first_reply(SOON)
    assert not card.ephemeral
    assert find_buttons(card, "Play")
    await match.play()
    await wait_until_controls_are_gone(card)


async def test_a_typed_move_posts_the_next_card(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    call = await stage.world.slash(match.people[0], match.chat, "move", move="e1")
    await wait_until(lambda: len(all_cards(match.chat)) == 2, SOON, "no next card")
    assert "You played **e1**" in call.messages[0].text
    assert call.messages[0].ephemeral


async def test_a_double_click_on_confirm_is_one_move_with_one_card(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    panel = await open_panel(stage.world, match.people[0], current_card(match.chat))
    confirm = await move_to_confirm(stage.world, match.people[0], panel)
    calls = [await stage.world.click(match.people[0], panel, confirm) for _ in range(2)]
    await wait_for_answers(*calls)
    await stage.settle()
    assert len((await stage.match()).played) == 1
    assert len([each for each in all_cards(match.chat) if find_buttons(each, "Play")]) == 1


async def test_a_click_in_another_process_does_not_double_the_card_being_posted(
    stage: Stage,
) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    former = current_card(match.chat)
    panel = await open_panel(stage.world, match.people[0], former)
    confirm = await move_to_confirm(stage.world, match.people[0], panel)
    hold = stage.world.hold_next("POST", FOLLOW_UP)
    await stage.world.click(match.people[0], panel, confirm)
    await hold.wait_for_request(SOON)
    # This simulates another process, which shares only the database with the first.
    club = stage.bot.club
    stage.bot.front.pulled_cards = PulledCards(club, CardPages(club, stage.bot))
    await click(stage.world, match.people[1], former, "Text board")
    hold.release()
    await stage.settle()
    assert len(all_cards(match.chat)) == 2
    await click(stage.world, match.people[1], current_card(match.chat), "Text board")
    assert len(all_cards(match.chat)) == 2


async def test_the_next_click_brings_a_card_that_failed_to_post(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    former = current_card(match.chat)
    panel = await open_panel(stage.world, match.people[0], former)
    confirm = await move_to_confirm(stage.world, match.people[0], panel)
    stage.world.fail_next("POST", FOLLOW_UP, status=404, code=10015)
    await stage.world.click(match.people[0], panel, confirm)
    await stage.settle()
    assert len(all_cards(match.chat)) == 1
    await click(stage.world, match.people[1], former, "Text board")
    await wait_until(lambda: len(all_cards(match.chat)) == 2, SOON, "the card is lost")


async def test_two_people_accepting_at_once_get_one_match(stage: Stage) -> None:
    chat = group_chat(stage.world, "ada", "ben", "cy")
    call = await stage.world.slash(chat.people[0], chat, "challenge", game="skirt")
    offer = await call.first_reply(SOON)
    calls = [
        await stage.world.click(member, offer, label="Accept", checked=False)
        for member in chat.people[1:]
    ]
    await wait_for_answers(*calls)
    await wait_until(lambda: all_cards(chat), SOON, "no first board")
    await stage.settle()
    assert len(all_cards(chat)) == 1
    assert len((await stage.match()).players) == 2


async def test_a_rematch_in_a_group_chat(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    question = await (
        await stage.ask_to_resign(match.people[0], current_card(match.chat))
    ).first_reply(SOON)
    await stage.world.click(match.people[0], question, label="Resign")
    await wait_until(lambda: "· finished" in all_cards(match.chat)[-1].text, SOON, "no result")
    result = all_cards(match.chat)[-1]
    call = await stage.world.click(match.people[1], result, label="Rematch")
    await wait_until(lambda: call.messages, SOON, "no challenge")
    await stage.world.click(match.people[0], call.messages[-1], label="Accept")
    await wait_until(
        lambda: "match 2 · turn 1" in all_cards(match.chat)[-1].text, SOON, "no rematch"
    )
    assert channel_requests(stage, match.chat) == []


async def test_help_challenges_anyone_in_a_group_chat(stage: Stage) -> None:
    chat = group_chat(stage.world)
    help_page = await (await stage.world.slash(chat.people[0], chat, "help")).first_reply(SOON)
    opened = await stage.world.click(chat.people[0], help_page, label="Challenge someone")
    await opened.wait_for_callback()
    entries = {GAME: "skirt", OPPONENTS: [], PACE: [USUAL], TERMS: [RATED]}
    call = await stage.world.submit(opened, entries)
    await wait_until(
        lambda: call.messages and find_buttons(call.messages[-1], "Accept"), SOON, "no card"
    )
    assert not call.messages[-1].ephemeral


async def test_a_timeout_in_a_group_chat_is_reported_in_direct_messages(
    stage: Stage,
) -> None:
    world, chat = stage.world, group_chat(stage.world)
    match = await GroupMatch.start(world, chat, pace="7d")
    async with stage.bot.club.store.write() as tx:
        past = discord.utils.utcnow() - timedelta(minutes=1)
        await stored_matches.set_clock(tx, 1, past, past)
    await stage.bot.do_chores()
    for member in match.people:
        direct = world.direct_messages(member.id)
        await wait_until(lambda direct=direct: direct.messages, SOON, "nothing was said")
        assert "is over" in direct.messages[0].text
    assert channel_requests(stage, chat) == []


async def test_the_card_names_players_without_reminders(stage: Stage) -> None:
    world, chat = stage.world, group_chat(stage.world)
    async with stage.bot.club.store.write() as tx:
        preferences = Preferences(chat.people[1].id, refused_at=discord.utils.utcnow())
        await stored_preferences.save(tx, preferences)
    await GroupMatch.start(world, chat)
    assert "I can't send direct messages to Ben" in current_card(chat).text


async def test_friends_resign_in_a_group_chat(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    former = current_card(match.chat)
    question = await (await stage.ask_to_resign(match.people[0], former)).first_reply(SOON)
    await stage.world.click(match.people[0], question, label="Resign")
    await wait_until(lambda: "· finished" in all_cards(match.chat)[-1].text, SOON, "no result")
    await wait_until_controls_are_gone(former)
    assert channel_requests(stage, match.chat) == []


async def test_a_server_that_hides_answers_has_no_challenges(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    chat = foreign.add_chat("server", foreign.add_member("ada"), foreign.add_member("ben"))
    chat.forces_private = True
    call = await stage.world.slash(chat.people[0], chat, "challenge", game="skirt")
    await wait_until(lambda: "Use External Apps" in latest_reply(call), SOON, "not refused")


async def test_a_slow_challenge_that_a_server_hides_is_refused_too(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    chat = foreign.add_chat("server", foreign.add_member("ada"), foreign.add_member("ben"))
    chat.forces_private = True
    async with stage.bot.club.store.write():
        call = await stage.world.slash(chat.people[0], chat, "challenge", game="skirt")
        await call.wait_for_callback()
    await wait_until(lambda: "Use External Apps" in latest_reply(call), SOON, "not refused")
    async with stage.bot.club.store.read() as tx:
        assert await stored_challenges.open_in(tx, chat.id) == ()


async def test_a_board_that_others_cannot_see_is_reported_to_the_mover(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    chat = foreign.add_chat("server", foreign.add_member("ada"), foreign.add_member("ben"))
    match = await GroupMatch.start(stage.world, chat)
    chat.forces_private = True
    call = await stage.world.slash(match.people[0], chat, "move", move="e1")
    await wait_until(lambda: "Use External Apps" in latest_reply(call), SOON, "not reported")
    chat.forces_private = False
    await stage.world.slash(match.people[1], chat, "match")
    await wait_until(lambda: "turn 2" in all_cards(chat)[-1].text, SOON, "no card")


async def test_a_server_with_the_commands_alone_counts_as_none(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    chat = foreign.add_chat("server", foreign.add_member("ada"), foreign.add_member("ben"))
    chat.has_commands = True
    match = await GroupMatch.start(stage.world, chat)
    await match.play()
    assert channel_requests(stage, chat) == []
    assert (await stage.match()).guild_id is None


async def test_a_match_in_a_server_without_the_bot(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    chat = foreign.add_chat("server", foreign.add_member("ada"), foreign.add_member("ben"))
    match = await GroupMatch.start(stage.world, chat)
    await match.play()
    assert channel_requests(stage, chat) == []
    assert (await stage.match()).guild_id is None


async def test_only_its_players_reach_a_private_match(stage: Stage) -> None:
    await GroupMatch.start(stage.world, group_chat(stage.world))
    for place, member in (
        (stage.channel, stage.ada),
        (other := group_chat(stage.world, "cy", "di"), other.people[0]),
    ):
        for command in ("match", "history"):
            call = await stage.world.slash(member, place, command, match="1")
            await wait_until(lambda call=call: "no match 1" in latest_reply(call), SOON, "reached")
    async with stage.bot.club.store.read() as tx:
        assert await match_lists.recent(tx, stage.world.guild.id, 10) == ()


async def test_server_commands_are_not_offered_elsewhere(stage: Stage) -> None:
    chat = group_chat(stage.world)
    for command in ("settings", "leaderboard", "cup"):
        with pytest.raises(LookupError):
            await stage.world.slash(chat.people[0], chat, command)


async def test_personal_commands_work_everywhere(stage: Stage) -> None:
    foreign = stage.world.add_outside("elsewhere")
    ada = stage.world.outside.add_member("ada")
    places = (
        group_chat(stage.world),
        stage.world.outside.add_chat("direct message", ada),
        foreign.add_chat("server", foreign.add_member("eve")),
    )
    for chat in places:
        for command, options in PERSONAL.items():
            call = await stage.world.slash(chat.people[0], chat, command, **options)
            words = (await call.first_reply(SOON)).text
            assert "went wrong" not in words, command
            assert "only works in a server" not in words, command
        assert channel_requests(stage, chat) == []


PERSONAL: dict[str, dict[str, str]] = {
    "help": {},
    "rules": {"game": "skirt"},
    "learn": {"game": "skirt"},
    "puzzle": {},
    "profile": {},
    "matches": {},
    "next": {},
    "preferences": {},
    "privacy": {},
    "vacation": {},
    "block": {},
    "match": {},
    "history": {},
}


@pytest.mark.stage(workers=1, end="quiet")
async def test_a_match_against_the_computer_in_its_direct_messages(stage: Stage) -> None:
    world = stage.world
    ada = world.outside.add_member("ada")
    chat = world.direct_messages(ada.id)
    call = await world.slash(
        ada, chat, "challenge", game="skirt", options="size 4", level=1, seat=1
    )
    await call.first_reply(SOON)
    turns = 0
    while not (match := await stage.match()).is_over:
        turns += 1
        card = await stage.board(turns, chat)
        assert card.pinged == [ada]
        if turns == 1:
            await play_by_panel(world, ada, card)
        else:
            text = match.position.text(match.position.moves()[0])
            await (await world.slash(ada, chat, "move", move=text)).first_reply(SOON)
        await stage.board(turns + 1, chat)
    await stage.settle()
    assert len(cards(chat)) == turns + 1
    assert "· finished" in cards(chat)[-1].text
    assert [find_buttons(each, "Play") for each in cards(chat)] == [[]] * (turns + 1)


@pytest.mark.stage(workers=1, end="quiet")
async def test_a_computer_answers_in_a_group_chat(stage: Stage) -> None:
    world, chat = stage.world, group_chat(stage.world)
    call = await world.slash(
        chat.people[0], chat, "challenge", game="skirt", options="size 4", level=1, seat=1
    )
    await call.first_reply(SOON)
    await wait_until(lambda: len(all_cards(chat)) == 1, SOON, "no board")
    await play_by_panel(world, chat.people[0], current_card(chat))
    await wait_until(lambda: len(all_cards(chat)) == 2, SOON, "no board after the answer")
    assert len((await stage.match()).played) == 2
    assert channel_requests(stage, chat) == []


@pytest.mark.stage(workers=1, end="quiet")
async def test_a_review_in_a_group_chat_leaves_the_card_alone(stage: Stage) -> None:
    match = await GroupMatch.start(stage.world, group_chat(stage.world))
    await match.play()
    question = await (
        await stage.ask_to_resign(match.people[1], current_card(match.chat))
    ).first_reply(SOON)
    await stage.world.click(match.people[1], question, label="Resign")
    await wait_until(lambda: "· finished" in all_cards(match.chat)[-1].text, SOON, "no result")
    result = all_cards(match.chat)[-1]
    before = result.text
    call = await stage.world.click(match.people[1], result, label="Review")
    await wait_until(lambda: "quick analysis" in latest_reply(call), SOON, "no review")
    assert call.messages[-1].ephemeral
    assert result.text == before


async def test_people_are_not_challenged_in_the_bots_direct_messages(stage: Stage) -> None:
    ada = stage.world.outside.add_member("ada")
    call = await stage.world.slash(
        ada, stage.world.direct_messages(ada.id), "challenge", game="skirt"
    )
    await wait_until(lambda: "Only the two of us" in latest_reply(call), SOON, "not refused")


@pytest.mark.stage(workers=1, end="quiet")
async def test_cards_in_direct_messages_use_their_readers_language(stage: Stage) -> None:
    ada = stage.world.outside.add_member("ada")
    chat = stage.world.direct_messages(ada.id)
    await stage.bot.club.languages.choose(ada.id, "de")
    call = await stage.world.slash(ada, chat, "challenge", game="skirt", level=1, seat=1)
    await call.first_reply(SOON)
    await wait_until(lambda: len(chat.messages) == 2, SOON, "no board")
    assert find_buttons(chat.messages[1], "Ziehen") or "Partie 1" in chat.messages[1].text
