"""Guessing the moves of a finished match on its public board.

The address carries the match, the seat and the result so far. Only members' guesses are searched
and count for the best of the month. Visitors see the chances of a stored review.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from club.limits import TooManyRequests
from club.matches.match import Match
from club.servers.pages import PublicServer
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
    progress_words,
    result_words,
    seat_question,
    seat_scene,
    task_words,
    verdict_lines,
)
from extensions.study.web.paths import guess_path, match_crumb
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.matches.match import match_title, players_words, with_seat
from presentation.move_entry import MoveEntry
from presentation.refusals import typed_words
from rendering import alt_text
from rules.notation import check, read
from rules.position import Move
from rules.refusal import Refusal
from storage.matches.match import Participant
from web.http.exercise import (
    Choice,
    Exercise,
    NoticeLook,
    board_drawings,
    board_file,
    entry_in,
    exercise_view,
    view_only_board,
)
from web.http.move_entry import (
    EntryBoard,
    sent_steps,
    steps_query,
    suggested,
    suggestions_in,
    with_entry,
)
from web.http.reader import html
from web.http.routes import (
    File,
    FileRoute,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
    Visit,
)
from web.http.view import Crumb, NoPage, View
from web.matches.match import crumbs_above, public_match

SEARCH_SECONDS = 10.0
"""Timeout of the searches for a guess, which then earns points only if it was played."""


@dataclass(frozen=True, slots=True)
class Page:
    """A match whose moves a visitor guesses."""

    visit: PrivateVisit
    server: PublicServer
    match: Match

    @property
    def path(self) -> str:
        """The path of the choice of a seat."""
        return guess_path(self.visit.site.match_path(self.match.id))

    @property
    def trail(self) -> tuple[Crumb, ...]:
        """The links to the pages above."""
        visit, match = self.visit, self.match
        address = visit.reader.to(visit.site.match_path(match.id))
        return *crumbs_above(visit, self.server, match), match_crumb(match, address)

    @property
    def markup(self) -> Markup:
        """The markup for the visitor."""
        return self.visit.reader.markup(lambda _match: "")

    @property
    def searches(self) -> bool:
        """Whether guesses are judged by searches."""
        club = self.visit.site.club
        return self.visit.member is not None and club.opponents.can_play(self.match.game)

    @property
    def guesser(self) -> Participant | None:
        """The signed-in member, or None for a visitor."""
        member = self.visit.member
        return None if member is None else Participant(member.user_id, member.name)

    def at(self, guessing: Guessing, steps: Move = ()) -> str:
        """Return the address of a state, with steps chosen in its position."""
        path = f"{self.path}/{code_of(guessing)}"
        return self.visit.reader.to(path, steps=steps_query(steps))

    def board(self, seat: int, ply: int) -> EntryBoard:
        """Return a view-only board."""
        scene = seat_scene(self.match, seat, ply)
        return view_only_board(self.visit.reader, scene, f"{self.path}/{seat}/{ply}")

    def surprise(self) -> Choice:
        """Return the link to another match of the server."""
        return Choice(gettext("Surprise me"), self.visit.reader.to(f"{self.path}/another"))

    def view(
        self,
        place: str,
        lines: Sequence[str],
        board: EntryBoard,
        choices: Sequence[Choice],
        *,
        small: Sequence[str] = (),
        notice: str = "",
        look: NoticeLook | None = None,
    ) -> View:
        """Return a page with a board.

        :param lines: safe HTML, like the small print and the notice.
        """
        exercise = Exercise(
            self.trail,
            place,
            [html(line) for line in lines],
            board,
            choices,
            [html(line) for line in small],
            html(notice) if notice else None,
            look,
        )
        title = guess_title(match_title(self.match))
        return exercise_view(title, exercise, status=409 if notice else 200)


async def seats_page(visit: PrivateVisit) -> View:
    """Return the question whose moves to guess."""
    page = await _page(visit)
    match = page.match
    choices = [
        Choice(
            with_seat(PLAIN.name(player.name), player.seat_name),
            page.at(Guessing(match, player.seat)),
            is_main=True,
        )
        for player in match.players
        if plies_of(match, player.seat)
    ]
    small = [points_rule(searches=page.searches)]
    if visit.member is not None:
        small.append(month_rule())
    elif visit.site.club.web_sessions.are_available:
        words = gettext(
            "To have other moves judged too, sign in with a link from {command}.",
            command=page.markup.command("web"),
        )
        small.append(words)
    return await asyncio.to_thread(
        page.view,
        players_words(match, PLAIN),
        [seat_question()],
        page.board(1, 0),
        [*choices, page.surprise()],
        small=small,
    )


async def another(visit: PrivateVisit) -> Redirect:
    """Lead to another match of the server."""
    page = await _page(visit)
    match = await visit.site.club.part(Study).move_guesses.suggest(
        page.server.guild_id, 0, page.server.shows_match
    )
    return Redirect(visit.reader.to(guess_path(visit.site.match_path(match.id))))


async def guess_page(visit: PrivateVisit) -> View:
    """Return the position before a move, with the steps of the guess, or the result."""
    page = await _page(visit)
    guessing = guessing_in(page.match, visit.parts["code"])
    if guessing.is_finished:
        return await asyncio.to_thread(_result_view, page, guessing)
    entry = entry_in(visit, guessing.position)
    return await asyncio.to_thread(_guess_view, page, guessing, entry)


async def guess_move(visit: PrivateVisit) -> View:
    """Judge a guess, or show the move that was played."""
    page = await _page(visit)
    guessing = guessing_in(page.match, visit.parts["code"])
    if guessing.is_finished:
        return await asyncio.to_thread(_result_view, page, guessing)
    if visit.form.get("look"):
        verdict = await visit.site.club.part(Study).move_guesses.look(guessing, page.guesser)
        return await asyncio.to_thread(_verdict_view, page, guessing, verdict)
    typed, position = visit.form.get("move", "").strip(), guessing.position
    try:
        move = read(position, typed) if typed else check(position, sent_steps(visit.form))
    except Refusal as refusal:
        if not typed:
            raise
        words, entry = typed_words(typed, refusal, page.markup), MoveEntry(position)
        return await asyncio.to_thread(_guess_view, page, guessing, entry, words, typed)
    verdict = await _verdict(page, guessing, move)
    return await asyncio.to_thread(_verdict_view, page, guessing, verdict)


async def suggestions(visit: PrivateVisit) -> File:
    """The moves that continue a typed text."""
    page = await _page(visit)
    guessing = guessing_in(page.match, visit.parts["code"])
    position = None if guessing.is_finished else guessing.position
    return await suggestions_in(visit, position)


async def board_picture(visit: Visit) -> File:
    """The board after some moves, as a seat saw it."""
    _, match = await public_match(visit)
    seat, ply = visit.number("seat"), visit.number("ply")
    if not match.is_over or ply > match.ply or not 1 <= seat <= len(match.players):
        raise NoPage
    scene = seat_scene(match, seat, ply)
    return await board_file(visit, ("guess", match.id, seat, ply), scene, scene.position)


_CODE = "/m/{key}/guess/{code:[0-9.]+}"

ROUTES: Sequence[Route] = (
    PrivateRoute("guess", "/m/{key}/guess", seats_page, needs_member=False),
    PrivateRoute("guess", "/m/{key}/guess/another", another, needs_member=False),
    PrivateRoute("guess", _CODE, guess_page, needs_member=False),
    FormRoute("guess", _CODE, guess_move, needs_member=False),
    PrivateRoute("suggestions", f"{_CODE}/moves", suggestions, needs_member=False),
    FileRoute(
        "board",
        "/m/{key}/guess/{seat:[0-9]+}/{ply:[0-9]+}/{mode:[a-z]+}/{size:[a-z]+}/{steps}.png",
        board_picture,
    ),
)


async def _page(visit: PrivateVisit) -> Page:
    """Return the match of a path.

    :raises NoPage: if it isn't public.
    :raises Refusal: `running`, `no_moves`.
    """
    server, match = await public_match(visit)
    check_can_be_guessed(match)
    return Page(visit, server, match)


async def _verdict(page: Page, guessing: Guessing, move: Move) -> Verdict:
    """Judge a guess, without searches if they take too long or a member asks for too many."""
    visit, guesses = page.visit, page.visit.site.club.part(Study).move_guesses
    if page.searches:
        try:
            visit.site.limits.take("search", str(visit.user_id))
            async with asyncio.timeout(SEARCH_SECONDS):
                return await guesses.judge(guessing, move, page.guesser)
        except (TimeoutError, TooManyRequests):
            pass
    return await guesses.judge(guessing, move, page.guesser, searches=False)


def _guess_view(
    page: Page, guessing: Guessing, entry: MoveEntry, refusal_text: str = "", typed: str = ""
) -> View:
    """Return the page of a move to guess.

    :param refusal_text: why a typed text was refused, as safe HTML.
    :param typed: that text, for editing.
    """
    reader, action = page.visit.reader, page.at(guessing)
    scene = seat_scene(page.match, guessing.seat, guessing.ply)
    path = f"{page.path}/{guessing.seat}/{guessing.ply}"
    board = EntryBoard(
        board_drawings(reader, scene, entry, path),
        alt_text(with_entry(scene, entry)),
        entry,
        lambda steps: page.at(guessing, steps),
        action=action,
        typed=typed,
        suggested=suggested(guessing.position),
        suggestions=reader.to(f"{page.path}/{code_of(guessing)}/moves"),
    )
    return page.view(
        progress_words(guessing),
        [task_words(guessing, page.markup)],
        board,
        [Choice(gettext("Show me"), action, {"look": "on"})],
        notice=refusal_text,
    )


def _verdict_view(page: Page, guessing: Guessing, verdict: Verdict) -> View:
    """Return the page of a judged guess, with the board after the move that was played."""
    after = guessing.after(verdict)
    label = gettext("See the result") if after.is_finished else gettext("Next move")
    return page.view(
        progress_words(guessing),
        verdict_lines(guessing, verdict, page.markup),
        page.board(guessing.seat, guessing.ply + 1),
        [Choice(label, page.at(after), is_main=True)],
        look="good" if verdict.is_found else "info",
    )


def _result_view(page: Page, guessing: Guessing) -> View:
    """Return the result of all guesses, with the board at the end."""
    again = Choice(gettext("Try again"), page.visit.reader.to(page.path))
    return page.view(
        players_words(page.match, PLAIN),
        [result_words(guessing, page.markup)],
        page.board(guessing.seat, page.match.ply),
        [page.surprise(), again],
        look="info",
    )
