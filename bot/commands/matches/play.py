"""`/move`: typed moves, with legal ones suggested."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.commands.front import Front
from bot.commands.front_cog import FrontCog
from bot.commands.matches.move_answers import MoveAnswers
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.autocomplete import (
    MAX_CHOICE_LENGTH,
    MAX_CHOICES,
    Choices,
    choice,
    empty_on_failure,
)
from bot.interactions.entries.match_option import choices_of_matches, match_to_move_in, with_number
from bot.interactions.interaction_context import place_of
from bot.pages.control_ids import SEPARATOR, control
from bot.pages.page import MAX_CONTROL_LENGTH
from club.finding.match_finder import Candidates
from club.matches.match import Match, has_turn
from language.texts import N_, gettext
from rules.notation import suggest
from rules.position import Move
from rules.refusal import Refusal
from storage.matches.stored_match import StoredMatch


class PlayCommands(FrontCog):
    """Plays moves typed with the command."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._answers = MoveAnswers(front)

    @app_commands.command(name="move", description=N_("Make your move by typing it"))
    @app_commands.describe(
        move=N_("Your move (type to see suggestions)"),
        match=N_("The match (needed if it's your turn in several)"),
        draw=N_("Offer a draw with this move"),
    )
    async def move(
        self,
        interaction: discord.Interaction,
        move: str,
        match: str | None = None,
        draw: bool = False,
    ) -> None:
        """Play a typed move in the named match, or in the only one here."""
        async with Answer(interaction) as answer:
            if match is None:
                match, move = with_number(move)
            target = await match_to_move_in(
                self.club.match_finder, interaction, match, partial(_play_control, move, draw)
            )
            after = await self.club.matches.make_move(
                target, interaction.user.id, move, offers_draw=draw
            )
            page = await self._answers.after_typing(after, interaction.user.id, offered_draw=draw)
            await answer.private(page)
            await self.front.report_delivery(answer, after.id, after)
            self._answers.expect_reply(answer, after, after.ply, in_panel=False)

    @on_control("move-in", arguments=3, updates=True)
    async def play_in(self, answer: Answer, number: str, draw: str, move: str) -> None:
        """Play a typed move once its match is chosen."""
        target, user_id, offers_draw = (
            await self.match_of(answer, number),
            answer.user.id,
            bool(draw),
        )
        after = await self.club.matches.make_move(target, user_id, move, offers_draw=offers_draw)
        page = await self._answers.after_typing(after, user_id, offered_draw=offers_draw)
        await answer.update(page)
        await self.front.report_delivery(answer, after.id, after)
        self._answers.expect_reply(answer, after, after.ply, in_panel=False)

    @move.autocomplete("move")
    @empty_on_failure
    async def legal_moves(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest legal moves that start with the typed text.

        If it is the user's turn in several matches here, each is suggested with its number.
        """
        option = getattr(interaction.namespace, "match", None) or None
        number, typed = (None, typed) if option else with_number(typed)
        try:
            match = await match_to_move_in(self.club.match_finder, interaction, option or number)
        except Refusal as refusal:
            candidates = refusal.values.get("numbers")
            if not isinstance(candidates, Candidates):
                raise
            return await self._choices_in(candidates, typed)
        player = match.player_to_move
        if player is None or player.user_id != interaction.user.id:
            return []
        names = number is not None
        return [_choice(match, each, names=names) for each in suggest(match.position, typed)]

    async def _choices_in(self, candidates: Candidates, typed: str) -> Choices:
        """Return moves of several matches, the same number of each, newest card first."""
        moves_per_match = max(1, MAX_CHOICES // len(candidates.matches))
        choices: Choices = []
        newest = sorted(
            candidates.matches, key=lambda each: each.card_message_id or 0, reverse=True
        )
        for stored in newest[:MAX_CHOICES]:
            match = await self.club.matches.find(stored.id)
            moves = suggest(match.position, typed, moves_per_match)
            choices += [_choice(match, move, names=True) for move in moves]
        return choices

    @move.autocomplete("match")
    @empty_on_failure
    async def matches_to_move_in(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest matches in which it is the user's turn."""
        running = await self.club.match_finder.of_person(
            place_of(interaction).guild_id, interaction.user.id
        )
        turns = [match for match in running if has_turn(match, interaction.user.id)]
        return choices_of_matches(turns, typed)


def _play_control(move: str, draw: bool, match: StoredMatch) -> str:
    """Return the control that plays a typed move in a match, or the panel's if it is too long."""
    typed = control("move-in", match.id, "draw" if draw else "", " ".join(move.split()))
    if len(typed) > MAX_CONTROL_LENGTH or SEPARATOR in move:
        return control("at", match.id, match.version, "")
    return typed


def _choice(match: Match, move: Move, *, names: bool) -> app_commands.Choice[str]:
    """:param names: whether to include the match."""
    text = match.position.text(move)
    match_words = gettext("{game}, match {number}", game=match.game.name, number=match.id)
    label = f"{text} · {match_words}" if names else text
    number = f"#{match.id} " if names else ""
    # A long list of captured stones is cut and not sent, because the steps are enough.
    fits = len(number) + len(text) <= MAX_CHOICE_LENGTH
    return choice(label, number + (text if fits else "-".join(move)))
