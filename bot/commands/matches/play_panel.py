"""The Play button and its panel: moves entered step by step, typed, or taken back."""

from __future__ import annotations

from bot.commands.front import Front
from bot.commands.front_cog import FrontCog
from bot.commands.matches.move_answers import MoveAnswers
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.form_entries import typed_in
from bot.interactions.entries.move_steps import group_in, steps_in
from bot.interactions.entries.numbers import number_in
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.typing_form import typing_form
from club.matches.double_clicks import OVERTAKEN, was_just_made
from club.matches.match import Match
from club.matches.refusals import not_your_turn, stale
from club.members.personal_preferences import is_offered_skipping
from language.texts import gettext, lazy_gettext
from presentation.refusals import typed_words
from presentation.steps import split_steps
from rules.notation import add_forced_steps, complete
from rules.position import Move
from rules.refusal import Refusal


class PlayPanel(FrontCog):
    """Plays moves entered in a panel.

    Every control carries the version of the match the player saw, so an outdated panel plays
    nothing.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._answers = MoveAnswers(front)

    @on_control("play", arguments=2)
    async def open_panel(self, answer: Answer, number: str, turn_began: str) -> None:
        """Open the panel for the player to move on the clicked card."""
        match = await self.match_of(answer, number)
        _check_plays(match, answer.user.id)
        if match.is_over or number_in(turn_began, "version") != match.turn_began:
            raise stale(match)
        _check_has_turn(match, answer.user.id)
        await answer.private(await self._answers.panel(match))

    @on_control("onward", arguments=1, updates=True)
    async def continue_match(self, answer: Answer, number: str) -> None:
        """Show the panel if it is the player's turn, else who moves next."""
        match = await self.match_of(answer, number)
        _check_plays(match, answer.user.id)
        self.front.late_answers.expect(answer.click)
        await answer.update(await self._answers.current_page(match, answer.user.id))
        self._answers.expect_reply(answer, match, None, in_panel=True)

    @on_control("at", arguments=3, updates=True)
    async def choose_step(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Show the panel with the steps of a button, or play an unconfirmed complete move."""
        match = await self.match_of(answer, number)
        version_seen = number_in(version, "version")
        was_made = was_just_made(match, answer.user.id, split_steps(steps), version_seen)
        if was_made and not await self._confirms(answer):
            await self._show_move(answer, match)
            return
        if await self._is_overtaken(answer, match, version):
            return
        prefix = add_forced_steps(match.position, steps_in(match.position, steps))
        is_last = prefix and not complete(match.position, prefix).steps
        if not is_last:
            await answer.update(await self._answers.panel(match, prefix))
            return
        person = await self.club.preferences.of(answer.user.id)
        if person.confirms:
            offers_skipping = is_offered_skipping(person)
            page = await self._answers.panel(match, prefix, offers_skipping=offers_skipping)
            await answer.update(page)
        else:
            await self._play(answer, match, prefix, version_seen)

    @on_control("group", arguments=3, updates=True)
    async def choose_group(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Show the panel with the choices of one row or file."""
        match = await self.match_of(answer, number)
        if not await self._is_overtaken(answer, match, version):
            prefix, group = group_in(match.position, steps)
            await answer.update(await self._answers.panel(match, prefix, group))

    @on_control("confirm", arguments=3, updates=True)
    async def confirm(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Play the move of the panel."""
        match = await self.match_of(answer, number)
        if await self._play(answer, match, split_steps(steps), number_in(version, "version")):
            await self.club.preferences.count_confirmed_move(answer.user.id)

    @on_control("skip", arguments=3, updates=True)
    async def skip_confirming(self, answer: Answer, number: str, version: str, steps: str) -> None:
        """Play the move of the panel, and skip confirmation from now on."""
        match = await self.match_of(answer, number)
        _check_plays(match, answer.user.id)
        await self.club.preferences.set_move_confirmation(answer.user.id, False)
        await self._play(answer, match, split_steps(steps), number_in(version, "version"))

    @on_control("type", arguments=3)
    async def ask_to_type(self, answer: Answer, number: str, version: str, typed: str) -> None:
        """Open the form to type a move."""
        await answer.ask(typing_form(control("typed", number, version), typed))

    @on_control("typed", arguments=2, updates=True)
    async def play_typed_move(self, answer: Answer, number: str, version: str) -> None:
        """Play a typed move, as `/move` does. If refused, show why and keep the text."""
        typed = typed_in(answer.interaction)
        match = await self.match_of(answer, number)
        if await self._is_overtaken(answer, match, version):
            return
        try:
            after = await self.club.matches.make_move(
                match, answer.user.id, typed, number_in(version, "version")
            )
        except Refusal as refusal:
            if refusal.code in OVERTAKEN:
                current = await self.club.matches.find(match.id)
                await self._show_overtaken(answer, current, refusal)
                return
            notice = typed_words(typed, refusal, DISCORD)
            await answer.update(await self._answers.panel(match, notice=notice, typed=typed))
            return
        await self._show_move(answer, after)

    @on_control("undo", arguments=2, updates=True)
    async def take_back(self, answer: Answer, number: str, version: str) -> None:
        """Take back the last move of the current turn, and show the panel again."""
        match = await self.match_of(answer, number)
        try:
            match = await self.club.matches.take_back(
                match.id, answer.user.id, number_in(version, "version")
            )
        except Refusal as refusal:
            await self._show_overtaken(answer, match, refusal)
            return
        page = await self._answers.panel(match, notice=gettext("Taken back."))
        await answer.update(page)
        await self.front.report_delivery(answer, match.id)

    async def _is_overtaken(self, answer: Answer, match: Match, version: str) -> bool:
        """Whether a match has changed since the panel was shown. If so, show that to the user.

        :raises Refusal: `number`, `not_your_turn`.
        """
        if match.is_over or number_in(version, "version") != match.version:
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
            current = await self.club.matches.find(match.id)
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
        await answer.update(await self._answers.refusal_page(match, answer.user.id, refusal))
        self._answers.expect_reply(answer, match, None, in_panel=True)


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
