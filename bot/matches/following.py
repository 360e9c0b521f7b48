"""Following matches and players, whose results come by direct message."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.interface.answers import Answer
from bot.interface.arguments import number_in
from bot.interface.context import place_of, sees, sees_place, viewer_of
from bot.interface.controls import on_control, values_of
from bot.interface.delivery import Posting, delivers
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD, board_address
from bot.interface.messages import send_message
from bot.matches.offers import more_page
from bot.pages.layout import (
    MAX_OPTIONS,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    control,
    id_in,
)
from bot.pages.listing import fitted
from club.matches.following import Following
from club.matches.match import Match
from club.outbox import posts, queue
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import FollowedPost
from language.lists import listed
from language.texts import gettext, lazy_gettext, written_in
from presentation.markup import short_name
from presentation.matches.match import match_line, over_title, players_words, result_words
from presentation.phrases import versus
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import outbox
from storage.database.transaction import Transaction
from storage.matches import following
from storage.matches.following import FollowedMatch
from storage.matches.match import StoredMatch
from storage.members import preferences


def following_page(following: Following) -> Page:
    """Return the followed matches of the server and the followed players."""
    if following.is_empty:
        words = gettext(
            "You aren't following any players, or any matches in this server. To follow one, "
            "use **Follow** in `/profile` or under **More** on a board."
        )
        return Page((words,))
    blocks: list[Block] = []
    if following.players:
        names = listed([DISCORD.name(player.name) for player in following.players])
        blocks.append("\n".join([gettext("### Players you follow"), names]))
        players = [
            MenuChoice(short_name(player.name), str(player.followed_id))
            for player in following.players
        ]
        blocks.append(_menu("unfollow-chosen", players))
    if following.matches:
        room = MAX_TEXT_LENGTH - sum(len(block) for block in blocks if isinstance(block, str))
        blocks.append(_matches_text(following.matches, room))
        matches = [MenuChoice(_label(match), str(match.id)) for match in following.matches]
        blocks.append(_menu("unfollow-match", matches))
    return Page(tuple(blocks))


class FollowingCommands(FrontCog):
    """Starts and ends following."""

    @on_control("follow", updates=True)
    async def follow(self, answer: Answer, match: Match) -> None:
        """Follow a match, from its More page.

        :raises Refusal: `not_known`, or those of `Follows.follow_match`.
        """
        user, guild_id = answer.user, place_of(answer.interaction).guild_id
        here = [place for place in match.stored.server_places if place.guild_id == guild_id]
        if not (isinstance(user, discord.Member) and any(sees(user, place) for place in here)):
            # There, the user is known as a reader only while they click.
            words = lazy_gettext(
                "I can't see who's in a private thread or group chat, so I can't message you the "
                "result. `/history` shows the match here."
            )
            raise Refusal("not_known", words)
        await self.club.follows.follow_match(answer.user.id, match.stored)
        notice = gettext(
            "I'll message you the result. `/matches following:True` lists what you follow."
        )
        await answer.update(await more_page(self.club, answer, match, notice))

    @on_control("unfollow", updates=True)
    async def unfollow(self, answer: Answer, match: Match) -> None:
        """Stop following a match, from its More page."""
        await self.club.follows.unfollow_match(answer.user.id, match.id)
        notice = gettext("You no longer follow this match.")
        await answer.update(await more_page(self.club, answer, match, notice))

    @on_control("unfollow-match", updates=True)
    async def unfollow_chosen_match(self, answer: Answer) -> None:
        """Stop following the match chosen in the menu."""
        for value in values_of(answer.interaction):
            await self.club.follows.unfollow_match(answer.user.id, number_in(value, "match"))
        await self._show(answer)

    @on_control("unfollow-chosen", updates=True)
    async def unfollow_chosen_player(self, answer: Answer) -> None:
        """Stop following the player chosen in the menu."""
        for value in values_of(answer.interaction):
            await self.club.follows.unfollow_player(answer.user.id, id_in(value) or 0)
        await self._show(answer)

    async def _show(self, answer: Answer) -> None:
        viewer = viewer_of(answer.interaction)
        await answer.update(following_page(await self.club.follows.of(viewer)))


@delivers(FollowedPost)
class FollowedResults:
    """Notifies followers of results, at once or in their daily digest."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._languages = posting.languages
        self._matches = posting.club.matches
        self._follows = posting.club.follows

    async def deliver(self, claim: Claim[FollowedPost], match: Match | None) -> Conclusion:
        """Notify a follower of a result if they see it here, else try the next server."""
        user_id = claim.post.user_id
        match = await self._matches.find(claim.post.match_number)
        place = match.stored.place_numbered(claim.post.place)
        if not await sees_place(self._client, user_id, place):
            return _pass_on(claim, match)
        if await self._follows.takes_digest(user_id):
            return _save_for_digest(claim)
        with written_in(await self._languages.of_reader(user_id, place.guild_id)):
            page = _notice(match.seen_from(place.guild_id))
        return sent(claim, await send_message(self._client, user_id, page, claim))


def _menu(verb: str, choices: list[MenuChoice]) -> Menu:
    return Menu(control(verb), gettext("Unfollow…"), tuple(choices[:MAX_OPTIONS]))


def _matches_text(matches: tuple[StoredMatch, ...], room: int) -> str:
    title = gettext("### Matches you follow in this server")
    lines = [f"- {match_line(match, None, DISCORD)}" for match in matches]
    return "\n".join((title, *fitted(lines, room - len(title))))


def _label(match: StoredMatch) -> str:
    names = versus([short_name(seat.name) for seat in match.seats])
    return f"{match.id} · {GAMES[match.game].name} · {names}"[:100]


def _pass_on(claim: Claim[FollowedPost], match: Match) -> Conclusion:
    """Return a conclusion that queues the notification for the match's next server."""
    later_places = [
        place for place in match.stored.server_places if place.number > claim.post.place
    ]

    async def conclude(tx: Transaction, now: datetime) -> None:
        if await outbox.mark_sent(tx, claim.entry, now, None) and later_places:
            await queue.enqueue(tx, posts.followed(later_places[0], claim.post.user_id, now))

    return conclude


def _save_for_digest(claim: Claim[FollowedPost]) -> Conclusion:
    """Return a conclusion that saves a result for the follower's digest.

    If the digest was turned off or refused in the meantime, the result is sent by itself.
    """

    async def conclude(tx: Transaction, now: datetime) -> None:
        post = claim.post
        if (await preferences.get(tx, post.user_id)).digest_at is None:
            await outbox.postpone(tx, claim.entry, now, "no_digest")
        elif await outbox.mark_sent(tx, claim.entry, now, None):
            follow = FollowedMatch(
                post.user_id, post.match_number, now, is_over=True, place=post.place
            )
            await following.add_match(tx, follow)

    return conclude


def _notice(match: Match) -> Page:
    """Return the result of a match for a follower."""
    lines = [
        DISCORD.strong(over_title(match)),
        players_words(match, DISCORD),
        result_words(match, DISCORD),
    ]
    link = Button(gettext("Go to the board"), board_address(match.stored))
    return Page(("\n".join(lines), (link,)))
