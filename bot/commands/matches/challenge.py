"""`/challenge`, and the controls of the card that it makes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions import permissions
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import offering
from bot.interactions.interaction_context import (
    guild_id_of,
    number_in,
    parent_id_of,
    person,
    place_id_of,
)
from bot.interactions.match_option import match_of_control
from bot.pages.matches.cards import challenge_page
from bot.pages.matches.computer_words import computer_name, level_label
from bot.pages.matches.pace_words import pace_words
from bot.pages.page import text_page
from club.challenges.challenges import Challenge
from club.challenges.participant import Participant
from club.clocks.pace import PACES
from club.computers.opponents import USUAL_LEVEL
from engine.levels import LEVELS, level_numbered
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from storage.members import guild_settings as guild_settings
from storage.members.guild_settings import GuildSettings

if TYPE_CHECKING:
    from bot.process.client import Stairwell

GAME_CHOICES = [app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items()]
SEAT_CHOICES = [
    app_commands.Choice(name="I move first", value=1),
    app_commands.Choice(name="I move second", value=2),
    app_commands.Choice(name="I move third", value=3),
]
LEVEL_CHOICES = [
    app_commands.Choice(name=level_label(level), value=level.number) for level in LEVELS
]
PACE_CHOICES = [
    app_commands.Choice(name=f"{pace_words(pace)[:1].upper()}{pace_words(pace)[1:]}", value=text)
    for text, pace in PACES.items()
]


def add(bot: Stairwell) -> None:
    """Give the bot the command and its controls."""

    @bot.tree.command(name="challenge", description="Challenge somebody to a game")
    @app_commands.describe(
        game="Which game",
        opponent="Whom; leave it out to challenge anybody here",
        second_opponent="The third player, in games for three",
        options="How to play it, where the game leaves a choice",
        seat="Which seat you want; random if you leave it out",
        pace="How much time there is; the server's usual pace if you leave it out",
        rated="Whether it counts for ratings; it does if you leave it out",
        level="How well I play, where you challenge me myself; level 2 if you leave it out",
    )
    @app_commands.choices(game=GAME_CHOICES, pace=PACE_CHOICES)
    @app_commands.choices(seat=SEAT_CHOICES, level=LEVEL_CHOICES)
    async def challenge(
        interaction: discord.Interaction[Stairwell],
        game: str,
        opponent: discord.User | None = None,
        second_opponent: discord.User | None = None,
        options: str | None = None,
        seat: int | None = None,
        pace: str | None = None,
        rated: bool = True,
        level: int | None = None,
    ) -> None:
        async with Answer(interaction, public=True) as answer:
            chosen = game_named(game)
            users = [each for each in (opponent, second_opponent) if each is not None]
            _check_place(interaction)
            async with bot.club.store.read() as tx:
                settings = await guild_settings.get(tx, guild_id_of(interaction))
            _check_channel_allowed(interaction, settings)
            guests = _guests(bot, interaction, users, level)
            if any(guest.level is not None for guest in guests):
                bot.club.opponents.check_can_play(chosen)
            made = await bot.club.challenges.make(
                chosen,
                options_for(chosen, options_in(chosen, options), max(1 + len(users), seat or 0)),
                guild_id=guild_id_of(interaction),
                channel_id=place_id_of(interaction),
                challenger=person(interaction.user),
                guests=guests,
                seat=seat,
                pace=settings.pace if pace is None else pace,
                rated=rated,
            )
            await _post(bot, answer, made)
            await begun(answer, made)

    @challenge.autocomplete("options")
    @offering
    async def options_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        wanted = typed.casefold().split()
        texts = [text for text in options_texts(game) if all(each in text for each in wanted)]
        return [app_commands.Choice(name=text, value=text) for text in texts[:25]]

    async def begun(answer: Answer, challenge: Challenge) -> None:
        """Show the match that a challenge has begun, if it has; a computer may be first to move."""
        if challenge.match_id is not None:
            await bot.report_delivery(answer, challenge.match_id)
            bot.club.opponents.take_up(await bot.club.matches.find(challenge.match_id))

    async def changed(
        answer: Answer,
        arguments: tuple[str, ...],
        change: Callable[[int, Participant], Awaitable[Challenge]],
    ) -> Challenge:
        challenge_id = number_in(arguments[0], "challenge") or 0
        await bot.club.challenges.of_guild(guild_id_of(answer.interaction), challenge_id)
        try:
            challenge = await change(challenge_id, person(answer.user))
        except Refusal as refusal:
            if refusal.code == "closed":
                # The card missed how the challenge ended; now it shows it.
                await answer.update(challenge_page(await bot.club.challenges.find(challenge_id)))
            raise
        await answer.update(challenge_page(challenge))
        return challenge

    @bot.controls.handles("accept", arguments=1, updates=True)
    async def accept(answer: Answer, arguments: tuple[str, ...]) -> None:
        _check_place(answer.interaction)
        await begun(answer, await changed(answer, arguments, bot.club.challenges.accept))

    @bot.controls.handles("rematch", arguments=1)
    async def rematch(answer: Answer, arguments: tuple[str, ...]) -> None:
        _check_place(answer.interaction)
        async with bot.club.store.read() as tx:
            settings = await guild_settings.get(tx, guild_id_of(answer.interaction))
        _check_channel_allowed(answer.interaction, settings)
        match = await match_of_control(bot, answer.interaction, arguments[0])
        if match.has_computers:
            bot.club.opponents.check_can_play(match.game)
        made = await bot.club.challenges.rematch(
            match, person(answer.user), place_id_of(answer.interaction)
        )
        if made.challenger_id == answer.user.id:
            await _post(bot, answer, made)
        elif made.match_id is None:
            await answer.private(text_page("You accept the rematch; others are still to answer."))
            await bot.courier.deliver_challenge(made.id)
        else:
            await answer.private(text_page(f"The rematch begins: match {made.match_id}."))
        await begun(answer, made)

    @bot.controls.handles("decline", arguments=1, updates=True)
    async def decline(answer: Answer, arguments: tuple[str, ...]) -> None:
        await changed(answer, arguments, bot.club.challenges.decline)

    @bot.controls.handles("cancel", arguments=1, updates=True)
    async def cancel(answer: Answer, arguments: tuple[str, ...]) -> None:
        await changed(answer, arguments, bot.club.challenges.cancel)


def options_texts(game: Game) -> list[str]:
    """Every way to choose the options of a game, as its text: `size 5`."""
    ways = product(*([(option.key, value) for value in option.values] for option in game.options))
    return [", ".join(f"{key} {value}" for key, value in way) for way in ways if way]


def options_for(game: Game, chosen: Mapping[str, int | None], seats: int) -> dict[str, int]:
    """The complete options: the defaults for what was not chosen, or what is nearest to them and
    seats so many.

    Where too few can be seated in any way, it is the defaults.

    :raises Refusal: `option`.
    """
    complete = game.choose(chosen)
    left = [
        (option.key, value)
        for option in game.options
        if chosen.get(option.key) is None
        for value in option.values
    ]
    ways = [complete, *({**complete, key: value} for key, value in left)]
    return next((way for way in ways if len(game.seat_names(way)) >= seats), complete)


def options_in(game: Game, text: str | None) -> dict[str, int | None]:
    """The options that a text like `size 5` chooses; a lone number is the game's only option.

    :raises Refusal: `option`.
    """
    chosen: dict[str, int | None] = {}
    for part in (text or "").replace("=", " ").replace(":", " ").split(","):
        words = part.split()
        if not words:
            continue
        if len(words) == 1 and len(game.options) == 1:
            words = [game.options[0].key, *words]
        if len(words) != 2 or not (words[1].isascii() and words[1].isdigit()):
            offered = options_texts(game)
            example = f"Write it like `{offered[-1]}`." if offered else f"{game.name} has none."
            raise Refusal("option", f"I can't read the options “{(text or '')[:40]}”. {example}")
        chosen[words[0].casefold()] = int(words[1][:9])
    return chosen


async def _post(bot: Stairwell, answer: Answer, made: Challenge) -> None:
    """Show a challenge to the channel; one that can't be shown is none."""
    try:
        message_id = await answer.public(challenge_page(made))
    except Exception:
        if made.state == "open":
            await bot.club.challenges.cancel(made.id, person(answer.user))
        raise
    present = await bot.club.challenges.posted(made.id, message_id)
    if present.version != made.version:
        # Somebody answered it otherwise than by its card, before that was there.
        await answer.update(challenge_page(present))


def _check_place(interaction: discord.Interaction[Stairwell]) -> None:
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.require(interaction.app_permissions, in_thread=in_thread)


def _check_channel_allowed(
    interaction: discord.Interaction[Stairwell], settings: GuildSettings
) -> None:
    if settings.channels and parent_id_of(interaction) not in settings.channels:
        channels = ", ".join(f"<#{channel_id}>" for channel_id in settings.channels)
        raise Refusal("channel", f"In this server matches are played in {channels}.")


def _guests(
    bot: Stairwell,
    interaction: discord.Interaction[Stairwell],
    users: Sequence[discord.User | discord.Member],
    level: int | None,
) -> list[Participant]:
    """Those who are asked, computers for the bot itself.

    :raises Refusal: `bot`, `not_here`, `level`.
    """
    guests: list[Participant] = []
    computers = 0
    for user in users:
        if bot.user is None or user.id != bot.user.id:
            guests.append(_guest(interaction, user))
            continue
        computers += 1
        chosen = level_numbered(level or USUAL_LEVEL)
        here = bot.user if interaction.guild is None else interaction.guild.me
        name = computer_name(here.display_name, chosen, computers)
        guests.append(Participant(user.id, name, chosen.number))
    if level is not None and not computers:
        who = "me" if bot.user is None else bot.user.mention
        raise Refusal("level", f"A level is for matches against me: choose {who} as opponent, too.")
    return guests


def _guest(
    interaction: discord.Interaction[Stairwell], user: discord.User | discord.Member
) -> Participant:
    """An opponent who can be asked.

    :raises Refusal: `bot`, `not_here`.
    """
    if user.bot:
        raise Refusal("bot", f"{user.mention} is a bot and can't play. Challenge another member.")
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    is_here = isinstance(user, discord.Member) and (
        not isinstance(channel, discord.abc.GuildChannel)
        or channel.permissions_for(user).view_channel
    )
    if not is_here:
        raise Refusal(
            "not_here",
            f"{user.mention} can't see this channel. Challenge them where both of you are.",
        )
    return person(user)
