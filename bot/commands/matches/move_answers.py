"""Answers after a move: the panel again, or who moves next.

The panel updates once computers have moved. Until then, it has a button to continue, which also
works after a restart or when Discord accepts no more edits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.commands.front import Front
from bot.interactions.answers import Answer
from bot.pages.discord_markup import DISCORD, markup_for
from bot.pages.matches.next_match import next_panel_button, onward_button
from bot.pages.moves.panel import panel_page
from bot.pages.moves.step_panel import steps_of
from bot.pages.page import Button, Page, with_board_button
from club.matches.match import Match
from club.matches.refusals import stale
from presentation.matches.playing.played import (
    answered_and_next_words,
    answered_words,
    computers_answers,
    heading_words,
    move_again_words,
    played_words,
    waiting_words,
)
from presentation.refusals import refusal_words
from rules.position import Move
from rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class MoveAnswers:
    """Makes the pages shown after a move."""

    front: Front

    async def panel(
        self,
        match: Match,
        prefix: Move = (),
        group: str | None = None,
        notice: str = "",
        typed: str = "",
        *,
        offers_skipping: bool = False,
    ) -> Page:
        """Return the Play panel of a match after these steps."""
        width = await self.front.board_width(match.guild_id)
        steps = steps_of(match.position, prefix, group)
        page = await panel_page(
            match, steps, width=width, notice=notice, typed=typed, offers_skipping=offers_skipping
        )
        if not self.front.club.web_sessions.are_available:
            return page
        return with_board_button(page, match.id)

    async def current_page(self, match: Match, user_id: int) -> Page:
        """Return the panel if it is the player's turn, else a page with who moves next."""
        if match.is_over:
            return await self.refusal_page(match, user_id, stale(match))
        if _has_turn(match, user_id):
            return await self.panel(match)
        words = waiting_words(match, self._searches_before(match), DISCORD)
        return await self._page(match, user_id, heading_words(match, words))

    async def refusal_page(self, match: Match, user_id: int, refusal: Refusal) -> Page:
        """Return the refusal for an outdated panel, with controls to continue the match."""
        return await self._page(
            match,
            user_id,
            refusal_words(refusal, markup_for(user_id, match.stored.home_of(user_id).guild_id)),
        )

    async def after_panel(self, match: Match, user_id: int) -> Page:
        """Return the panel if the player moves again, else the move and who moves next."""
        if _has_turn(match, user_id):
            return await self.panel(match, notice=move_again_words(match, user_id, DISCORD))
        return await self.after_typing(match, user_id, offered_draw=False)

    async def after_typing(self, match: Match, user_id: int, *, offered_draw: bool) -> Page:
        """Return the move and who moves next."""
        before = self._searches_before(match)
        words = played_words(match, user_id, before, DISCORD, offered_draw=offered_draw)
        return await self._page(match, user_id, heading_words(match, words))

    def expect_reply(
        self, answer: Answer, match: Match, ply: int | None, *, in_panel: bool
    ) -> None:
        """If a computer is thinking, add its move to the answer once it is made.

        :param ply: the ply after the player's own move, or None if it isn't shown.
        :param in_panel: whether to show the panel then, if it is the player's turn.
        """
        if match.computer_to_move is not None:
            self.front.late_answers.expect(answer.click)
            update = partial(self._show_computer_move, answer, match.id, ply, in_panel)
            self.front.club.opponents.run_after_reply(match, update)

    async def _show_computer_move(
        self, answer: Answer, match_id: int, ply: int | None, in_panel: bool
    ) -> None:
        late_answers, click = self.front.late_answers, answer.click
        if not late_answers.is_expected(click) or answer.can_change_for <= 0:
            return
        match = await self.front.club.matches.find(match_id)
        page = await self._computer_move_page(match, answer.user.id, ply, in_panel=in_panel)
        if late_answers.is_expected(click):
            await answer.update(page)
            await self.front.show_pulled(answer, match.id, match)

    async def _computer_move_page(
        self, match: Match, user_id: int, ply: int | None, *, in_panel: bool
    ) -> Page:
        if ply is None:
            return await self.current_page(match, user_id)
        if len(match.played) != ply + len(computers_answers(match, ply)):
            return await self.refusal_page(match, user_id, stale(match))
        if in_panel and _has_turn(match, user_id):
            return await self.panel(match, notice=answered_words(match, ply, DISCORD))
        before = self._searches_before(match)
        words = answered_and_next_words(match, user_id, ply, before, DISCORD)
        return await self._page(match, user_id, heading_words(match, words))

    async def _page(self, match: Match, user_id: int, words: str) -> Page:
        """Return a text with controls to continue this match or the next one that waits."""
        buttons: list[Button] = []
        if match.computer_to_move is not None or _has_turn(match, user_id):
            buttons.append(onward_button(match.id))
        finder, home = self.front.club.match_finder, match.stored.home_of(user_id)
        next_match = await finder.next_turn(home.guild_id, user_id, excluded_id=match.id)
        if next_match is not None:
            buttons.append(next_panel_button(next_match))
        return Page((words, tuple(buttons)) if buttons else (words,))

    def _searches_before(self, match: Match) -> int:
        return self.front.club.opponents.searches_before(match)


def _has_turn(match: Match, user_id: int) -> bool:
    current = match.player_to_move
    return current is not None and current.user_id == user_id
