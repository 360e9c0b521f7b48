"""Moves: `/move`, the Play button with its panel, and hints against the computer."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import Protocol

import discord
from discord import app_commands

from bot.interface.answers import Answer, refusal_page
from bot.interface.controls import on_control, on_steps
from bot.interface.front import Front, FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.move_entry import begin, entry_of
from bot.interface.options import MAX_CHOICE_LENGTH, MAX_CHOICES, Choices, choice, empty_on_failure
from bot.matches.finding import MATCH_ON_TURN, match_to_move_in, suggesting, turns, with_number
from bot.matches.panel import VERBS, MoveAnswers
from bot.pages.layout import Button, Page, attachment, control, text_page
from bot.pages.step_picker import SentSteps, StepControls, play_label
from club.matches.computers import SHARE, check_may_be_hinted
from club.matches.finding import Candidates
from club.matches.match import Match
from club.matches.play import OVERTAKEN, was_just_made
from club.matches.reasons import not_your_turn, stale
from club.matches.seams import not_installed
from club.members.preferences import is_offered_skipping
from engine.opponent import Choice
from engine.serving.pool import SearchFailed
from language.texts import N_, gettext, lazy_gettext
from presentation.matches.hints import hint_lines, hint_picture, hint_title
from presentation.matches.seat_words import SEAT_WORDS
from presentation.refusals import refusal_words
from presentation.steps import join_steps, split_steps
from rules.notation import read, suggest
from rules.position import Move, Position
from rules.refusal import Refusal

log = logging.getLogger(__name__)


class SeatPanel(Protocol):
    """Where people act for a seat that isn't theirs alone."""

    async def open(self, front: Front, answer: Answer, match: Match, /) -> None:
        """Open the panel for someone who may act.

        :raises Refusal: why they can't.
        """
        ...

    async def controls(self, front: Front, answer: Answer, match: Match, /) -> StepControls:
        """Return the controls of the panel for someone who may act.

        :raises Refusal: why they can't.
        """
        ...

    async def play_typed(
        self, front: Front, answer: Answer, match: Match, text: str, /, *, offers_draw: bool
    ) -> tuple[Page, Match]:
        """Act by a typed move, and return the confirmation.

        :raises Refusal: why they can't, or why the move isn't possible.
        """
        ...


SEAT_PANELS: list[SeatPanel] = []
"""That of teams, if they are installed."""


def _seat_panel() -> SeatPanel:
    if not SEAT_PANELS:
        raise not_installed()
    return SEAT_PANELS[0]


class PlayCommands(FrontCog):
    """Plays moves typed with the command."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._answers = MoveAnswers(front)

    @command("move", N_("Make your move by typing it"), is_free=True)
    @app_commands.describe(
        move=N_("Your move (type to see suggestions)"),
        match=N_("The match (needed if it's your turn in several)"),
        draw=N_("Offer a draw with this move"),
    )
    @app_commands.autocomplete(match=suggesting(turns))
    async def move(
        self, answer: Answer, move: str, match: str | None = None, draw: bool = False
    ) -> None:
        """Play a typed move in the named match, or in the only one here."""
        if match is None:
            match, move = with_number(move)
        target = await match_to_move_in(self.club.match_finder, answer.interaction, match)
        try:
            page, after = await self._play(answer, target, move, draw)
        except Refusal as refusal:
            await self._offer_again(answer, target, move, refusal)
            return
        await answer.private(page)
        await self._report(answer, after)

    async def _play(
        self, answer: Answer, match: Match, move: str, draw: bool
    ) -> tuple[Page, Match]:
        """Play a typed move, or act on it for a seat that isn't the user's alone."""
        user_id = answer.user.id
        if match.team_to_move is not None and match.player_of(user_id) is None:
            panel = _seat_panel()
            return await panel.play_typed(self.front, answer, match, move, offers_draw=draw)
        after = await self.club.matches.make_move(match, user_id, move, offers_draw=draw)
        return await self._answers.after_typing(after, user_id, offered_draw=draw), after

    async def _offer_again(self, answer: Answer, match: Match, move: str, refusal: Refusal) -> None:
        """Show why a typed move isn't possible, with buttons to correct it and to open the panel.

        :raises Refusal: the same, if it isn't the user's turn.
        """
        player = match.player_to_move
        if match.is_over or player is None:
            raise refusal
        if player.user_id == answer.user.id:
            controls = StepControls((match.id, match.version), VERBS, match.game.key)
            label = gettext("Play")
        elif player.is_team and match.player_of(answer.user.id) is None:
            controls = await _seat_panel().controls(self.front, answer, match)
            label = SEAT_WORDS[-1].play_label()
        else:
            raise refusal
        page = refusal_page(refusal, answer.user.id, answer.interaction.guild_id)
        again = replace(begin(match.position), typed=move).typing_button(controls)
        panel = Button(label, controls.at(()), "success")
        offer = Page((*page.blocks, (*again, panel)))
        await answer.private(answer.with_typed_texts(offer))

    async def _report(self, answer: Answer, after: Match) -> None:
        await self.front.report_delivery(answer, after.id, after)
        if after.player_of(answer.user.id) is not None:
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
        users = interaction.user.id, interaction.guild_id
        if player is None or player.user_id not in users:
            return []
        names = number is not None
        return [_choice(match, move, names=names) for move in suggest(_seen(match), typed)]

    async def _choices_in(self, candidates: Candidates, typed: str) -> Choices:
        """Return moves of several matches, the same number of each, newest card first."""
        moves_per_match = max(1, MAX_CHOICES // len(candidates.matches))
        choices: Choices = []
        newest = sorted(
            candidates.matches, key=lambda each: each.place.card_message_id or 0, reverse=True
        )
        for stored in newest[:MAX_CHOICES]:
            match = await self.club.matches.find(stored.id)
            moves = suggest(_seen(match), typed, moves_per_match)
            choices += [_choice(match, move, names=True) for move in moves]
        return choices


class PlayPanel(FrontCog):
    """Plays moves entered in a panel.

    Every control carries the version of the match the player saw, so an outdated panel plays
    nothing.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._answers = MoveAnswers(front)

    @on_control("play", is_free=True)
    async def open_panel(self, answer: Answer, match: Match, turn_began: int) -> None:
        """Open the panel for the player to move on the clicked card."""
        if not match.teams:
            _check_plays(match, answer.user.id)
        if match.is_over or turn_began != match.turn_began:
            raise stale(match)
        if match.team_to_move is not None:
            await _seat_panel().open(self.front, answer, match)
            return
        _check_has_turn(match, answer.user.id)
        await answer.private(await self._answers.panel(match))

    @on_control("onward", updates=True, is_free=True)
    async def continue_match(self, answer: Answer, match: Match) -> None:
        """Show the panel if it is the player's turn, else who moves next."""
        _check_plays(match, answer.user.id)
        self.front.late_answers.expect(answer.click)
        await answer.update(await self._answers.current_page(match, answer.user.id))
        self._answers.expect_reply(answer, match, None, in_panel=True)

    @on_steps(VERBS, is_free=True)
    async def choose(self, answer: Answer, match: Match, version: int, sent: SentSteps) -> None:
        """Play the sent move, or a complete one that needs no confirmation, else show the panel."""
        if sent.plays:
            if await self._play(answer, match, sent.steps, version):
                await self.club.preferences.count_confirmed_move(answer.user.id)
            return
        was_made = sent.group is None and was_just_made(match, answer.user.id, sent.steps, version)
        if was_made and not await self._confirms(answer):
            await self._show_move(answer, match)
            return
        if await self._is_overtaken(answer, match, version):
            return
        entry = entry_of(match.position, sent)
        if entry.is_sent:
            await self._play(answer, match, entry.steps, version)
            return
        person = await self.club.preferences.of(answer.user.id) if entry.is_complete else None
        if person is None or person.confirms:
            offers_skipping = person is not None and is_offered_skipping(person)
            page = await self._answers.panel(match, entry, offers_skipping=offers_skipping)
            await answer.update(page)
        else:
            await self._play(answer, match, entry.steps, version)

    @on_control("skip", updates=True, is_free=True)
    async def skip_confirming(self, answer: Answer, match: Match, version: int, steps: str) -> None:
        """Play the move of the panel, and skip confirmation from now on."""
        _check_plays(match, answer.user.id)
        await self.club.preferences.turn(answer.user.id, "confirms", is_on=False)
        await self._play(answer, match, split_steps(steps), version)

    @on_control("undo", updates=True, is_free=True)
    async def take_back(self, answer: Answer, match: Match, version: int) -> None:
        """Take back the last move of the current turn, and show the panel again."""
        try:
            match = await self.club.matches.take_back(match, answer.user.id, version)
        except Refusal as refusal:
            await self._show_overtaken(answer, match, refusal)
            return
        page = await self._answers.panel(match, notice=gettext("Taken back."))
        await answer.update(page)
        await self.front.report_delivery(answer, match.id)

    async def _is_overtaken(self, answer: Answer, match: Match, version: int) -> bool:
        """Whether a match has changed since the panel was shown. If so, show that to the user.

        :raises Refusal: `not_your_turn`.
        """
        if match.is_over or version != match.version:
            await self._show_overtaken(answer, match, stale(match))
            return True
        _check_has_turn(match, answer.user.id)
        return False

    async def _confirms(self, answer: Answer) -> bool:
        return (await self.club.preferences.of(answer.user.id)).confirms

    async def _play(self, answer: Answer, match: Match, move: Move, version_seen: int) -> bool:
        """Play a move on a version of a match, and show the result. Return whether it was made."""
        user_id = answer.user.id
        try:
            after, was_made = await self.club.matches.move_once(match, user_id, move, version_seen)
        except Refusal as refusal:
            if refusal.code not in OVERTAKEN:
                raise
            current = (await self.club.matches.find(match.id)).seen_as(match)
            await self._show_overtaken(answer, current, refusal)
            return False
        await self._show_move(answer, after)
        return was_made

    async def _show_move(self, answer: Answer, after: Match) -> None:
        """Show the panel if the player moves again, else that the move was made."""
        await answer.update(await self._answers.after_panel(after, answer.user.id))
        await self.front.report_delivery(answer, after.id, after)
        self._answers.expect_reply(answer, after, after.ply, in_panel=True)

    async def _show_overtaken(self, answer: Answer, match: Match, refusal: Refusal) -> None:
        """Show that a match has changed, with controls to continue it."""
        page = await self._answers.refusal_page(match, answer.user.id, refusal)
        await answer.update(answer.with_typed_texts(page))
        self._answers.expect_reply(answer, match, None, in_panel=True)


def _seen(match: Match) -> Position:
    """Return the position as those who move or vote see it."""
    return match.position if match.team_to_move is None else match.position.seen_by(None)


def _choice(match: Match, move: Move, *, names: bool) -> app_commands.Choice[str]:
    """:param names: whether to include the match."""
    text = match.position.text(move)
    match_words = gettext("{game}, match {number}", game=match.game.name, number=match.id)
    label = f"{text} · {match_words}" if names else text
    number = f"#{match.id} " if names else ""
    # A long list of captured stones is cut and not sent, because the steps are enough.
    fits = len(number) + len(text) <= MAX_CHOICE_LENGTH
    return choice(label, number + (text if fits else "-".join(move)))


def _check_plays(match: Match, user_id: int) -> None:
    """Check that the user has a seat in a match.

    :raises Refusal: `not_yours`.
    """
    if match.player_of(user_id) is None:
        raise Refusal(
            "not_yours",
            lazy_gettext(
                "You aren't in match {number}. Start one of your own with `/challenge`.",
                number=match.id,
            ),
        )


def _check_has_turn(match: Match, user_id: int) -> None:
    """Check that it is the user's turn in a running match.

    :raises Refusal: `not_your_turn`.
    """
    current = match.player_to_move
    if current is None or current.user_id != user_id:
        raise not_your_turn(match)


async def hint_page(match: Match, choice: Choice, width: int) -> Page:
    """Return a hint for the player to move, drawn on the board."""
    move = read(match.position, choice.move)
    words = "\n".join((f"### {hint_title(match)}", *hint_lines(match, choice, DISCORD)))
    play = control("at", match.id, match.version, join_steps(move))
    button = Button(play_label(match.position, move), play, "primary")
    return Page((words, attachment(await hint_picture(match, choice, width)), (button,)))


class HintCommands(FrontCog):
    """Gives hints, always privately, computed in the background."""

    @command(
        "hint",
        N_("See what I'd play (only in matches against me)"),
        MATCH_ON_TURN,
    )
    @on_control("hint")
    async def hint(self, answer: Answer, match: Match) -> None:
        """Give a hint in the named match, or in the only one here."""
        check_may_be_hinted(match, answer.user.id)
        self.club.opponents.check_can_play(match.game)
        await answer.private(text_page(gettext("Thinking…")))
        self.club.background.begin(partial(self._show, answer, match))

    async def _show(self, answer: Answer, match: Match) -> None:
        """Search, and show the result if the match is unchanged."""
        ticket = self.club.opponents.start_appraisal(match, match.position, SHARE)
        if ticket.count_ahead:
            words = gettext("Thinking… ({number} ahead of you)", number=ticket.count_ahead)
            await answer.update(text_page(words))
        try:
            choice = await ticket
        except SearchFailed:
            log.exception("no hint for match %s", match.id)
            words = gettext("Sorry, I didn't find anything this time. Please try again.")
            await answer.update(text_page(words))
            return
        current = (await self.club.matches.find(match.id)).seen_as(match)
        if current.version != match.version:
            await answer.update(text_page(refusal_words(stale(current), DISCORD)))
            return
        width = await self.front.board_width(match.guild_id)
        await answer.update(await hint_page(match, choice, width))
