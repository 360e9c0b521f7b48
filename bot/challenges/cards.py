"""The cards of challenges and rematches, edited until they show the end of the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from bot.interface.context import readers_see, readers_see_place
from bot.interface.delivery import Posting, delivers
from bot.interface.markup import DISCORD, board_address, markup_at, mentioned_in
from bot.interface.messages import (
    earlier_message,
    edit_if_present,
    own_message_with,
    post_page,
)
from bot.interface.options import ABOUT_GAME
from bot.matches.cards import again_buttons
from bot.pages.layout import Button, Page, TextWithPicture, attachment, control, with_link
from club.matches.match import Match
from club.members.membership import Viewer
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import ChallengePost, InvitationPost
from club.ratings.rhythm import Rhythm
from language.texts import gettext, written_in
from presentation.challenges.challenges import (
    awaited,
    challenge_picture,
    challenge_title,
    state_words,
    terms_lines,
)
from presentation.markup import Markup
from presentation.matches.match import (
    match_picture,
    over_title,
    players_words,
    ratings_words,
    result_words,
)
from presentation.phrases import rhythm_words
from rules.registry import GAMES
from storage import outbox
from storage.challenges.challenges import Challenge
from storage.matches.match import MatchPlace, Place
from storage.servers import settings as stored_settings


async def challenge_card(
    challenge: Challenge, markup: Markup = DISCORD, rhythm: Rhythm | None = None
) -> Page:
    """Return the card of an open or answered challenge, with the start of its match.

    :param markup: the markup of the card's place.
    :param rhythm: how fast the challenger usually answers, if its readers may know that.
    """
    lines = [
        f"### {challenge_title(challenge, markup)}",
        *terms_lines(challenge, markup),
        *filter(None, [rhythm_words(markup.name(challenge.name), rhythm)]),
        state_words(challenge, markup),
    ]
    picture = attachment(await challenge_picture(challenge))
    text = "\n".join(lines)
    card = TextWithPicture(text, picture)
    if challenge.state != "open":
        return Page((card,), accent=None)
    return Page((card, _answer_buttons(challenge)), mentioned_in(text, awaited(challenge)))


async def result_card(match: Match, width: int) -> Page:
    """Return the card of a challenge after its match: the result and the last board."""
    lines = (
        f"### {over_title(match)}",
        players_words(match, DISCORD),
        DISCORD.strong(result_words(match, DISCORD)),
        ratings_words(match, DISCORD),
    )
    buttons = (
        *again_buttons(match),
        Button(gettext("History"), control("history", match.id, len(match.played))),
        Button(gettext("Go to the match"), board_address(match.stored)),
    )
    picture = attachment(await match_picture(match, width=width))
    return Page(("\n".join(line for line in lines if line), picture, buttons), accent=None)


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers of a card."""

    guild_id: int | None
    """The server, None outside of one."""
    only: int | None
    """The only reader of a card in direct messages."""
    channel_id: int
    markup: Markup


@delivers(ChallengePost)
class ChallengeCards:
    """Makes, posts and edits the cards of challenges."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._store = posting.club.store
        self._matches = posting.club.matches
        self._challenges = posting.club.challenges
        self._profiles = posting.club.profiles
        self._languages = posting.languages

    async def deliver(self, claim: Claim[ChallengePost], match: Match | None) -> Conclusion:
        """Update the card of a challenge after an answer or its end."""
        challenge = await self._challenges.find(claim.post.challenge_id)
        place = self._client.get_partial_messageable(challenge.channel_id)
        message_id = challenge.message_id
        if message_id is None and challenge.state not in ("open", "accepted"):
            # The process may have ended after it posted the card.
            mark, since = control("accept", challenge.id), challenge.created_at
            message_id = await own_message_with(self._client, place, mark, since=since)
        if message_id is not None and challenge.place.can_post:
            await edit_if_present(place, await self.card_of(challenge), message_id)
        return sent(claim)

    async def repost(self, challenge: Challenge) -> None:
        """Repost the lost card of an open challenge."""
        with written_in(await self._languages.of_guild(challenge.guild_id)):
            page = await self.page_for(challenge, await self.readers_in(challenge))
        message = await self._client.get_partial_messageable(challenge.channel_id).send(
            view=page.layout(), files=page.files(), allowed_mentions=page.allowed_mentions()
        )
        await self._challenges.set_message(challenge.id, message.id)

    async def card_of(self, challenge: Challenge, channel_id: int | None = None) -> Page:
        """Return the current page of a challenge's card, with the result once its match is over.

        The last board in a match's own thread shows the result there. A match in a forum is linked,
        and shows its result only there if some readers of the card may not see the forum.

        :param channel_id: where the card is, by default where the challenge was made. In another
            place of a rematch, it mentions those who play from there.
        """
        channel_id = channel_id or challenge.channel_id
        readers = await self.readers_in(challenge, channel_id)
        with written_in(await self._language_of(readers)):
            page = await self.page_for(challenge, readers)
            if challenge.match_id is None:
                return page
            match = await self._matches.find(challenge.match_id)
            place = match.stored.place_in(channel_id)
            is_here = place is not None and channel_id == place.channel_id
            if match.is_over and place is not None and is_here and self._may_show(place):
                match = replace(match, stored=match.stored.seen_at(place))
                return await result_card(match, await self._width_in(readers.guild_id))
            visible = match.stored.seen_from(readers.guild_id)
            if visible.place.forum_id is None:
                return page
            return with_link(page, gettext("Go to the match"), board_address(visible))

    async def page_for(self, challenge: Challenge, readers: Readers) -> Page:
        """Return the card of a challenge with what its readers may know of the challenger."""
        rhythm = None
        if challenge.state == "open":
            viewer = Viewer(
                readers.guild_id, readers.channel_id, readers.only or 0, self._seen_by(readers)
            )
            rhythm = await self._profiles.challengers_rhythm(viewer, challenge)
        return await challenge_card(challenge, readers.markup, rhythm)

    def _seen_by(self, readers: Readers) -> Callable[[Place], bool]:
        """Return a function that says whether all readers of a card certainly see a place."""
        guild = self._client.get_guild(readers.guild_id or 0)
        return partial(readers_see_place, guild, readers.channel_id)

    async def readers_in(self, challenge: Challenge, channel_id: int | None = None) -> Readers:
        """Return the readers of a challenge's card in a channel, by default its own."""
        channel_id = channel_id or challenge.channel_id
        if challenge.rematch_of is None:
            is_direct = challenge.place.is_direct
            only = challenge.challenger_id if is_direct else None
            return Readers(challenge.guild_id, only, channel_id, DISCORD)
        former = (await self._matches.find(challenge.rematch_of)).stored
        place = former.place_in(channel_id) or former.place
        player = former.player_at(place) if place.is_direct else None
        only = None if player is None else player.user_id
        return Readers(place.guild_id, only, channel_id, markup_at(former, place.number))

    def _may_show(self, place: MatchPlace) -> bool:
        """Whether the readers of the channel where a match was agreed on may all see it."""
        guild = self._client.get_guild(place.guild_id or 0)
        forum_id = place.forum_id
        return forum_id is None or readers_see(guild, place.channel_id, forum_id)

    async def _language_of(self, readers: Readers) -> str:
        if readers.only is not None:
            return await self._languages.of_reader(readers.only, None)
        return await self._languages.of_guild(readers.guild_id)

    async def _width_in(self, guild_id: int | None) -> int:
        settings = await self._store.read(lambda tx: stored_settings.get(tx, guild_id or 0))
        return settings.board_width


@delivers(InvitationPost)
class Invitations:
    """Posts and updates the further cards of challenges."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._store = posting.club.store
        self._challenges = posting.club.challenges
        self._cards = ChallengeCards(posting)

    async def deliver(self, claim: Claim[InvitationPost], match: Match | None) -> Conclusion:
        """Post the card, or update it. A challenge that was answered before gets none."""
        post = claim.post
        challenge = await self._challenges.find(post.challenge_id)
        place = self._client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
        message_id = await self._store.read(
            lambda tx: outbox.message_of(tx, challenge.id, post.channel_id, post.kind)
        )
        if message_id is None:
            mark = control("accept", challenge.id)
            message_id = await earlier_message(self._client, claim, place, mark)
        if message_id is None and challenge.state != "open":
            return sent(claim)
        page = await self._cards.card_of(challenge, post.channel_id)
        if message_id is not None:
            await edit_if_present(place, page, message_id)
            return sent(claim, message_id)
        message_id = await post_page(place, page, claim.key)
        if post.channel_id == challenge.channel_id:
            await self._become_own_card(challenge, message_id)
        return sent(claim, message_id)

    async def _become_own_card(self, challenge: Challenge, message_id: int) -> None:
        """Store a card as the challenge's own, because no click here has posted one."""
        current = await self._challenges.set_message(challenge.id, message_id)
        if current.version != challenge.version:
            # It was answered before its card was posted.
            place = self._client.get_partial_messageable(challenge.channel_id)
            await edit_if_present(place, await self._cards.card_of(current), message_id)


def _answer_buttons(challenge: Challenge) -> tuple[Button, ...]:
    buttons: list[Button] = []
    if not challenge.is_for_servers:
        buttons.append(Button(gettext("Accept"), control("accept", challenge.id), "success"))
    if awaited(challenge):
        buttons.append(Button(gettext("Decline"), control("decline", challenge.id)))
    buttons.append(Button(gettext("Cancel"), control("cancel", challenge.id)))
    buttons.append(Button(gettext("Rules"), control("terms", challenge.game, challenge.pace)))
    return (*buttons, *ABOUT_GAME.of(GAMES[challenge.game]))
