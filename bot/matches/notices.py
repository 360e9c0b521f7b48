"""Direct messages: notifications about matches, and the daily list of waiting matches.

Users who refuse direct messages are mentioned in the match instead.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import discord

from bot.interface.context import sees_place
from bot.interface.delivery import Posting, delivers
from bot.interface.markup import DISCORD, board_address, markup_for
from bot.interface.messages import send_message
from bot.matches.vacancies import take_back_button
from bot.pages.layout import MAX_TEXT_LENGTH, Button, Page, with_board_button
from bot.pages.listing import fitted
from club.matches.match import Match, has_turn
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import DigestPost, DirectPost
from club.outbox.notices import next_but_one
from language.lists import listed, sentences
from language.texts import gettext, ngettext, written_in
from presentation.matches.clocks import clock_words
from presentation.matches.match import ended_line, match_line, result_words, turn_words
from presentation.matches.offers import offer_words
from presentation.matches.vacancies import substitute_lines, vacancy_words
from presentation.phrases import game_words
from storage import outbox
from storage.database.shards import Shards
from storage.database.transaction import Transaction
from storage.matches import following, match_lists
from storage.matches.match import StoredMatch

log = logging.getLogger(__name__)


MAX_LISTED = 15
"""Maximum number of matches named in a digest."""


@delivers(DirectPost)
class DirectMessages:
    """Notifies players about their matches."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._languages = posting.languages
        self._matches = posting.club.matches
        self._has_boards = posting.club.web_sessions.are_available
        self._refused = posting.club.refused_messages
        self._homes = posting.club.homes

    async def deliver(self, claim: Claim[DirectPost], match: Match | None) -> Conclusion:
        """Notify a player, unless the reason no longer applies.

        A player who can't reach their home any more gets the match itself instead.
        """
        post = claim.post
        match = await self._matches.find(post.match_id)
        if await self._homes.check_player(match.stored, post.user_id):
            return sent(claim)
        home = match.stored.home_of(post.user_id)
        with written_in(await self._languages.of_reader(post.user_id, home.guild_id)):
            page = _notice(match, post)
            if page is not None and self._has_boards and has_turn(match.stored, post.user_id):
                page = with_board_button(page, match.id)
        if page is None:
            return sent(claim)
        message_id = await send_message(self._client, post.user_id, page, claim)
        if message_id is None:
            await self._refused.note(claim)
        return sent(claim, message_id)


@delivers(DigestPost)
class Digests:
    """Sends the daily lists of waiting matches."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._languages = posting.languages
        self._store = posting.club.store
        self._follows = posting.club.follows
        self._refused = posting.club.refused_messages

    async def deliver(self, claim: Claim[DigestPost], match: Match | None) -> Conclusion:
        """Send a player their list, unless no match waits for them and no result is new."""
        user_id, message_id = claim.post.user_id, None
        running = await self._store.read(lambda tx: match_lists.running_of(tx, user_id))
        turns = [match for match in running if has_turn(match, user_id)]
        waiting = await self._follows.results_for(user_id)
        results = [
            visible for each in waiting if (visible := await self._visible_match(user_id, each))
        ]
        with written_in(await self._languages.of_reader(user_id, None)):
            page = _digest(user_id, turns, results)
        if page is not None:
            message_id = await send_message(self._client, user_id, page, claim)
            if message_id is None:
                await self._refused.note(claim)
        return partial(_conclude, claim, message_id, [match.id for match in waiting])

    async def _visible_match(self, user_id: int, match: StoredMatch) -> StoredMatch | None:
        """Return a match as seen from a server where a user still sees it.

        If another process serves the one where they saw it, that was checked when it ended.
        """
        if not _has_shard_of(self._client, match.place.guild_id):
            return match
        for place in (match.place, *match.server_places):
            if await sees_place(self._client, user_id, place):
                return match.seen_at(place)
        return None


def _has_shard_of(client: discord.Client, guild_id: int | None) -> bool:
    """Whether a server belongs to this process, even if it has removed the bot."""
    if not isinstance(client, discord.AutoShardedClient):
        return True
    count = client.shard_count or 1
    return Shards(count, frozenset(client.shard_ids or range(count))).have(guild_id)


async def _conclude(
    claim: Claim[DigestPost],
    message_id: int | None,
    match_ids: Sequence[int],
    tx: Transaction,
    now: datetime,
) -> None:
    """Store a sent digest, and delete the results in it."""
    if await outbox.mark_sent(tx, claim.entry, now, message_id):
        await following.remove_matches(tx, claim.post.user_id, match_ids)


def _digest(
    user_id: int, turns: Sequence[StoredMatch], results: Sequence[StoredMatch]
) -> Page | None:
    """Return a digest, or None if it would be empty."""
    texts: list[str] = []
    if turns:
        lines = [
            f"- {match_line(match, user_id, markup_for(user_id, match.home_of(user_id).guild_id))}"
            for match in turns
        ]
        title = gettext("### Your turns today")
        room = MAX_TEXT_LENGTH * 3 // 4 - len(title)
        texts.append("\n".join((title, *fitted(lines, room, MAX_LISTED))))
    if results:
        title = gettext("### Results you follow")
        room = MAX_TEXT_LENGTH - len(title) - sum(map(len, texts))
        lines = [f"- {ended_line(match, DISCORD)}" for match in results]
        texts.append("\n".join((title, *fitted(lines, room))))
    return Page(tuple(texts)) if texts else None


def _over_notice(match: Match, link: str) -> Page:
    """Return the notification that a match is over.

    :param link: the address of its board.
    """
    title = gettext(
        "**{game} · match {number}** is over",
        game=game_words(match.game, match.options),
        number=match.id,
    )
    words = f"{title}\n{result_words(match, DISCORD)}"
    return Page((words, (Button(gettext("Go to the board"), link),)))


def _moved_notice(match: Match, post: DirectPost, link: str) -> Page:
    """Return the notification that someone plays from direct messages now.

    :param link: the address of the reader's board.
    """
    if post.why == "moved":
        words = gettext(
            "You can't play this match where it started any more, so it continues here."
        )
    else:
        home = match.stored.home_of
        names = [
            DISCORD.name(player.name)
            for player in match.playing
            if player.user_id != post.user_id and home(player.user_id).is_direct
        ]
        words = ngettext(
            "{names} has lost access to this match's channel and now plays by direct message. "
            "Nothing changes for you.",
            "{names} have lost access to this match's channel and now play by direct message. "
            "Nothing changes for you.",
            len(names),
            names=listed(names),
        )
    buttons = () if post.why == "moved" else ((Button(gettext("Go to the board"), link),),)
    return Page((f"{_title(match)}\n{words}", *buttons))


def _title(match: Match) -> str:
    return gettext(
        "**{game} · match {number}**",
        game=game_words(match.game, match.options),
        number=match.id,
    )


def _vacancy_notice(match: Match, post: DirectPost, link: str) -> Page | None:
    """Return the notification about a vacated seat, or to the one for whom a substitute plays."""
    vacancy = match.vacancy
    if post.why == "seated":
        own = (each for each in match.replaced if each.user_id == post.user_id)
        vacancy = next(own, None)
    if vacancy is None:
        return None
    words = vacancy_words(match, DISCORD) or "\n".join(substitute_lines(match, DISCORD))
    buttons = [Button(gettext("Go to the board"), link)]
    may_return = vacancy in (match.vacancy, match.fresh_substitute)
    if may_return and post.user_id == vacancy.user_id:
        buttons.append(take_back_button(match.id))
    return Page((f"{_title(match)}\n{words}", tuple(buttons)))


def _notice(match: Match, post: DirectPost) -> Page | None:
    """Return the notification about a match, or None if its reason no longer applies."""
    reason, ply = post.why, post.ply
    link = _own_board(match.stored, post.user_id)
    if match.is_over and reason == "over":
        return _over_notice(match, link)
    if reason in ("moved", "elsewhere"):
        return None if match.is_over else _moved_notice(match, post, link)
    if reason == "seated":
        # A computer may have moved already.
        return _vacancy_notice(match, post, link)
    if match.is_over or match.turn_began > ply or len(match.played) < ply:
        return None
    if reason == "vacated":
        return _vacancy_notice(match, post, link)
    others = listed(
        [DISCORD.name(player.name) for player in match.players if player.user_id != post.user_id]
    )
    lines = [
        gettext(
            "**{game} · match {number}** with {others}",
            game=game_words(match.game, match.options),
            number=match.id,
            others=others,
        )
    ]
    if reason == "offer":
        if not match.offers:
            return None
        lines.extend(offer_words(match, offer, DISCORD) for offer in match.offers)
    elif reason == "paired":
        lines.append(
            gettext("I found you an opponent. {name} moves first.", name=_mover_name(match))
        )
    elif reason == "ahead":
        ahead = next_but_one(match.stored, match.position.follower)
        if ahead is None or ahead.user_id != post.user_id:
            return None
        lines.append(gettext("{name} is to move, and your turn is next.", name=_mover_name(match)))
    elif match.player_to_move is None or (match.player_to_move.user_id != post.user_id):
        return None
    elif reason == "turn":
        last = None
        if match.played and match.played[-1].left is not None:
            last = turn_words(match, match.ply - 1, match.ply, DISCORD)
        elif match.played:
            last = gettext("The last move was **{move}**.", move=match.played[-1].text)
        lines.append(str(sentences(gettext("It's your turn."), last)))
    elif reason == "nudge":
        lines.append(gettext("You've been nudged: it's still your turn."))
    elif reason == "reminder":
        lines.append(gettext("It's still your turn, and most of your time is gone."))
    else:
        lines.append(gettext("The clocks are running again, and it's your turn."))
    clock = clock_words(match, DISCORD)
    if clock:
        lines.append(f"-# {clock}")
    return Page(("\n".join(lines), (Button(gettext("Go to the board"), link),)))


def _own_board(match: StoredMatch, user_id: int) -> str:
    """Return the address of the board in the place from which a player plays."""
    return board_address(match.seen_from(match.home_of(user_id).guild_id, user_id))


def _mover_name(match: Match) -> str:
    """Return the name of the player to move."""
    player = match.player_to_move
    return "" if player is None else DISCORD.name(player.name)
