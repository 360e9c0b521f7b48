"""Playing: `/move` with the moves that are legal, and the Play button with its panel."""

from __future__ import annotations

from functools import partial
from itertools import takewhile

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    Choices,
    choice,
    choices_of_matches,
    empty_where_it_fails,
)
from bot.interactions.controls import on_control, typed_in
from bot.interactions.interaction_context import guild_id_of
from bot.interactions.match_option import match_to_move_in, with_number
from bot.interactions.move_steps import group_in, steps_in
from bot.interactions.numbers import number_in
from bot.pages.control_ids import SEPARATOR, control
from bot.pages.discord_markup import DISCORD
from bot.pages.matches.next_match import next_button
from bot.pages.moves.panel import panel_page
from bot.pages.moves.step_panel import steps_of
from bot.pages.moves.typing_form import typing_form
from bot.pages.page import LONGEST_CONTROL, Page, text_page
from club.computers.opponents import Opponents
from club.matches.match import CONDITIONAL, Match
from club.matches.match_finder import Candidates, has_turn
from club.matches.refusals import not_your_turn, stale
from presentation.matches.computers import thinking_words
from presentation.matches.turns import prompt
from presentation.phrases import game_words
from presentation.refusals import refusal_words, typed_words
from presentation.steps import advanced, parted
from rules.language import N_, gettext, lazy_gettext
from rules.listing import sentences
from rules.notation import complete, suggest
from rules.position import Move
from rules.refusal import Refusal
from rules.replay import Played
from storage.matches.matches import StoredMatch

OVERTAKEN = frozenset({"stale", "match_over", "not_your_turn"})
"""Refusals that make a panel pointless: it gives way to the words."""


class PlayCommands(FrontCog):
    """Makes moves: typed, or grown step by step in a panel."""

    @app_commands.command(name="move", description=N_("Make your move by typing it"))
    @app_commands.describe(
        move=N_("Your move; legal ones are suggested as you type"),
        match=N_("Which match, if it's your turn in several"),
        draw=N_("Offer a draw with this move"),
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
            if match is None:
                match, move = with_number(move)
            meant = await match_to_move_in(
                self.club.match_finder, interaction, match, partial(_typed_in, move, draw)
            )
            played = await self.club.matches.make_move(
                meant, interaction.user.id, move, offers_draw=draw
            )
            page = await self._played_page(played, interaction.user.id, offered_draw=draw)
            await answer.private(page)
            await self.front.report_delivery(answer, played.id, played)
            self._tell_answer(answer, played)

    @on_control("move-in", arguments=3, updates=True)
    async def play_in(self, answer: Answer, number: str, draw: str, move: str) -> None:
        """Play what was typed before it was said in which match."""
        meant, user_id, offers_draw = (
            await self.match_of(answer, number),
            answer.user.id,
            bool(draw),
        )
        played = await self.club.matches.make_move(meant, user_id, move, offers_draw=offers_draw)
        await answer.update(await self._played_page(played, user_id, offered_draw=offers_draw))
        await self.front.report_delivery(answer, played.id, played)

    @move.autocomplete("move")
    @empty_where_it_fails
    async def legal_moves(self, interaction: discord.Interaction, typed: str) -> Choices:
        """The legal moves that begin as is typed, for whose turn it is; where it is theirs in
        several matches of this place, some of each with its number."""
        named = getattr(interaction.namespace, "match", None) or None
        number, typed = (None, typed) if named else with_number(typed)
        try:
            match = await match_to_move_in(self.club.match_finder, interaction, named or number)
        except Refusal as refusal:
            several = refusal.values.get("numbers")
            if not isinstance(several, Candidates):
                raise
            return await self._choices_in(several, typed)
        player = match.player_to_move
        if player is None or player.user_id != interaction.user.id:
            return []
        names = number is not None
        return [_choice(match, each, names=names) for each in suggest(match.position, typed)]

    async def _choices_in(self, several: Candidates, typed: str) -> Choices:
        """Moves of several matches, as many of each."""
        each_has = max(1, MOST_CHOICES // len(several.matches))
        found: Choices = []
        for stored in several.matches[:MOST_CHOICES]:
            match = await self.club.matches.find(stored.id)
            moves = suggest(match.position, typed, each_has)
            found += [_choice(match, move, names=True) for move in moves]
        return found

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
                lazy_gettext(
                    "You are not in match {number}. `/challenge` starts one of your own.",
                    number=match.id,
                ),
            )
        if match.is_over or number_in(turn_began, "version") != match.turn_began:
            raise stale(match)
        _check_has_turn(match, answer.user.id)
        await answer.private(await self._panel(match, ()))

    @on_control("at", arguments=3, updates=True)
    async def choose_step(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Show the panel with the steps of a button; for whoever confirms no moves, play the move
        that needs no more."""
        match = await self.match_of(answer, number)
        made = _made_by(match, answer.user.id, parted(steps), number_in(version, "version"))
        if made and not await self._confirms(answer):
            await self._show_played(answer, match)
            return
        if await self._is_overtaken(answer, match, version):
            return
        prefix = advanced(match.position, steps_in(match.position, steps))
        is_last = prefix and not complete(match.position, prefix).steps
        if is_last and not await self._confirms(answer):
            await self._play(answer, match, prefix, number_in(version, "version"))
        else:
            await answer.update(await self._panel(match, prefix))

    @on_control("group", arguments=3, updates=True)
    async def choose_group(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Show the panel with the choices of one row or file."""
        match = await self.match_of(answer, number)
        if not await self._is_overtaken(answer, match, version):
            prefix, group = group_in(match.position, steps)
            await answer.update(await self._panel(match, prefix, group))

    @on_control("confirm", arguments=3, updates=True)
    async def confirm(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Play the move of the panel."""
        match = await self.match_of(answer, number)
        await self._play(answer, match, parted(steps), number_in(version, "version"))

    @on_control("type", arguments=3)
    async def ask_to_type(self, answer: Answer, number: str, version: str, typed: str) -> None:
        """Open the window to type the move."""
        await answer.ask(typing_form(control("typed", number, version), typed))

    @on_control("typed", arguments=2, updates=True)
    async def play_typed(self, answer: Answer, number: str, version: str) -> None:
        """Play the move that was typed, read as that of `/move` is; where it is refused, the panel
        says why and keeps it."""
        typed = typed_in(answer.interaction)
        match = await self.match_of(answer, number)
        if await self._is_overtaken(answer, match, version):
            return
        try:
            played = await self.club.matches.make_move(
                match, answer.user.id, typed, number_in(version, "version")
            )
        except Refusal as refusal:
            if refusal.code in OVERTAKEN:
                await answer.update(text_page(refusal_words(refusal, DISCORD)))
                return
            said = typed_words(typed, refusal, DISCORD)
            await answer.update(await self._panel(match, (), said=said, typed=typed))
            return
        await self._show_played(answer, played)

    @on_control("undo", arguments=2, updates=True)
    async def take_back(self, answer: Answer, number: str, version: str) -> None:
        """Take the last decision of one's own turn back, and show the panel for another."""
        match = await self.match_of(answer, number)
        try:
            match = await self.club.matches.take_back(
                match.id, answer.user.id, number_in(version, "version")
            )
        except Refusal as refusal:
            await answer.update(text_page(refusal_words(refusal, DISCORD)))
            return
        await answer.update(await self._panel(match, (), said=gettext("Taken back.")))
        await self.front.report_delivery(answer, match.id)

    async def _is_overtaken(self, answer: Answer, match: Match, version: str) -> bool:
        """Whether a match has gone on since a panel was made, which is said; otherwise it is for
        whose turn it is.

        :raises Refusal: `number`, `not_your_turn`.
        """
        if match.is_over or number_in(version, "version") != match.version:
            await answer.update(text_page(refusal_words(stale(match), DISCORD)))
            return True
        _check_has_turn(match, answer.user.id)
        return False

    async def _confirms(self, answer: Answer) -> bool:
        return (await self.club.preferences.of(answer.user.id)).confirms

    async def _play(self, answer: Answer, match: Match, move: Move, seen: int) -> None:
        """Play a move on a version of a match, and show what came of it."""
        user_id = answer.user.id
        try:
            played = await self.club.matches.make_move(match, user_id, move, seen)
        except Refusal as refusal:
            if refusal.code not in OVERTAKEN:
                raise
            played = await self.club.matches.find(match.id)
            if not _made_by(played, user_id, move, seen):
                await answer.update(text_page(refusal_words(refusal, DISCORD)))
                return
        await self._show_played(answer, played)

    async def _show_played(self, answer: Answer, played: Match) -> None:
        """Show the panel again to whoever moves again, and otherwise that the move is made."""
        if played.position.is_mid_turn and not played.is_over:
            move = played.played[-1].text
            said = gettext("You played **{move}**, and you move again.", move=move)
            page = await self._panel(played, (), said=said)
        else:
            page = await self._played_page(played, answer.user.id, offered_draw=False)
        await answer.update(page)
        await self.front.report_delivery(answer, played.id, played)
        self._tell_answer(answer, played)

    def _tell_answer(self, answer: Answer, played: Match) -> None:
        """Where a computer thinks, tell its move in place of that once it is made."""
        if played.computer_to_move is not None:
            told = partial(self._show_answered, answer, played.id, len(played.played))
            self.club.opponents.when_answered(played, told)

    async def _show_answered(self, answer: Answer, match_id: int, ply: int) -> None:
        match = await self.club.matches.find(match_id)
        if len(match.played) >= ply:
            words = _answered_words(match, ply, answer.user.id)
            await answer.update(await self._page_with_next(match, answer.user.id, words))

    async def _panel(
        self,
        match: Match,
        prefix: Move,
        group: str | None = None,
        said: str = "",
        typed: str = "",
    ) -> Page:
        width = await self.front.board_width(match.guild_id)
        steps = steps_of(match.position, prefix, group)
        return await panel_page(match, steps, width=width, notice=said, typed=typed)

    async def _played_page(self, match: Match, user_id: int, *, offered_draw: bool) -> Page:
        """What has been played, and where the next match that awaits the person is."""
        said = _played_words(self.club.opponents, match, user_id, offered_draw=offered_draw)
        return await self._page_with_next(match, user_id, said)

    async def _page_with_next(self, match: Match, user_id: int, said: str) -> Page:
        words = gettext(
            "{game} · match {number}: {said}",
            game=game_words(match.game, match.options),
            number=match.id,
            said=said,
        )
        guild_id = match.guild_id
        following = await self.club.match_finder.next_turn(guild_id, user_id, but=match.id)
        if following is None:
            return text_page(words)
        return Page((words, (next_button(following),)))


def _typed_in(move: str, draw: bool, match: StoredMatch) -> str:
    """The control that plays a typed move in a match; where it can't carry it, the panel's."""
    typed = control("move-in", match.id, "draw" if draw else "", " ".join(move.split()))
    if len(typed) > LONGEST_CONTROL or SEPARATOR in move:
        return control("at", match.id, match.version, "")
    return typed


def _check_has_turn(match: Match, user_id: int) -> None:
    """Check that it is somebody's turn in a match that goes on.

    :raises Refusal: `not_your_turn`.
    """
    current = match.player_to_move
    if current is None or current.user_id != user_id:
        raise not_your_turn(match)


def _made_by(match: Match, user_id: int, steps: Move, version: int) -> bool:
    """Whether the move that these steps lead to was made by a click just before: the second of a
    double click."""
    player = match.player_of(user_id)
    if match.version != version + 1 or player is None or not match.played:
        return False
    last = match.played[-1]
    is_theirs = last.seat == player.seat and last.left is None
    return is_theirs and bool(steps) and advanced(last.before, steps) == last.move


def _choice(match: Match, move: Move, *, names: bool) -> app_commands.Choice[str]:
    """:param names: whether to say in which match."""
    text = match.position.text(move)
    where = gettext("{game}, match {number}", game=match.game.name, number=match.id)
    label = f"{text} · {where}" if names else text
    number = f"#{match.id} " if names else ""
    # A long list of captured stones is shown cut, and sent without: the steps say it all.
    short = len(number) + len(text) <= LONGEST_CHOICE
    return choice(label, number + (text if short else "-".join(move)))


def _played_words(opponents: Opponents, match: Match, user_id: int, *, offered_draw: bool) -> str:
    own, *answers = _since_own(match, user_id)
    told = [gettext("You played **{move}**.", move=own.text)]
    told += [
        gettext(
            "{name} replied **{move}** (planned).",
            name=DISCORD.name(match.players[each.seat - 1].name),
            move=each.text,
        )
        for each in answers
    ]
    current = match.player_to_move
    if match.is_over or current is None:
        return str(sentences(*told, gettext("The match is over.")))
    if match.offer("draw") is not None:
        told.append(gettext("You offered a draw."))
    elif offered_draw and answers:
        told.append(gettext("The reply came before your draw offer; you can offer it now."))
    if current.user_id == user_id:
        told.append(gettext("You move again. {prompt}.", prompt=prompt(match)))
    elif current.is_computer:
        told.append(thinking_words(match, opponents.searches_before(match), DISCORD))
    else:
        told.append(gettext("{name} is to move.", name=DISCORD.name(current.name)))
    return str(sentences(*told))


def _answered_words(match: Match, ply: int, user_id: int) -> str:
    """What was played with the move number `ply`, and what computers played on it."""
    told = [gettext("You played **{move}**.", move=match.played[ply - 1].text)]
    answers = takewhile(lambda each: match.players[each.seat - 1].is_computer, match.played[ply:])
    told += [
        gettext(
            "{name} played **{move}**.",
            name=DISCORD.name(match.players[each.seat - 1].name),
            move=each.text,
        )
        for each in answers
    ]
    current = match.player_to_move
    if match.is_over:
        told.append(gettext("The match is over."))
    elif current is not None and current.user_id == user_id:
        told.append(gettext("It's your turn."))
    return str(sentences(*told))


def _since_own(match: Match, user_id: int) -> tuple[Played, ...]:
    """The latest move that somebody made by hand, and what it brought about."""
    first = len(match.played) - 1
    while first > 0 and (
        match.record[first].kind == CONDITIONAL or match.record[first].user_id != user_id
    ):
        first -= 1
    return match.played[first:]
