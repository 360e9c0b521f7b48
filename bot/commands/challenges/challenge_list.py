"""The open challenges of a channel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import person, place_id_of, viewer_of
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, address
from bot.pages.listing import listing
from bot.pages.page import MAX_TEXT_LENGTH, Button, Page
from club.clocks.pace import pace_of
from language.lists import listed
from language.texts import N_, gettext, pgettext
from presentation.paces import pace_words
from presentation.phrases import game_words
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches import challenges as stored_challenges
from storage.matches.challenges import Challenge

MAX_CANCELLED = 5
"""Maximum number of buttons to cancel challenges, one row."""


class ChallengeListCommands(FrontCog):
    """Lists the open challenges of a channel."""

    @app_commands.command(
        name="challenges", description=N_("List the open challenges in this channel")
    )
    async def challenges(self, interaction: discord.Interaction) -> None:
        """List the open challenges here, with buttons to cancel the user's own."""
        async with Answer(interaction) as answer:
            await answer.private(await self._challenges_page(interaction))

    @on_control("withdraw", arguments=1, updates=True)
    async def cancel_from_list(self, answer: Answer, number: str) -> None:
        """Cancel the user's own challenge, and list the others."""
        challenge_id = number_in(number, "challenge")
        notice = gettext("Challenge {number} is cancelled.", number=challenge_id)
        try:
            await self.club.challenges.find_visible(viewer_of(answer.interaction), challenge_id)
            await self.club.challenges.cancel(challenge_id, person(answer.user))
        except Refusal as refusal:
            notice = refusal_words(refusal, DISCORD)
        await answer.update(await self._challenges_page(answer.interaction, notice))
        await self.front.courier.deliver_challenge(challenge_id)

    async def _challenges_page(self, interaction: discord.Interaction, notice: str = "") -> Page:
        async with self.club.store.read() as tx:
            open_challenges = await stored_challenges.open_in(tx, place_id_of(interaction))
        now = discord.utils.utcnow()
        still_open = [each for each in open_challenges if each.expires_at > now]
        return _challenges_page(still_open, interaction.user.id, notice)


def _challenges_page(challenges: list[Challenge], user_id: int, notice: str) -> Page:
    before = [notice] if notice else []
    if not challenges:
        words = gettext("There are no open challenges in this channel. Make one with `/challenge`.")
        return Page((*before, words))
    lines = [_challenge_line(each) for each in challenges]
    text = listing(gettext("Open challenges"), lines, MAX_TEXT_LENGTH - len(notice))
    own = [each for each in challenges if each.challenger_id == user_id]
    buttons = tuple(
        Button(gettext("Cancel {number}", number=each.id), control("withdraw", each.id))
        for each in own[:MAX_CANCELLED]
    )
    return Page((*before, text, buttons) if buttons else (*before, text))


def _challenge_line(challenge: Challenge) -> str:
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    anyone = pgettext("challenged", "anyone")
    return gettext(
        "- **{number}** · {name} to {others}: {game}, {pace} · expires {when} · [card]({link})",
        number=challenge.id,
        name=DISCORD.name(challenge.challenger_name),
        others=listed([DISCORD.name(guest.name) if guest.name else anyone for guest in waiting]),
        game=game_words(GAMES[challenge.game], challenge.options),
        pace=pace_words(pace_of(challenge.pace)),
        when=DISCORD.relative(challenge.expires_at),
        link=address(challenge.guild_id, challenge.channel_id, challenge.message_id),
    )
