"""The board on which members of a server vote on the turn of their team.

The address carries the version of the match, the moves of the turn so far, and the steps of its
next move. Nothing is stored until the member votes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from functools import partial

from club.matches.match import Match
from club.matches.reasons import stale
from extensions.teams.club.teams import MAX_WORDS, Teams, Voter, seat_of
from extensions.teams.club.votes import WISHES, is_whole, possible_wishes, vote_of
from extensions.teams.presentation import (
    gone_lines,
    own_vote_words,
    request_label,
    turn_text,
    voting_words,
    wishes_words,
)
from extensions.teams.storage.teams import Wish
from language.lists import all_of
from language.texts import N_, gettext
from presentation.markup import Markup
from presentation.matches.lines import (
    MAX_CODE_LENGTH,
    TriedLine,
    code_of,
    continues,
    follow,
    open_line,
    planned_scene,
    tap,
)
from presentation.matches.match import match_scene, players_title
from presentation.matches.play import waiting_words
from presentation.move_entry import MoveEntry
from presentation.refusals import refusal_words, typed_words
from rendering import Scene
from rules.notation import read
from rules.refusal import Refusal
from storage.matches.match import Participant, Seat
from web.http.live import board_version
from web.http.move_entry import (
    MAX_STEPS_LENGTH,
    EntryBoard,
    drawn_board,
    line_values,
    steps_in,
    suggested,
    with_entry,
)
from web.http.reader import html
from web.http.routes import (
    MORE_ROUTES,
    File,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    rules_path,
)
from web.http.site import SEAT_PAGES, SeatPages, Site
from web.http.view import NoPage, View
from web.matches.match import game_lines, state_lines
from web.matches.plates import pace_lines, plates_of
from web.matches.play import form_address, form_number, match_to_play, my_crumb


@dataclass(frozen=True, slots=True)
class Ballot:
    """A turn that a member chooses to vote for."""

    match: Match
    voter: Voter
    line: TriedLine
    is_open: bool
    """Whether they may vote now."""
    is_signed_up: bool = True
    """Whether they may vote without signing up first."""

    @property
    def is_whole(self) -> bool:
        """Whether the moves so far are a turn that they can vote for."""
        count = len(self.line.moves)
        return self.is_open and is_whole(self.match, self.line.position, count)

    @property
    def entry(self) -> MoveEntry | None:
        """The next move being entered, or None if there can't be one."""
        is_choosing = self.is_open and not self.is_whole and continues(self.line)
        return self.line.entry if is_choosing else None

    @property
    def scene(self) -> Scene:
        """The board with the steps so far."""
        match, line = self.match, self.line
        scene = planned_scene(match, line) if line.moves else match_scene(match)
        return replace(with_entry(scene, self.entry), has_names=False)


@dataclass(frozen=True, slots=True)
class Feedback:
    """The feedback of a page on the member's last action."""

    notice: str = ""
    """Safe HTML, empty without one."""
    typed: str = ""
    """A refused move, for editing."""
    words: str | None = None
    """A refused sentence, for editing."""
    status: int = 200


NOTHING = Feedback()


async def vote_page(visit: PrivateVisit) -> View:
    """The board with the chosen part of a turn."""
    ballot = await _ballot(visit)
    try:
        ballot = await _with_line(visit, ballot)
    except Refusal:
        notice = gettext("The match has moved on. Choose your turn again.")
        return await _view(visit, ballot, Feedback(notice))
    return await _view(visit, ballot)


async def board_picture(visit: PrivateVisit) -> File:
    """The board with the chosen part of a turn, in one size."""
    ballot = await _ballot(visit)
    try:
        ballot = await _with_line(visit, ballot)
    except Refusal as refusal:
        raise NoPage from refusal
    match, line = ballot.match, ballot.line
    key = ("vote", match.id, match.version, ballot.is_open, code_of(line.moves), line.steps)
    rendered = await drawn_board(visit, key, ballot.scene)
    return File(rendered, is_immutable=visit.reader.has_chosen)


async def vote(visit: PrivateVisit) -> View | Redirect:
    """Vote for the chosen turn, given the version the member saw."""
    ballot, version = await _ballot(visit, is_fresh=True), form_number(visit, "version")
    match = ballot.match

    async def cast() -> Match:
        if version != match.version:
            raise stale(match)
        line = follow(ballot.line, visit.form.get("code", "")[: MAX_CODE_LENGTH + 1])
        texts = [move.text for move in line.moves]
        return await visit.site.club.part(Teams).vote(match, ballot.voter, version, texts)

    return await _change(visit, match, cast())


async def wish(visit: PrivateVisit) -> View | Redirect:
    """Wish something else than a turn, or take that back."""
    ballot, version = await _ballot(visit, is_fresh=True), form_number(visit, "version")
    wished: Wish | None = next((each for each in WISHES if each == visit.form.get("wish")), None)
    change = visit.site.club.part(Teams).wish(ballot.match, ballot.voter, version, wished)
    return await _change(visit, ballot.match, change)


async def say(visit: PrivateVisit) -> View | Redirect:
    """Add a sentence to the member's vote."""
    ballot, version = await _ballot(visit, is_fresh=True), form_number(visit, "version")
    words = visit.form.get("words", "")
    change = visit.site.club.part(Teams).say(ballot.match, ballot.voter, version, words)
    return await _change(visit, ballot.match, change, words)


async def type_move(visit: PrivateVisit) -> View | Redirect:
    """Add a typed move to the turn. If refused, show why and keep the text."""
    ballot, typed = await _ballot(visit), visit.form.get("move", "").strip()
    match, line = ballot.match, ballot.line
    if form_number(visit, "version") != match.version:
        words = typed_words(typed, stale(match), _markup(visit, match))
        return await _view(visit, await _ballot(visit), Feedback(words, typed=typed, status=409))
    try:
        line = follow(line, visit.form.get("code", "")[: MAX_CODE_LENGTH + 1])
        line = line.with_move(read(line.position, typed))
    except Refusal as refusal:
        words = typed_words(typed, refusal, _markup(visit, match))
        feedback = Feedback(words, typed=typed, status=409)
        return await _view(visit, replace(ballot, line=line), feedback)
    path = f"{vote_path(visit.site, match)}/{match.version}/{code_of(line.moves)}/start"
    return Redirect(visit.reader.to(path))


async def sign_up(visit: PrivateVisit) -> View | Redirect:
    """Sign up for the team of the member's server."""
    ballot = await _ballot(visit, is_fresh=True)
    await visit.site.club.part(Teams).sign_up(ballot.match, ballot.voter)
    return Redirect(visit.reader.to(vote_path(visit.site, ballot.match)))


async def sign_off(visit: PrivateVisit) -> View | Redirect:
    """Leave the team."""
    match = (await _ballot(visit)).match
    await visit.site.club.part(Teams).sign_off(match, visit.user_id)
    visit.site.deliver_match(match.id)
    return Redirect(visit.reader.to(vote_path(visit.site, match)))


async def back_to_board(visit: PrivateVisit) -> Redirect:
    """Redirect from the address of a form back to the board."""
    match = await match_to_play(visit)
    return Redirect(visit.reader.to(vote_path(visit.site, match)))


_CHOSEN = "/play/{key}/vote/{version:[0-9]+}/{code}"

MORE_ROUTES.extend(
    (
        PrivateRoute("vote", "/play/{key}/vote", vote_page),
        PrivateRoute("vote", f"{_CHOSEN}/{{steps}}", vote_page),
        PrivateRoute("board", f"{_CHOSEN}/{{size}}/{{steps}}.png", board_picture),
        FormRoute("vote", "/play/{key}/vote", vote),
        FormRoute("vote", "/play/{key}/vote/wish", wish),
        FormRoute("vote", "/play/{key}/vote/say", say),
        FormRoute("vote", "/play/{key}/vote/type", type_move),
        FormRoute("vote", "/play/{key}/vote/sign-up", sign_up),
        FormRoute("vote", "/play/{key}/vote/sign-off", sign_off),
        PrivateRoute(
            "vote", "/play/{key}/vote/{form:wish|say|type|sign-up|sign-off}", back_to_board
        ),
    )
)


def vote_path(site: Site, match: Match) -> str:
    """Return the path of the board on which members vote."""
    return f"{site.play_path(match.id)}/vote"


class VotePages(SeatPages):
    """The board of a match in which a team plays."""

    def path(self, site: Site, match: Match) -> str:
        return vote_path(site, match) if match.teams else ""

    def heading(self) -> str:
        return gettext("Channel matches")

    async def place_of(self, site: Site, match: Match, person: Participant) -> int | None:
        seat = seat_of(match, await voter_of(site, match, person))
        return None if seat is None else seat.home

    async def may_act(self, site: Site, match: Match, person: Participant) -> bool:
        try:
            voter = await voter_of(site, match, person)
        except Refusal:
            return False
        return voter.guild_id is not None

    async def running_of(self, site: Site, person: Participant) -> list[Match]:
        return [
            match
            for match in await site.club.part(Teams).running_of_voter(person.user_id)
            if match.player_of(person.user_id) is None and await self.may_act(site, match, person)
        ]


SEAT_PAGES.append(VotePages())


async def voter_of(
    site: Site, match: Match, person: Participant, *, is_fresh: bool = False
) -> Voter:
    """Return a member as a voter of the server in which they see a match.

    :param is_fresh: whether what was known a minute ago is too old.
    :raises Refusal: `unknown_match`, `voter_unknown`.
    """
    server = await site.club.pages.server(match.guild_id)
    is_public = server is not None and server.shows_match(match.stored)
    return await site.club.part(Teams).voter(match, person, is_public=is_public, is_fresh=is_fresh)


async def _ballot(visit: PrivateVisit, *, is_fresh: bool = False) -> Ballot:
    """Return an empty ballot of the member.

    :param is_fresh: whether what was known of them a minute ago is too old.
    :raises NoPage: if they may not know of the match.
    :raises Refusal: why they can't vote in it at all.
    """
    match, teams = await match_to_play(visit), visit.site.club.part(Teams)
    person = Participant(visit.user_id, visit.signed_in.name)
    try:
        voter = await voter_of(visit.site, match, person, is_fresh=is_fresh)
    except Refusal as refusal:
        if refusal.code == "unknown_match":
            raise NoPage from refusal
        raise
    line, is_signed_up = open_line(match), True
    if match.is_over or match.team_to_move is None:
        return Ballot(match, voter, line, is_open=False)
    try:
        await teams.check_may_vote(match, voter)
    except Refusal as refusal:
        if refusal.code not in ("not_signed_up", "not_your_turn"):
            raise
        is_signed_up = refusal.code != "not_signed_up"
        return Ballot(match, voter, line, is_open=False, is_signed_up=is_signed_up)
    return Ballot(match, voter, line, is_open=match.paused_until is None)


async def _with_line(visit: PrivateVisit, ballot: Ballot) -> Ballot:
    """Return a ballot with the moves and steps of the address.

    :raises Refusal: `stale`, `outdated` if the match has moved on, or the moves don't fit it.
    """
    version, steps = visit.parts.get("version"), visit.parts.get("steps", "")
    if version is None:
        return ballot
    if version != str(ballot.match.version):
        raise stale(ballot.match)
    if not ballot.is_open:
        return ballot
    chosen = steps_in(steps[:MAX_STEPS_LENGTH]) if steps else ()

    def load() -> Ballot:
        chosen_so_far = replace(
            ballot, line=follow(ballot.line, visit.parts["code"][: MAX_CODE_LENGTH + 1])
        )
        if chosen_so_far.entry is None:
            return chosen_so_far
        return replace(chosen_so_far, line=tap(chosen_so_far.line, chosen))

    return await asyncio.to_thread(load)


async def _change(
    visit: PrivateVisit, match: Match, change: Awaitable[Match], words: str | None = None
) -> View | Redirect:
    """Change a vote and return to the board.

    :param words: a sentence, kept if it is refused.
    """
    try:
        await change
    except Refusal as refusal:
        return await _refusal_view(visit, match, refusal, words)
    visit.site.deliver_match(match.id)
    return Redirect(visit.reader.to(vote_path(visit.site, match)))


async def _refusal_view(
    visit: PrivateVisit, match: Match, refusal: Refusal, words: str | None = None
) -> View:
    """Return the current board, with the message of a refusal."""
    notice = refusal_words(refusal, _markup(visit, match))
    return await _view(visit, await _ballot(visit), Feedback(notice, words=words, status=409))


def _markup(visit: PrivateVisit, match: Match) -> Markup:
    return visit.reader.markup(lambda other: visit.site.play_path(match.id))


async def _view(visit: PrivateVisit, ballot: Ballot, feedback: Feedback = NOTHING) -> View:
    """Return the page with the board on which a turn is chosen."""
    site, reader, club = visit.site, visit.reader, visit.site.club
    match, line, entry = ballot.match, ballot.line, ballot.entry
    markup, path = _markup(visit, match), vote_path(site, match)
    server = await club.pages.server(match.guild_id)
    is_public = server is not None and server.shows_match(match.stored)
    entering, ratings = await asyncio.gather(
        asyncio.to_thread(
            line_values,
            reader,
            f"{path}/{match.version}",
            line,
            entry,
            ballot.scene,
            N_("Choose {move}"),
        ),
        club.profiles.ratings_in(match.stored),
    )
    own, own_seat = vote_of(match, visit.user_id), seat_of(match, ballot.voter)
    moves = [move.text for move in line.moves]
    fields = {"version": str(match.version), "code": code_of(line.moves)}
    board = entering["board"]
    assert isinstance(board, EntryBoard)
    is_member = any(
        member.user_id == visit.user_id for member in await club.part(Teams).members(match.id)
    )
    headline, *state = _state(visit, match, own_seat, markup)
    values: dict[str, object] = {
        **entering,
        "board": replace(
            board,
            action=reader.to(f"{path}/type"),
            fields=fields,
            typed=feedback.typed,
            suggested=[] if entry is None else suggested(line.position),
        ),
        "players": plates_of(
            reader, match, markup, ratings, own=own_seat.seat if own_seat else None
        ),
        "headline": html(headline),
        "state": [html(each) for each in state],
        "notice": html(feedback.notice),
        "clock": [
            *game_lines(match),
            *(() if match.is_over else await pace_lines(site, match, markup)),
        ],
        "chosen": html(turn_text(moves, markup)) if moves else "",
        "own_vote": html(own_vote_words(own, markup)),
        "may_say": own is not None and ballot.is_open,
        "words": (own.words if feedback.words is None else feedback.words) if own else "",
        "max_words": MAX_WORDS,
        "vote_label": gettext("Vote for {move}", move=str(all_of(moves)))
        if ballot.is_whole
        else "",
        "needs_sign_up": not ballot.is_signed_up,
        "is_member": is_member,
        "wishes": _wishes(ballot) if ballot.is_open else (),
        "wishes_words": wishes_words(),
        "at": partial(form_address, reader, path),
        "action": reader.to(path),
        "public": reader.to(site.match_path(match.id)) if is_public else "",
        "rules": reader.to(rules_path(match.game)),
    }
    return View(
        "vote.html",
        players_title(match),
        "",
        values,
        trail=(my_crumb(reader),),
        is_private=True,
        status=feedback.status,
        stream=f"{site.play_path(match.id)}/live" if not match.is_over else "",
        version=board_version(match, own_seat.home if own_seat else None),
    )


def _state(visit: PrivateVisit, match: Match, own: Seat | None, markup: Markup) -> list[str]:
    """Return the result, or who votes or is awaited, the last turn, and the votes on it.

    :param own: the seat of the voter's server.
    """
    if match.team_to_move is not None:
        home = own.home if own else None
        voting = voting_words(match, markup, place=home)
        return [*state_lines(match, markup, voting), *gone_lines(match, markup)]
    if match.is_over:
        return state_lines(match, markup)
    searches = visit.site.club.opponents.searches_before(match)
    return state_lines(match, markup, waiting_words(match, searches, markup))


def _wishes(ballot: Ballot) -> list[tuple[str, str]]:
    """Return what the voter can wish besides a turn or take back, with the labels of buttons."""
    match = ballot.match
    player, own = match.player_to_move, vote_of(match, ballot.voter.user_id)
    assert player is not None
    wished = None if own is None else own.wish
    return [
        ("", gettext("Withdraw vote"))
        if each == wished
        else (each, request_label(match, player, each))
        for each in possible_wishes(match, player)
    ]
