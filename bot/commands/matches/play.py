"""Playing: `/move` with the moves that are legal, and the Play button with its panel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import (
    LONGEST_CHOICE,
    Choices,
    choices_of_matches,
    empty_where_it_fails,
)
from bot.interactions.controls import on_control, values_of
from bot.interactions.interaction_context import guild_id_of
from bot.interactions.match_option import match_to_move_in
from bot.interactions.move_steps import steps_in
from bot.interactions.numbers import number_in
from bot.pages.links import link_to
from bot.pages.matches.cards import game_words, prompt
from bot.pages.matches.computer_words import thinking_words
from bot.pages.matches.panel import panel_page, without_backs
from bot.pages.matches.step_picker import advanced, parted
from bot.pages.page import Button, Page, text_page
from bot.pages.refusals import refusal_words
from bot.pages.wording import plain
from club.computers.opponents import Opponents
from club.matches.match import CONDITIONAL, Match
from club.matches.match_finder import has_turn
from club.matches.matches import not_your_turn, stale
from rules.notation import suggest
from rules.position import Move
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Played

OVERTAKEN = frozenset({"stale", "match_over", "not_your_turn"})
"""Refusals that make a panel pointless: it gives way to the words."""


class PlayCommands(FrontCog):
    """Makes moves: typed, or grown step by step in a panel."""

    @app_commands.command(name="move", description="Make your move by typing it")
    @app_commands.describe(
        move="Your move; legal ones are suggested as you type",
        match="Which match, if it's your turn in several",
        draw="Offer a draw with this move",
    )
    async def move(
        self,
        interaction: discord.Interaction,
        move: str,
        match: str | None = None,
        draw: bool = False,
    ) -> None:
        """Play what is typed in the match named, or in the only one here."""
        async with Answer(interaction) as answer:
            meant = await match_to_move_in(self.club.match_finder, interaction, match)
            played = await self.club.matches.make_move(
                meant, interaction.user.id, move, offers_draw=draw
            )
            page = await self._played_page(played, interaction.user.id, offered_draw=draw)
            await answer.private(page)
            await self.front.report_delivery(answer, played.id, played)

    @move.autocomplete("move")
    @empty_where_it_fails
    async def legal_moves(self, interaction: discord.Interaction, typed: str) -> Choices:
        """The legal moves that begin as is typed, for whose turn it is."""
        named = getattr(interaction.namespace, "match", None)
        match = await match_to_move_in(self.club.match_finder, interaction, named or None)
        player = match.player_to_move
        if player is None or player.user_id != interaction.user.id:
            return []
        return [_choice(match, each) for each in suggest(match.position, typed)]

    @move.autocomplete("match")
    @empty_where_it_fails
    async def matches_to_move_in(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Matches in which it is the turn of who asks."""
        running = await self.club.match_finder.of_person(
            guild_id_of(interaction), interaction.user.id
        )
        turns = [match for match in running if has_turn(match, interaction.user.id)]
        return choices_of_matches(turns, typed)

    @on_control("play", arguments=2)
    async def open_panel(self, answer: Answer, number: str, turn_began: str) -> None:
        """Open the panel of a move for whose turn it is on the card that was clicked."""
        match = await self.match_of(answer, number)
        if match.player_of(answer.user.id) is None:
            raise Refusal(
                "not_yours",
                f"You are not in match {match.id}. `/challenge` starts one of your own.",
            )
        if match.is_over or number_in(turn_began, "version") != match.turn_began:
            raise stale(match)
        _check_has_turn(match, answer.user.id)
        await answer.private(await self._panel(match, ()))

    @on_control("at", arguments=3, updates=True)
    async def choose_step(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Show the panel with the steps of a button, or with one more that a menu gives."""
        match = await self._unchanged(answer, number, version)
        if match is not None:
            carried, backs = without_backs(steps)
            prefix = steps_in(match.position, carried, values_of(answer.interaction))
            await answer.update(await self._panel(match, prefix, backs=backs))

    @on_control("group", arguments=3, updates=True)
    async def choose_group(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Show the panel with the choices of one row or file."""
        match = await self._unchanged(answer, number, version)
        if match is not None:
            carried, backs = without_backs(steps)
            prefix = steps_in(match.position, carried)
            group = next(iter(values_of(answer.interaction)), None)
            await answer.update(await self._panel(match, prefix, group, backs=backs))

    @on_control("confirm", arguments=3, updates=True)
    async def confirm(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Play the move of the panel."""
        await self._confirm(answer, number, version, steps, offers_draw=False)

    @on_control("propose", arguments=3, updates=True)
    async def confirm_and_offer_draw(
        self, answer: Answer, number: str, version: str, steps: str
    ) -> None:
        """Play the move of the panel, and offer a draw with it."""
        await self._confirm(answer, number, version, steps, offers_draw=True)

    @on_control("undo", arguments=2, updates=True)
    async def take_back(self, answer: Answer, number: str, version: str) -> None:
        """Take the last decision of one's own turn back, and show the panel for another."""
        match = await self.match_of(answer, number)
        try:
            match = await self.club.matches.take_back(
                match.id, answer.user.id, number_in(version, "version")
            )
        except Refusal as refusal:
            await answer.update(text_page(refusal_words(refusal)))
            return
        await answer.update(await self._panel(match, (), said="Taken back."))
        await self.front.report_delivery(answer, match.id)

    async def _unchanged(self, answer: Answer, number: str, version: str) -> Match | None:
        """The match of a panel, for whose turn it is; None where it has gone on since, which is
        said.

        :raises Refusal: `unknown_match`, `number`, `not_your_turn`.
        """
        match = await self.match_of(answer, number)
        if match.is_over or number_in(version, "version") != match.stored.version:
            await answer.update(text_page(refusal_words(stale(match))))
            return None
        _check_has_turn(match, answer.user.id)
        return match

    async def _confirm(
        self, answer: Answer, number: str, version: str, steps: str, *, offers_draw: bool
    ) -> None:
        match = await self.match_of(answer, number)
        user_id, move, seen = answer.user.id, parted(steps), number_in(version, "version")
        try:
            played = await self.club.matches.make_move(
                match, user_id, move, seen, offers_draw=offers_draw
            )
        except Refusal as refusal:
            if refusal.code not in OVERTAKEN:
                raise
            played = await self.club.matches.find(match.id)
            if not _is_made(played, user_id, move, seen):
                await answer.update(text_page(refusal_words(refusal)))
                return
        if played.position.is_mid_turn and not played.is_over:
            said = f"You played **{played.played[-1].text}**, and you move again."
            if offers_draw and played.offer("draw") is not None:
                said = f"{said} You offered a draw."
            page = await self._panel(played, (), said=said)
        else:
            page = await self._played_page(played, user_id, offered_draw=offers_draw)
        await answer.update(page)
        await self.front.report_delivery(answer, played.id, played)

    async def _panel(
        self,
        match: Match,
        prefix: Move,
        group: str | None = None,
        said: str = "",
        backs: int = 0,
    ) -> Page:
        width = await self.front.board_width(match.stored.guild_id)
        steps = advanced(match.position, prefix)
        return await panel_page(match, steps, group, width=width, said=said, backs=backs)

    async def _played_page(self, match: Match, user_id: int, *, offered_draw: bool) -> Page:
        """What has been played, and where the next match that awaits the person is."""
        title = game_words(match.game, match.stored.options)
        said = _played_words(self.club.opponents, match, user_id, offered_draw=offered_draw)
        words = f"{title} · match {match.id}: {said}"
        guild_id = match.stored.guild_id
        following = await self.club.match_finder.next_turn(guild_id, user_id, but=match.id)
        if following is None:
            return text_page(words)
        label = f"Next: {GAMES[following.game].name}, match {following.id}"
        return Page((words, (Button(label, link_to(following)),)))


def _check_has_turn(match: Match, user_id: int) -> None:
    """Check that it is somebody's turn in a match that goes on.

    :raises Refusal: `not_your_turn`.
    """
    current = match.player_to_move
    if current is None or current.user_id != user_id:
        raise not_your_turn(match)


def _is_made(match: Match, user_id: int, move: Move, version: int) -> bool:
    """Whether this very move was made by a click just before: the second of a double click."""
    player = match.player_of(user_id)
    return (
        match.stored.version == version + 1
        and player is not None
        and bool(match.played)
        and match.played[-1].seat == player.seat
        and match.played[-1].move == move
    )


def _choice(match: Match, move: Move) -> app_commands.Choice[str]:
    text = match.position.text(move)
    # A long list of captured stones is shown cut, and sent without: the steps say it all.
    value = text if len(text) <= LONGEST_CHOICE else "-".join(move)
    return app_commands.Choice(name=text[:LONGEST_CHOICE], value=value)


def _played_words(opponents: Opponents, match: Match, user_id: int, *, offered_draw: bool) -> str:
    own = _since_own(match, user_id)
    words = f"You played **{own[0].text}**."
    answers = [
        f"{plain(match.players[each.seat - 1].name)} replied **{each.text}** (planned)."
        for each in own[1:]
    ]
    words = " ".join([words, *answers])
    if match.is_over:
        return f"{words} The match is over."
    current = match.player_to_move
    assert current is not None
    if match.offer("draw") is not None:
        words = f"{words} You offered a draw."
    elif offered_draw and answers:
        words = f"{words} The reply came before your draw offer; you can offer it now."
    if current.user_id == user_id:
        return f"{words} You move again: {prompt(match)}."
    if current.is_computer:
        return f"{words} {thinking_words(match, opponents.searches_before(match))}"
    return f"{words} {plain(current.name)} is to move."


def _since_own(match: Match, user_id: int) -> tuple[Played, ...]:
    """The latest move that somebody made by hand, and what it brought about."""
    first = len(match.played) - 1
    while first > 0 and (
        match.record[first].kind == CONDITIONAL or match.record[first].user_id != user_id
    ):
        first -= 1
    return match.played[first:]
