"""Making challenges by command, button or form, and posting their cards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord

from bot.challenges.cards import ChallengeCards
from bot.interface import permissions
from bot.interface.answers import Answer, refusal_page
from bot.interface.context import person, place_id_of, place_of
from bot.interface.delivery import Posting
from bot.interface.front import Front, FrontCog
from bot.interface.options import options_in
from bot.matches.panel import MoveAnswers, first_move_page
from bot.pages.layout import (
    MAX_CONTROL_LENGTH,
    SEPARATOR,
    Button,
    Page,
    Style,
    control,
)
from club.matches.computers import USUAL_LEVEL
from club.matches.match import Match
from engine.engine import level_numbered
from language.texts import Text, gettext, lazy_gettext
from presentation.matches.play import computer_name
from rules.refusal import Refusal
from rules.registry import FIRST_GAME, GAMES, game_named
from storage.challenges.challenges import Challenge, TeamTerms
from storage.matches.match import Participant, Terms
from storage.servers.settings import GuildSettings

RATED, FIRST = "rated", "first"
"""The checkboxes of the terms."""

USUAL = "usual"
"""The choice of the place's usual pace."""

BETWEEN = "."
"""Between the ids of opponents in a control."""

FIXABLE_CODES = frozenset(
    {
        "alone",
        "blocks",
        "bot",
        "level",
        "not_available",
        "not_here",
        "option",
        "pace",
        "same_guest",
        "seat",
        "too_many_guests",
        "yourself",
    }
)
"""Codes of refusals that the user can resolve by editing the form."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A challenge as entered in the form."""

    game: str = FIRST_GAME.key
    opponents: tuple[int, ...] = ()
    """The ids of users. If empty, the seats are open to anyone."""
    options: str = ""
    """The options of the game, as typed."""
    pace: str | None = None
    """None for the usual pace of the place."""
    rated: bool = True
    seat: int | None = None
    level: int | None = None
    """The bot's level, if it plays."""


def proposal_button(
    label: str, proposal: Proposal, verb: str = "propose", style: Style = "secondary"
) -> Button:
    """Return a button with a proposal, by default one that opens the form with it."""
    people = BETWEEN.join(map(str, proposal.opponents))
    rated = RATED[0] if proposal.rated else "-"
    terms = f"{rated}{proposal.seat or 0}{proposal.level or 0}"
    fixed_part = control(verb, proposal.game, people, proposal.pace or USUAL, terms, "")
    options = " ".join(proposal.options.replace(SEPARATOR, " ").split())
    return Button(label, f"{fixed_part}{options[: MAX_CONTROL_LENGTH - len(fixed_part)]}", style)


class ChallengeMaker(FrontCog):
    """Makes challenges in the place of an interaction."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.cards = ChallengeCards(Posting(front.client, front.club, front.languages))

    async def propose(
        self, answer: Answer, proposal: Proposal, users: Sequence[discord.abc.User]
    ) -> None:
        """Make the proposed challenge.

        :param users: the opponents.
        """
        async with self.fixable(answer, proposal):
            terms, guests = await self.entered(answer, proposal, users)
            challenge = await self.make(answer, terms, guests, seat=proposal.seat)
            await self.begin(answer, challenge)

    @asynccontextmanager
    async def fixable(self, answer: Answer, proposal: Proposal) -> AsyncGenerator[None]:
        """Add a button to edit the form to a refusal in the block that the user can resolve."""
        try:
            yield
        except Refusal as refusal:
            if refusal.code not in FIXABLE_CODES:
                raise
            page = refusal_page(refusal, answer.user.id, answer.interaction.guild_id)
            page = answer.with_typed_texts(page)
            edit = proposal_button(gettext("Edit"), proposal)
            await answer.private(Page((*page.blocks, (edit,))))

    async def entered(
        self, answer: Answer, proposal: Proposal, users: Sequence[discord.abc.User]
    ) -> tuple[Terms, list[Participant]]:
        """Return the proposed terms and guests, after checking that matches may start here."""
        game, interaction = game_named(proposal.game), answer.interaction
        guests = self.guests(interaction, users, proposal.level)
        seats = max(1 + len(users), proposal.seat or 0)
        options = game.choose(options_in(game, proposal.options), seats=seats)
        settings = await self.settings_of_place(interaction)
        pace = proposal.pace or settings.pace
        return Terms(game.key, options, pace, rated=proposal.rated), guests

    async def make(
        self,
        answer: Answer,
        terms: Terms,
        guests: Sequence[Participant],
        *,
        seat: int | None = None,
        only_one: bool = False,
        team: TeamTerms | None = None,
    ) -> Challenge:
        """Make a challenge in the current channel and post its card.

        :param only_one: refuse the same challenge again, for example after a double click.
        :param team: the terms of the server's team, if it plays in place of the user.
        :raises Refusal: if there can't be such a challenge.
        """
        interaction = answer.interaction
        if any(guest.level is not None for guest in guests):
            self.club.opponents.check_can_play(GAMES[terms.game])
        challenge = await self.club.challenges.make(
            terms,
            place_of(interaction),
            person(interaction.user),
            guests,
            seat=seat,
            only_one=only_one,
            team=team,
        )
        await self._post(answer, challenge)
        return challenge

    async def settings_of_place(self, interaction: discord.Interaction) -> GuildSettings:
        """Return the settings of a place, after checking that matches may start there.

        :raises Refusal: `permissions`, `channel`.
        """
        check_place(interaction)
        return await self.club.settings.for_new_play(place_of(interaction))

    def guests(
        self,
        interaction: discord.Interaction,
        users: Sequence[discord.abc.User],
        level: int | None,
    ) -> list[Participant]:
        """Return the guests, with computers for the bot itself. A level alone invites the bot.

        :raises Refusal: `bot`, `not_here`, `level`.
        """
        guests: list[Participant] = []
        computers, own_user = 0, self.front.own_user
        if level is not None and not users and own_user is not None:
            users = [own_user]
        for user in users:
            if own_user is None or user.id != own_user.id:
                guests.append(_guest(interaction, user))
                continue
            computers += 1
            computer_level = level_numbered(level or USUAL_LEVEL)
            me = own_user if interaction.guild is None else interaction.guild.me or own_user
            name = computer_name(me.display_name, computer_level, computers)
            guests.append(Participant(user.id, name, computer_level.number))
        if level is not None and not computers:
            raise Refusal("level", _bot_needed_words(own_user))
        return guests

    async def _post(self, answer: Answer, new_challenge: Challenge) -> None:
        """Post the card of a challenge, or cancel the challenge if that fails."""
        try:
            page = await self.card(answer, new_challenge)
            message_id = await answer.public(page)
            if answer.is_forced_private and new_challenge.state == "open":
                raise Refusal(
                    "forced_private",
                    lazy_gettext(
                        "Nobody else can see what I post in this channel. An admin can allow "
                        "**Use External Apps**."
                    ),
                )
        except Exception:
            if new_challenge.state == "open":
                await self.club.challenges.cancel(new_challenge.id, person(answer.user))
            raise
        current = await self.club.challenges.set_message(new_challenge.id, message_id)
        if current.version != new_challenge.version:
            # It was answered before its card was posted.
            await answer.update(await self.card(answer, current))

    async def begin(self, answer: Answer, challenge: Challenge) -> Match | None:
        """Show the match of a challenge, if it has started. A computer may move first."""
        if challenge.match_id is None:
            return None
        await self.front.report_delivery(answer, challenge.match_id)
        match = await self.club.matches.find(challenge.match_id)
        self.club.opponents.take_up(match)
        return match

    async def begin_with_panel(
        self, answer: Answer, challenge: Challenge, settings: GuildSettings
    ) -> None:
        """Show the started match, and open the panel for the first move."""
        match = await self.begin(answer, challenge)
        assert match is not None
        await answer.private(await first_move_page(match, settings.board_width))

    async def open_panel(self, answer: Answer, match_id: int) -> None:
        """Open the panel of a match against computers, whose turn it may be after their move."""
        match = await self.club.matches.find(match_id)
        await answer.private(await MoveAnswers(self.front).current_page(match, answer.user.id))

    async def card(self, answer: Answer, challenge: Challenge) -> Page:
        """Return the card of a challenge for the place of an interaction."""
        readers = await self.cards.readers_in(challenge, place_id_of(answer.interaction))
        async with answer.publicly():
            return await self.cards.page_for(challenge, readers)


def check_place(interaction: discord.Interaction) -> None:
    """Check that a match can be played in the place of an interaction.

    :raises Refusal: `permissions`.
    """
    if place_of(interaction).guild_id is None:
        # The bot only answers interactions there, which needs no permission.
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.require(interaction.app_permissions, place_id_of(interaction), in_thread=in_thread)


async def member_of(interaction: discord.Interaction, user_id: int) -> discord.Member:
    """Return a member of the server of an interaction.

    :raises Refusal: `not_here`.
    """
    try:
        if interaction.guild is not None:
            return await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        pass
    words = lazy_gettext("This person isn't a member of this server. Choose a member.")
    raise Refusal("not_here", words)


def _bot_needed_words(own_user: discord.ClientUser | None) -> Text:
    if own_user is None:
        return lazy_gettext(
            "Levels are only for matches against me. Choose me as the opponent, too."
        )
    return lazy_gettext(
        "Levels are only for matches against me. Choose {me} as the opponent, too.",
        me=own_user.mention,
    )


def _guest(interaction: discord.Interaction, user: discord.abc.User) -> Participant:
    """Return an opponent who can be challenged.

    :raises Refusal: `bot`, `not_here`.
    """
    if user.bot:
        words = lazy_gettext(
            "{name} is a bot and can't play. Challenge another member.", name=user.mention
        )
        raise Refusal("bot", words)
    if place_of(interaction).guild_id is None:
        # Discord doesn't reveal who else is in a group chat.
        return person(user)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    sees_channel = isinstance(user, discord.Member) and (
        not isinstance(channel, discord.abc.GuildChannel)
        or channel.permissions_for(user).view_channel
    )
    if not sees_channel:
        words = lazy_gettext(
            "{name} can't see this channel. Challenge them in one that you both can see.",
            name=user.mention,
        )
        raise Refusal("not_here", words)
    return person(user)
