"""`/challenge` and the controls of challenge cards."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

import discord
from discord import app_commands

from bot.commands.choices import level_choice, pace_choice
from bot.commands.front_cog import FrontCog, in_context_menu
from bot.commands.game_option import GAME_CHOICES, options_for, options_in, options_texts
from bot.interactions import permissions
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import MAX_CHOICES, Choices, empty_where_it_fails
from bot.interactions.controls import on_control, outdated, values_of
from bot.interactions.interaction_context import (
    parent_id_of,
    person,
    place_id_of,
    place_of,
    viewer_of,
)
from bot.interactions.numbers import id_in, number_in
from bot.interactions.responses import NOBODY
from bot.pages.community.profile_pages import challenge_menu
from bot.pages.discord_markup import card_address
from bot.pages.lessons.course_page import offer_page
from bot.pages.matches.challenge_cards import challenge_card
from bot.pages.moves.first_moves import first_move_page
from bot.pages.page import Page, text_page
from club.challenges.challenges import Challenge
from club.clocks.pace import PACES
from club.computers.opponents import USUAL_LEVEL
from club.lessons.guided import LEVEL as GUIDED_LEVEL
from club.matches.match import Match
from engine.levels import LEVELS, level_numbered
from presentation.matches.computers import computer_name
from rules.language import N_, Text, gettext, lazy_gettext
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from storage.matches.terms import Participant, Place, Terms
from storage.members.guild_settings import GuildSettings

SEAT_CHOICES = [
    app_commands.Choice(name=N_("I move first"), value=1),
    app_commands.Choice(name=N_("I move second"), value=2),
    app_commands.Choice(name=N_("I move third"), value=3),
]
LEVEL_CHOICES = [level_choice(level) for level in LEVELS]
PACE_CHOICES = [pace_choice(pace, text) for text, pace in PACES.items()]


class ChallengeAnswer(Protocol):
    """A change of a challenge by clicking on one of its cards."""

    def __call__(
        self, challenge_id: int, person: Participant, *, from_elsewhere: bool
    ) -> Awaitable[Challenge]:
        """:param from_elsewhere: whether its own card isn't the one that was clicked."""
        ...


class ChallengeCommands(FrontCog):
    """Makes challenges and answers them."""

    @app_commands.command(name="challenge", description=N_("Challenge someone to a game"))
    @app_commands.describe(
        game=N_("The game"),
        opponent=N_("Who to challenge (default: anyone in this channel)"),
        second_opponent=N_("A third player, in games for three"),
        options=N_("Options of the game, such as the size of the board"),
        seat=N_("Your seat (default: random)"),
        pace=N_("Time per turn (default: the server's usual pace)"),
        rated=N_("Rated or unrated (default: rated)"),
        level=N_("Play the bot at this level (choosing the bot as the opponent gives level 2)"),
    )
    @app_commands.choices(game=GAME_CHOICES, pace=PACE_CHOICES)
    @app_commands.choices(seat=SEAT_CHOICES, level=LEVEL_CHOICES)
    async def challenge(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.User | None = None,
        second_opponent: discord.User | None = None,
        options: str | None = None,
        seat: int | None = None,
        pace: str | None = None,
        rated: bool = True,
        level: int | None = None,
    ) -> None:
        """Challenge the named opponents, or anyone, and post the card in the channel."""
        async with Answer(interaction, public=True) as answer:
            selected_game = game_named(game)
            users = [each for each in (opponent, second_opponent) if each is not None]
            guests = self._guests(interaction, users, level)
            chosen_options = options_in(selected_game, options)
            complete = options_for(selected_game, chosen_options, max(1 + len(users), seat or 0))
            settings = await self._settings_of_place(interaction)
            terms = Terms(selected_game.key, complete, pace or settings.pace, rated=rated)
            await self._begin(answer, await self._make(answer, terms, guests, seat=seat))

    @challenge.autocomplete("options")
    @empty_where_it_fails
    async def ways_to_play(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the options of the chosen game."""
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        words_typed = typed.casefold().split()
        texts = [text for text in options_texts(game) if all(each in text for each in words_typed)]
        return [app_commands.Choice(name=text, value=text) for text in texts[:MAX_CHOICES]]

    @on_control("begin", arguments=2)
    async def begin_with_computer(self, answer: Answer, game: str, level: str) -> None:
        """Start a match against the bot, and open the panel for the first move."""
        selected_game, number = game_named(game), number_in(level, "level")
        if number not in [each.number for each in LEVELS]:
            raise outdated()
        guests = self._guests(answer.interaction, [], number)
        # A player who starts this way wants to play, so they move first.
        settings = await self._settings_of_place(answer.interaction)
        terms = Terms(selected_game.key, selected_game.choose({}), settings.pace)
        challenge = await self._make(answer, terms, guests, seat=1)
        await self._begin_with_the_panel(answer, challenge, settings)

    @on_control("accept", arguments=1, updates=True)
    async def accept(self, answer: Answer, number: str) -> None:
        """Take a seat. The last one starts the match."""
        _check_place(answer.interaction)
        accepted = await self._change(answer, number, self.club.challenges.accept)
        await self._begin(answer, accepted)
        game = GAMES[accepted.game]
        if await self.club.lessons.is_new_to(answer.user.id, game, accepted.match_id):
            await answer.private(offer_page(game))

    @on_control("decline", arguments=1, updates=True)
    async def decline(self, answer: Answer, number: str) -> None:
        """Decline a challenge to oneself."""
        await self._change(answer, number, self.club.challenges.decline)

    @on_control("cancel", arguments=1, updates=True)
    async def cancel(self, answer: Answer, number: str) -> None:
        """Cancel one's own challenge."""
        await self._change(answer, number, self.club.challenges.cancel)

    @on_control("rematch", arguments=1)
    async def rematch(self, answer: Answer, number: str) -> None:
        """Ask for a rematch, or accept one."""
        await self._settings_of_place(answer.interaction)
        match = await self.match_of(answer, number)
        if match.has_computers:
            self.club.opponents.check_can_play(match.game)
        new_challenge = await self.club.challenges.rematch(
            match, person(answer.user), place_id_of(answer.interaction)
        )
        if new_challenge.challenger_id == answer.user.id:
            await self._post(answer, new_challenge)
        elif new_challenge.match_id is None:
            words = gettext("You accepted the rematch. The others still have to.")
            await answer.private(text_page(words))
        else:
            words = gettext(
                "The rematch has started: match {number}.", number=new_challenge.match_id
            )
            await answer.private(text_page(words))
        await self.front.courier.deliver_challenge(new_challenge.id)
        await self._begin(answer, new_challenge)

    @on_control("guided", arguments=1)
    async def begin_guided_match(self, answer: Answer, key: str) -> None:
        """Start a guided match against the weakest computer."""
        game = game_named(key)
        guests = self._guests(answer.interaction, [], GUIDED_LEVEL)
        settings = await self._settings_of_place(answer.interaction)
        terms = Terms(game.key, game.choose({}), guided=True)
        challenge = await self._make(answer, terms, guests, seat=1, only_one=True)
        await self._begin_with_the_panel(answer, challenge, settings)

    @in_context_menu(N_("Challenge"))
    async def choose_game_for(self, interaction: discord.Interaction, member: discord.User) -> None:
        """Ask for the game to which to challenge the member whose menu it is."""
        async with Answer(interaction) as answer:
            if member.id == interaction.user.id:
                words = lazy_gettext("You can't play against yourself. Choose another member.")
                raise Refusal("yourself", words)
            _check_place(interaction)
            (guest,) = self._guests(interaction, [member], None)
            await answer.private(Page((challenge_menu(guest.user_id, guest.name),)))

    @on_control("challenge", arguments=1)
    async def challenge_to_chosen(self, answer: Answer, user_id: str) -> None:
        """Challenge a member to the game chosen in a menu."""
        game = game_named(next(iter(values_of(answer.interaction)), ""))
        opponent = await _member(answer.interaction, id_in(user_id) or 0)
        guests = self._guests(answer.interaction, [opponent], None)
        settings = await self._settings_of_place(answer.interaction)
        terms = Terms(game.key, game.choose({}), settings.pace)
        await self._make(answer, terms, guests, only_one=True)

    @on_control("seek", arguments=1)
    async def look_for_anybody(self, answer: Answer, key: str) -> None:
        """Challenge anyone to a game, with a card in the channel even from one of its threads."""
        game = game_named(key)
        settings = await self._settings_of_place(answer.interaction)
        terms = Terms(game.key, game.choose({}), pace=settings.pace)
        guild_id = place_of(answer.interaction).guild_id
        if guild_id is None:
            await self._make(answer, terms, (), only_one=True)
            return
        channel = self._channel_of(answer.interaction)
        new_challenge = await self.club.challenges.make(
            terms,
            Place(guild_id, channel.id),
            person(answer.user),
            (),
            only_one=True,
        )
        try:
            async with answer.publicly():
                card = await challenge_card(new_challenge)
            message = await channel.send(
                view=card.layout(),
                files=card.files(),
                allowed_mentions=NOBODY,
                nonce=f"n{new_challenge.id}",
            )
        except Exception:
            await self.club.challenges.cancel(new_challenge.id, person(answer.user))
            raise
        posted = await self.club.challenges.posted(new_challenge.id, message.id)
        words = gettext(
            "Anyone in this channel can accept your challenge now: {link}",
            link=card_address(posted),
        )
        await answer.private(text_page(words))

    async def _make(
        self,
        answer: Answer,
        terms: Terms,
        guests: Sequence[Participant],
        *,
        seat: int | None = None,
        only_one: bool = False,
    ) -> Challenge:
        """Make a challenge in the current channel and post its card.

        :param only_one: refuse a second equal one, for example after a double click.
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
        )
        await self._post(answer, challenge)
        return challenge

    def _channel_of(self, interaction: discord.Interaction) -> discord.PartialMessageable:
        """Return the current channel, or that of the current thread, for posting a card.

        :raises Refusal: `permissions`.
        """
        channel_id = parent_id_of(interaction)
        cached_channel = self.front.client.get_channel(channel_id)
        if isinstance(cached_channel, discord.TextChannel):
            permissions.require(
                cached_channel.permissions_for(cached_channel.guild.me), in_thread=False
            )
        return self.front.client.get_partial_messageable(channel_id)

    async def _settings_of_place(self, interaction: discord.Interaction) -> GuildSettings:
        """Return the settings of a place, after checking that matches may start there.

        :raises Refusal: `permissions`, `channel`.
        """
        _check_place(interaction)
        return await self.club.settings.for_new_play(place_of(interaction))

    def _guests(
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
            here = own_user if interaction.guild is None else interaction.guild.me or own_user
            name = computer_name(here.display_name, computer_level, computers)
            guests.append(Participant(user.id, name, computer_level.number))
        if level is not None and not computers:
            raise Refusal("level", _level_needs_me(own_user))
        return guests

    async def _post(self, answer: Answer, new_challenge: Challenge) -> None:
        """Post the card of a challenge, or cancel the challenge if that fails."""
        try:
            page = await self._card(answer, new_challenge)
            message_id = await answer.public(page)
            if answer.is_forced_private and new_challenge.state == "open":
                raise Refusal(
                    "forced_private",
                    lazy_gettext(
                        "Others can't see what I post here, so nobody could accept. Someone who "
                        "manages this server can allow Use External Apps."
                    ),
                )
        except Exception:
            if new_challenge.state == "open":
                await self.club.challenges.cancel(new_challenge.id, person(answer.user))
            raise
        current = await self.club.challenges.posted(new_challenge.id, message_id)
        if current.version != new_challenge.version:
            # It was answered before its card was posted.
            await answer.update(await self._card(answer, current))

    async def _begin(self, answer: Answer, challenge: Challenge) -> Match | None:
        """Show the match of a challenge, if it has started. A computer may move first."""
        if challenge.match_id is None:
            return None
        await self.front.report_delivery(answer, challenge.match_id)
        match = await self.club.matches.find(challenge.match_id)
        self.club.opponents.take_up(match)
        return match

    async def _begin_with_the_panel(
        self, answer: Answer, challenge: Challenge, settings: GuildSettings
    ) -> None:
        """Show the started match, and open the panel for the first move."""
        match = await self._begin(answer, challenge)
        assert match is not None
        await answer.private(await first_move_page(match, settings.board_width))

    async def _change(
        self,
        answer: Answer,
        number: str,
        change: ChallengeAnswer,
    ) -> Challenge:
        """Apply a change to the challenge of a card, update the card and return the challenge."""
        challenge_id = number_in(number, "challenge")
        interaction = answer.interaction
        present = await self.club.challenges.numbered(viewer_of(interaction), challenge_id)
        clicked = None if interaction.message is None else interaction.message.id
        from_elsewhere = present.message_id not in (None, clicked)
        try:
            challenge = await change(
                challenge_id, person(answer.user), from_elsewhere=from_elsewhere
            )
        except Refusal as refusal:
            if refusal.code == "closed":
                # The card is outdated, so update it.
                current = await self.club.challenges.find(challenge_id)
                cards = self.front.courier.challenge_cards
                await answer.update(await cards.card_of(current, place_id_of(interaction)))
            raise
        await answer.update(await self._card(answer, challenge))
        if challenge.rematch_of is not None:
            await self.front.courier.deliver_challenge(challenge_id)
        return challenge

    async def _card(self, answer: Answer, challenge: Challenge) -> Page:
        """Return the card of a challenge for the place of an interaction."""
        cards, channel_id = self.front.courier.challenge_cards, place_id_of(answer.interaction)
        readers = await cards.readers_in(challenge, channel_id)
        async with answer.publicly():
            return await challenge_card(challenge, readers.markup)


def _level_needs_me(own_user: discord.ClientUser | None) -> Text:
    if own_user is None:
        return lazy_gettext(
            "Levels are only for matches against me. Choose me as the opponent, too."
        )
    return lazy_gettext(
        "Levels are only for matches against me. Choose {me} as the opponent, too.",
        me=own_user.mention,
    )


def _check_place(interaction: discord.Interaction) -> None:
    if place_of(interaction).guild_id is None:
        # Nothing is posted there but answers, which need no permission.
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.require(interaction.app_permissions, in_thread=in_thread)


async def _member(interaction: discord.Interaction, user_id: int) -> discord.Member:
    """Return a member of the server of an interaction.

    :raises Refusal: `not_here`.
    """
    try:
        if interaction.guild is not None:
            return await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        pass
    words = lazy_gettext("They are not a member of this server. Challenge another member.")
    raise Refusal("not_here", words)


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
        # Discord doesn't say who else is in a group chat.
        return person(user)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    is_here = isinstance(user, discord.Member) and (
        not isinstance(channel, discord.abc.GuildChannel)
        or channel.permissions_for(user).view_channel
    )
    if not is_here:
        words = lazy_gettext(
            "{name} can't see this channel. Challenge them in one that you both can see.",
            name=user.mention,
        )
        raise Refusal("not_here", words)
    return person(user)
