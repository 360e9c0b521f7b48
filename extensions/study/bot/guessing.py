"""Guessing the moves of a finished match: private pages, and a result to post.

The controls carry the match, the seat and the result so far.
"""

from __future__ import annotations

from functools import partial

from bot.interface.answers import Answer
from bot.interface.context import check_may_post, viewer_of
from bot.interface.controls import on_control, on_steps, outdated
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.interface.move_entry import ButtonEntry, begin, entry_of
from bot.pages.layout import Button, Page, attachment, control
from bot.pages.step_picker import SentSteps, StepControls, StepVerbs
from club.matches.match import Match
from extensions.study.club.guessing import (
    Guessing,
    Verdict,
    check_can_be_guessed,
    code_of,
    guessing_in,
    plies_of,
)
from extensions.study.club.study import Study
from extensions.study.presentation.guessing import (
    guess_title,
    month_rule,
    points_rule,
    posted_words,
    progress_words,
    result_words,
    seat_question,
    seat_scene,
    task_words,
    verdict_lines,
    waiting_words,
)
from language.lists import sentences
from language.texts import gettext
from presentation.markup import PLAIN
from presentation.matches.match import match_title, players_words, with_seat
from presentation.pictures import scene_picture
from presentation.steps import join_steps
from rules.position import Move
from storage.matches.match import Participant

PICTURE_WIDTH = 600
"""Width of pictures in pixels, small to load quickly."""

VERBS = StepVerbs("guessat", "guessgroup", "guesstry", "guesstype", "guesstyped")


async def seats_page(match: Match, *, searches: bool) -> Page:
    """Return the question whose moves to guess, with the board at the start.

    :param searches: whether a computer opponent judges the guesses.
    """
    lines = [
        f"### {guess_title(match_title(match))}",
        players_words(match, DISCORD),
        seat_question(),
        f"-# {sentences(points_rule(searches=searches), month_rule())}",
    ]
    buttons = tuple(
        Button(
            with_seat(PLAIN.name(player.name), player.seat_name),
            _guess_control(Guessing(match, player.seat)),
            "primary",
        )
        for player in match.players
        if plies_of(match, player.seat)
    )
    picture = attachment(await scene_picture(seat_scene(match, 1, 0), PICTURE_WIDTH))
    return Page(("\n".join(lines), picture, (*buttons, _surprise())))


async def guess_page(guessing: Guessing, entry: ButtonEntry | None = None) -> Page:
    """Return the position before a move, and the panel for the guess.

    :param entry: the guess so far, by default a new one.
    """
    match, key = guessing.match, (guessing.match.id, code_of(guessing))
    entry = entry or begin(guessing.position)
    scene = entry.on(seat_scene(match, guessing.seat, guessing.ply))
    rows = entry.rows(
        StepControls(key, VERBS, match.game.key),
        after=(Button(gettext("Show me"), control("guesslook", *key)),),
    )
    words = f"{_heading(guessing)}\n{task_words(guessing, DISCORD)}"
    picture = attachment(await scene_picture(scene, PICTURE_WIDTH))
    return Page((words, picture, entry.full_question, *rows))


async def waiting_page(guessing: Guessing, move: Move) -> Page:
    """Return the page of a guess that is being judged, with a button to judge it again."""
    text = guessing.position.text(move)
    again = control("guesstry", guessing.match.id, code_of(guessing), join_steps(move))
    picture = await scene_picture(
        seat_scene(guessing.match, guessing.seat, guessing.ply), PICTURE_WIDTH
    )
    words = f"{_heading(guessing)}\n{waiting_words(text, DISCORD)}"
    return Page((words, attachment(picture), (Button(gettext("Refresh"), again),)))


async def verdict_page(guessing: Guessing, verdict: Verdict) -> Page:
    """Return a judged guess, with the board after the move that was played.

    :param guessing: the state before the guess.
    """
    after = guessing.after(verdict)
    label = gettext("See the result") if after.is_finished else gettext("Next move")
    picture = await scene_picture(
        seat_scene(guessing.match, guessing.seat, guessing.ply + 1), PICTURE_WIDTH
    )
    lines = [_heading(guessing), *verdict_lines(guessing, verdict, DISCORD)]
    onward = Button(label, _guess_control(after), "primary")
    return Page(("\n".join(lines), attachment(picture), (onward,)))


async def result_page(guessing: Guessing) -> Page:
    """Return the result of all guesses, with the board at the end."""
    match = guessing.match
    lines = [f"### {guess_title(match_title(match))}", result_words(guessing, DISCORD)]
    picture = await scene_picture(seat_scene(match, guessing.seat, match.ply), PICTURE_WIDTH)
    buttons = (
        Button(gettext("Post it here"), control("guesspost", match.id, code_of(guessing))),
        _surprise(),
    )
    return Page(("\n".join(lines), attachment(picture), buttons))


class GuessingCommands(FrontCog):
    """Lets members guess moves, and posts their results."""

    @on_control("guess")
    async def open(self, answer: Answer, match: Match) -> None:
        """Ask whose moves of a match to guess."""
        await answer.private(await self._seats_page(match))

    @on_control("guessany", updates=True)
    async def surprise(self, answer: Answer) -> None:
        """Suggest a match that the user may see."""
        self._stop_waiting(answer)
        viewer = viewer_of(answer.interaction)
        suggested = await self.club.part(Study).move_guesses.suggest(
            viewer.guild_id, viewer.user_id, viewer.may_know_of
        )
        match = await self.club.match_finder.find_visible(viewer, suggested.id)
        await answer.update(await self._seats_page(match))

    @on_steps(VERBS)
    async def choose(self, answer: Answer, match: Match, code: str, sent: SentSteps) -> None:
        """Show the board after a choice, judge the guess of the panel, or show the result."""
        self._stop_waiting(answer)
        guessing = guessing_in(match, code)
        if guessing.is_finished:
            await answer.update(await result_page(guessing))
            return
        entry = entry_of(guessing.position, sent)
        if entry.is_sent:
            await self._judge(answer, guessing, entry.steps)
        else:
            await answer.update(await guess_page(guessing, entry))

    @on_control("guesslook", updates=True)
    async def look(self, answer: Answer, match: Match, code: str) -> None:
        """Show the move that was played, for no points."""
        self._stop_waiting(answer)
        guessing = _unfinished(match, code)
        verdict = await self.club.part(Study).move_guesses.look(guessing, _guesser(answer))
        await answer.update(await verdict_page(guessing, verdict))

    @on_control("guesspost", posts=True)
    async def post(self, answer: Answer, match: Match, code: str) -> None:
        """Post a result in the channel."""
        guessing = guessing_in(match, code)
        if not guessing.is_finished:
            raise outdated()
        check_may_post(answer.interaction)
        async with answer.publicly():
            words = posted_words(guessing, answer.user.display_name, DISCORD)
            button = Button(gettext("Guess the moves"), control("guess", match.id))
            await answer.public(Page((words, (button,))))

    async def _seats_page(self, match: Match) -> Page:
        check_can_be_guessed(match)
        return await seats_page(match, searches=self.club.opponents.can_play(match.game))

    async def _judge(self, answer: Answer, guessing: Guessing, move: Move) -> None:
        """Judge a guess, in the background if that takes a search."""
        if self.club.opponents.can_play(guessing.match.game):
            await answer.update(await waiting_page(guessing, move))
            self.club.background.begin(partial(self._show_verdict, answer, guessing, move))
        else:
            await self._show_verdict(answer, guessing, move)

    async def _show_verdict(self, answer: Answer, guessing: Guessing, move: Move) -> None:
        """Show the verdict on a guess, unless the user has moved on."""
        verdict = await self.club.part(Study).move_guesses.judge(guessing, move, _guesser(answer))
        page = await verdict_page(guessing, verdict)
        if self.front.late_answers.is_expected(answer.click):
            await answer.update(page)

    def _stop_waiting(self, answer: Answer) -> None:
        """Stop waiting for an update of the clicked message."""
        self.front.late_answers.expect(answer.click)


def _guesser(answer: Answer) -> Participant:
    return Participant(answer.user.id, answer.user.display_name)


def _unfinished(match: Match, code: str) -> Guessing:
    """Return the state in a control of a page with a move to guess.

    :raises Refusal: `running`, `no_moves`, `outdated`.
    """
    guessing = guessing_in(match, code)
    if guessing.is_finished:
        raise outdated()
    return guessing


def _heading(guessing: Guessing) -> str:
    return f"### {guess_title(match_title(guessing.match))}\n-# {progress_words(guessing)}"


def _guess_control(guessing: Guessing) -> str:
    return control("guessat", guessing.match.id, code_of(guessing), "")


def _surprise() -> Button:
    return Button(gettext("Surprise me"), control("guessany"))
