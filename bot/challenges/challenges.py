"""`/challenge` and the controls of challenge cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands

from bot.challenges.making import ChallengeMaker, Proposal, check_place, member_of
from bot.interface.answers import Answer
from bot.interface.context import person, place_id_of, viewer_of
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.front import command
from bot.interface.options import (
    GAME_CHOICES,
    GAME_WORDS,
    LEVEL_CHOICES,
    MAX_CHOICES,
    OPTIONS_WORDS,
    Choices,
    empty_on_failure,
    options_texts,
    pace_choice,
)
from bot.pages.layout import Page, id_in, text_page
from club.club import Club
from club.matches.match import Match
from club.paces import PACES
from club.parts import LoadedParts
from engine.engine import LEVELS
from language.texts import N_, gettext
from language.typed import folded
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, Terms

SEAT_CHOICES = [
    app_commands.Choice(name=N_("I move first"), value=1),
    app_commands.Choice(name=N_("I move second"), value=2),
    app_commands.Choice(name=N_("I move third"), value=3),
]
PACE_CHOICES = [pace_choice(pace, text) for text, pace in PACES.items()]


AFTER_ACCEPTING = LoadedParts[tuple[Club, int, Challenge], Page]()
"""Private pages for a user who has accepted a challenge."""

ChallengeAnswer = Callable[[int, Participant], Awaitable[Challenge]]
"""A change to a challenge, made by clicking on one of its cards."""


class ChallengeCommands(ChallengeMaker):
    """Makes challenges and answers them."""

    @command("challenge", N_("Challenge someone to a game"), public=True)
    @app_commands.describe(
        game=GAME_WORDS,
        opponent=N_("Who to challenge (default: anyone in this channel)"),
        second_opponent=N_("A third player, in games for three"),
        options=OPTIONS_WORDS,
        seat=N_("Your seat (default: random)"),
        pace=N_("Time per turn (default: the server's usual pace)"),
        rated=N_("Rated or unrated (default: rated)"),
        level=N_("Play the bot at this level (choosing just the bot as the opponent: level 2)"),
    )
    @app_commands.choices(game=GAME_CHOICES, pace=PACE_CHOICES)
    @app_commands.choices(seat=SEAT_CHOICES, level=LEVEL_CHOICES)
    async def challenge(
        self,
        answer: Answer,
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
        users = [each for each in (opponent, second_opponent) if each is not None]
        ids = tuple(user.id for user in users)
        proposal = Proposal(game, ids, options or "", pace, rated=rated, seat=seat, level=level)
        await self.propose(answer, proposal, users)

    @challenge.autocomplete("options")
    @empty_on_failure
    async def ways_to_play(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the options of the chosen game."""
        game = GAMES.get(str(getattr(interaction.namespace, "game", "")))
        if game is None:
            return []
        typed_parts = folded(typed).split()
        texts = [text for text in options_texts(game) if all(each in text for each in typed_parts)]
        return [app_commands.Choice(name=text, value=text) for text in texts[:MAX_CHOICES]]

    @on_control("begin")
    async def begin_with_computer(self, answer: Answer, game: Game, level: int) -> None:
        """Start a match against the bot, and open the panel for the first move."""
        if level not in [each.number for each in LEVELS]:
            raise outdated()
        guests = self.guests(answer.interaction, [], level)
        # A player who starts this way wants to play, so they move first.
        settings = await self.settings_of_place(answer.interaction)
        terms = Terms(game.key, game.choose({}), settings.pace)
        challenge = await self.make(answer, terms, guests, seat=1, only_one=True)
        await self.begin_with_panel(answer, challenge, settings)

    @on_control("accept", updates=True)
    async def accept(self, answer: Answer, challenge_id: int) -> None:
        """Take a seat. The last one starts the match."""
        check_place(answer.interaction)
        accepted = await self._change(answer, challenge_id, self.club.challenges.accept)
        await self.begin(answer, accepted)
        for page in await AFTER_ACCEPTING.of((self.club, answer.user.id, accepted)):
            await answer.private(page)
        await self.front.courier.deliver_challenge(accepted.id)

    @on_control("decline", updates=True)
    async def decline(self, answer: Answer, challenge_id: int) -> None:
        """Decline a challenge to the user."""
        declined = await self._change(answer, challenge_id, self.club.challenges.decline)
        await self.front.courier.deliver_challenge(declined.id)

    @on_control("cancel", updates=True)
    async def cancel(self, answer: Answer, challenge_id: int) -> None:
        """Cancel the user's own challenge."""
        cancelled = await self._change(answer, challenge_id, self.club.challenges.cancel)
        await self.front.courier.deliver_challenge(cancelled.id)

    @on_control("rematch")
    async def rematch(self, answer: Answer, match: Match) -> None:
        """Ask for a rematch, or accept one."""
        await self.settings_of_place(answer.interaction)
        if match.has_computers:
            self.club.opponents.check_can_play(match.game)
        new_challenge = await self.club.rematches.ask(
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
        rematch = await self.begin(answer, new_challenge)
        player = None if rematch is None else rematch.player_of(answer.user.id)
        if rematch is not None and player is not None and rematch.is_against_computers(player):
            open_panel = partial(self.open_panel, answer, rematch.id)
            self.club.opponents.run_after_reply(rematch, open_panel)

    @on_control("guided")
    async def begin_guided_match(self, answer: Answer, game: Game) -> None:
        """Start a guided match against the weakest computer."""
        guests = self.guests(answer.interaction, [], LEVELS[0].number)
        settings = await self.settings_of_place(answer.interaction)
        terms = Terms(game.key, game.choose({}), guided=True)
        challenge = await self.make(answer, terms, guests, seat=1, only_one=True)
        await self.begin_with_panel(answer, challenge, settings)

    @on_control("challenge")
    async def challenge_to_chosen(self, answer: Answer, user_id: str) -> None:
        """Challenge a member to the game chosen in a menu."""
        game = game_named(next(iter(values_of(answer.interaction)), ""))
        opponent = await member_of(answer.interaction, id_in(user_id) or 0)
        guests = self.guests(answer.interaction, [opponent], None)
        settings = await self.settings_of_place(answer.interaction)
        terms = Terms(game.key, game.choose({}), settings.pace)
        await self.make(answer, terms, guests, only_one=True)

    async def _change(
        self, answer: Answer, challenge_id: int, change: ChallengeAnswer
    ) -> Challenge:
        """Change the challenge of a card, update the card, and return the challenge."""
        interaction = answer.interaction
        current = await self.club.challenges.find_visible(viewer_of(interaction), challenge_id)
        is_own_card = place_id_of(interaction) == current.channel_id
        if current.message_id is None and interaction.message is not None and is_own_card:
            # The process ended after it posted the card.
            await self.club.challenges.set_message(challenge_id, interaction.message.id)
        try:
            challenge = await change(challenge_id, person(answer.user))
        except Refusal as refusal:
            if refusal.code == "closed":
                # The card is outdated, so update it.
                current = await self.club.challenges.find(challenge_id)
                await answer.update(await self.cards.card_of(current, place_id_of(interaction)))
            raise
        await answer.update(await self.card(answer, challenge))
        return challenge
