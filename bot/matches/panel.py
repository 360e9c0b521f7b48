"""The Play panel as a page, and answers after a move: the panel again, or who moves next.

The panel updates once computers have moved. Until then, it has a button to continue, which also
works after a restart or when Discord accepts no more edits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.interface.answers import Answer
from bot.interface.front import Front
from bot.interface.markup import DISCORD, board_address, markup_for
from bot.interface.move_entry import ButtonEntry, begin
from bot.pages.layout import (
    Block,
    Button,
    Page,
    attachment,
    control,
    with_board_button,
    with_link,
)
from bot.pages.step_picker import StepControls, StepVerbs, move_label, that_fit
from club.club import Club
from club.matches.match import Match
from club.matches.reasons import stale
from club.parts import LoadedParts
from language.lists import sentences
from language.texts import N_, gettext
from presentation.matches.match import match_scene, short_title
from presentation.matches.play import (
    Suggestion,
    answered_and_next_words,
    answers_words,
    computers_answers,
    heading_words,
    move_again_words,
    played_words,
    skipping_words,
    suggestions_for,
    waiting_words,
)
from presentation.pictures import scene_picture
from presentation.refusals import refusal_words
from presentation.steps import join_steps
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import StoredMatch

VERBS = StepVerbs("at", "group", "confirm", "type", "typed")


PANEL_LINES = LoadedParts[tuple[Club, Match], str]()
"""Lines in small print for the player to move, before they begin a move."""


def next_panel_button(match: StoredMatch) -> Button:
    """Return a button that turns the message into the Play panel of a match."""
    return Button(_next_label(match), control("onward", match.id), "primary")


def onward_button(match_id: int) -> Button:
    """Return a button that turns the message into the Play panel once it is the user's turn."""
    return Button(gettext("Show the board"), control("onward", match_id))


async def panel_page(
    match: Match,
    entry: ButtonEntry,
    *,
    width: int,
    notice: str = "",
    details: Sequence[str] = (),
    offers_skipping: bool = False,
    helps: bool = False,
) -> Page:
    """Return the panel for a move.

    :param notice: a message about the last action.
    :param details: lines in small print.
    :param offers_skipping: whether to offer skipping confirmation.
    :param helps: whether to help a newcomer against computers: moves to play at once, and a hint.
    """
    version = match.version
    # Short, so that a phone shows it in one line.
    heading = DISCORD.strong(short_title(match))
    if entry.chosen:
        number = gettext("Match {number}", number=match.id)
        heading = f"{DISCORD.strong(number)} — {entry.chosen}"
    ready = await asyncio.to_thread(suggestions_for, match) if helps else []
    buttons = that_fit(match.position, _ready_moves(match, ready))
    entry, ready = replace(entry, ready=buttons, news=notice), ready[: len(buttons)]
    # A newcomer's panel has its room for the ideas.
    heading = "" if helps else heading
    lines = [each for each in (entry.refusal, notice, heading, entry.question) if each]
    scene = replace(entry.on(match_scene(match)), suggested=tuple(each.shifts for each in ready))
    picture = await scene_picture(scene, width)
    lines += details
    before: tuple[Button, ...] = ()
    if offers_skipping:
        lines.append(f"-# {skipping_words(DISCORD)}")
        skip = control("skip", match.id, version, join_steps(entry.steps))
        before = (Button(gettext("Skip confirming"), skip),)
    # Ranking suggestions examines all moves, so it runs off the event loop.
    rows = await asyncio.to_thread(
        entry.rows,
        StepControls((match.id, version), VERBS, match.game.key),
        before=before,
        at_start=_at_start(match, hints=helps),
    )
    if not (notice if helps else entry.is_begun):
        words = legend(rows, match.position.input.gain_words(), is_for_newcomer=helps)
        numbers = gettext("Numbers: ideas.") if ready else ""
        lines += [f"-# {line}" for line in (str(sentences(words, numbers)),) if line]
    return Page(("\n".join(lines), attachment(picture), *rows))


def legend(rows: Sequence[Block], meaning: str, *, is_for_newcomer: bool) -> str:
    """Return the meaning of blue on a panel: suggested buttons, or choices on the board.

    :param meaning: what the labels of suggested moves mean.
    :param is_for_newcomer: whether the reader may not know what the board's marks mean.
    """
    buttons = [each for row in rows if isinstance(row, tuple) for each in row]
    if any(button.style == "primary" for button in buttons):
        return meaning
    return gettext("Blue: your choices.") if is_for_newcomer else ""


@dataclass(frozen=True, slots=True)
class MoveAnswers:
    """Makes the pages shown after a move."""

    front: Front

    async def panel(
        self,
        match: Match,
        entry: ButtonEntry | None = None,
        notice: str = "",
        *,
        offers_skipping: bool = False,
    ) -> Page:
        """Return the Play panel of a match.

        :param entry: the move being entered, by default a new one.
        """
        width = await self.front.board_width(match.guild_id)
        entry = entry or begin(match.position)
        helps = not entry.is_begun and await self.front.club.match_finder.is_for_newcomer(match)
        details: list[str] = []
        if not entry.is_begun:
            details = await PANEL_LINES.of((self.front.club, match))
        page = await panel_page(
            match,
            entry,
            width=width,
            notice=notice,
            details=[f"-# {line}" for line in details],
            offers_skipping=offers_skipping,
            helps=helps,
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
            update = partial(self._show_computer_move, answer, match, ply, in_panel)
            self.front.club.opponents.run_after_reply(match, update)

    async def _show_computer_move(
        self, answer: Answer, match: Match, ply: int | None, in_panel: bool
    ) -> None:
        late_answers, click = self.front.late_answers, answer.click
        if not late_answers.is_expected(click) or answer.can_change_for <= 0:
            return
        match = (await self.front.club.matches.find(match.id)).seen_as(match)
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
            return await self.panel(match, notice=answers_words(match, ply, DISCORD))
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


async def first_move_page(match: Match, width: int) -> Page:
    """Return the Play panel for a new match against the bot, with help and a link to the board."""
    page = await panel_page(match, ButtonEntry(match.position), width=width, helps=True)
    wider = with_link(page, gettext("Go to the board"), board_address(match.stored))
    return wider if wider.fits() else page


def _ready_moves(match: Match, suggestions: Sequence[Suggestion]) -> tuple[Button, ...]:
    """Return the buttons that play a suggested move at once."""
    return tuple(
        Button(
            each.label,
            control("confirm", match.id, match.version, join_steps(each.move)),
            "success",
        )
        for each in suggestions
    )


def _next_label(match: StoredMatch) -> str:
    return gettext("Next: {game}, match {number}", game=GAMES[match.game].name, number=match.id)


def _at_start(match: Match, *, hints: bool) -> tuple[Button, ...]:
    """Return the buttons for alternatives to a move.

    :param hints: whether to offer a hint, which a learner always gets.
    """
    buttons: list[Button] = []
    if match.revocable is not None:
        label = move_label(N_("Take back {move}"), match.revocable.text)
        buttons.append(Button(label, control("undo", match.id, match.version)))
    if match.learner is not None:
        buttons.append(Button(gettext("Show me a good move"), control("hint", match.id)))
    elif hints:
        buttons.append(Button(gettext("Hint"), control("hint", match.id)))
    return tuple(buttons)


def _has_turn(match: Match, user_id: int) -> bool:
    current = match.player_to_move
    return current is not None and current.user_id == user_id
