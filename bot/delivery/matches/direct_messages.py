"""Direct messages: notifications about matches, and the daily list of waiting matches.

Users who refuse direct messages are mentioned in the match instead.
"""

from __future__ import annotations

import logging

import discord

from bot.interactions.languages import Languages
from bot.pages.discord_markup import DISCORD, board_address
from bot.pages.page import Button, Page
from club.club import Club
from club.matches.match import Match, has_turn
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import DigestPost, DirectPost, Post
from presentation.matches.clocks import clock_words
from presentation.matches.match_lines import match_line
from presentation.matches.offers import offer_words
from presentation.phrases import game_words
from rules.language import gettext, ngettext, written_in
from rules.listing import listed, sentences
from storage.matches import match_lists

MOST_LISTED = 15
"""Maximum number of matches named in a digest."""

OPENING_DMS_TOO_FAST = 40003
"""Discord's code for opening direct messages too fast, which isn't a refusal by the user."""

log = logging.getLogger(__name__)


class DirectMessages:
    """Notifies players about their matches."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._matches = club.matches
        self._refused = club.refused_messages

    async def deliver(self, claim: Claim[DirectPost], match: Match | None) -> Conclusion:
        """Notify a player, unless the reason has passed."""
        post = claim.post
        match = await self._matches.find(post.match_id)
        with written_in(await self._languages.of_reader(post.user_id, match.guild_id)):
            page = _letter(match, post)
        if page is None:
            return sent(claim)
        try:
            return sent(claim, await _send(self._client, post.user_id, page, claim))
        except discord.Forbidden as error:
            _raise_unless_refused(error, post.user_id)
            await self._refused.note(claim)
            return sent(claim)


class Digests:
    """Sends the daily lists of waiting matches."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._store = club.store
        self._refused = club.refused_messages

    async def deliver(self, claim: Claim[DigestPost], match: Match | None) -> Conclusion:
        """Send a player their list, unless no match waits for them."""
        user_id = claim.post.user_id
        with written_in(await self._languages.of_reader(user_id, None)):
            page = await self._digest(user_id)
        if page is None:
            return sent(claim)
        try:
            return sent(claim, await _send(self._client, user_id, page, claim))
        except discord.Forbidden as error:
            _raise_unless_refused(error, user_id)
            await self._refused.note(claim)
            return sent(claim)

    async def _digest(self, user_id: int) -> Page | None:
        async with self._store.read() as tx:
            running = await match_lists.running_of(tx, user_id)
        turns = [match for match in running if has_turn(match, user_id)]
        if not turns:
            return None
        lines = [f"- {match_line(match, user_id, DISCORD)}" for match in turns[:MOST_LISTED]]
        if len(turns) > MOST_LISTED:
            more = len(turns) - MOST_LISTED
            lines.append(ngettext("… and {count} more.", "… and {count} more.", more))
        return Page(("\n".join([gettext("### Your turns today"), *lines]),))


async def _send(client: discord.Client, user_id: int, page: Page, claim: Claim[Post]) -> int:
    """Send a direct message.

    :returns: the id of the message.
    """
    channel = await client.create_dm(discord.Object(user_id))
    message = await channel.send(view=page.layout(), nonce=f"d{claim.entry.id}")
    return message.id


def _raise_unless_refused(error: discord.Forbidden, user_id: int) -> None:
    """:raises discord.Forbidden: if Discord refuses, not the user."""
    if error.code == OPENING_DMS_TOO_FAST:
        raise error
    log.info("user %s refuses direct messages: %s", user_id, error)


def _letter(match: Match, post: DirectPost) -> Page | None:
    """Return the notification about a match, None if its reason has passed."""
    why, ply = post.why, post.ply
    if match.is_over or match.turn_began > ply or len(match.played) < ply:
        return None
    others = listed(
        [DISCORD.name(each.name) for each in match.players if each.user_id != post.user_id]
    )
    lines = [
        gettext(
            "**{game} · match {number}** with {others}",
            game=game_words(match.game, match.options),
            number=match.id,
            others=others,
        )
    ]
    if why == "offer":
        if not match.offers:
            return None
        lines.extend(offer_words(match, offer, DISCORD) for offer in match.offers)
    elif match.player_to_move is None or (match.player_to_move.user_id != post.user_id):
        return None
    elif why == "turn":
        last = None
        if match.played:
            last = gettext("The last move was **{move}**.", move=match.played[-1].text)
        lines.append(str(sentences(gettext("It's your turn."), last)))
    elif why == "reminder":
        lines.append(gettext("It's still your turn, and most of your time is gone."))
    else:
        lines.append(gettext("The clocks are running again, and it's your turn."))
    clock = clock_words(match, DISCORD)
    if clock:
        lines.append(f"-# {clock}")
    link = board_address(match.stored)
    return Page(("\n".join(lines), (Button(gettext("Go to the board"), link),)))
