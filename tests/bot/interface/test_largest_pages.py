"""Every page with as much as it may hold, in every language, within Discord's limits."""

from __future__ import annotations

import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any, get_args

import pytest

import bot
import extensions
from bot.challenges import cards as challenge_cards
from bot.challenges import forms
from bot.challenges.making import Proposal
from bot.interface import answers
from bot.interface.markup import DISCORD
from bot.interface.move_entry import begin
from bot.matches import (
    cards,
    endings,
    following,
    history,
    match_lists,
    notices,
    offers,
    panel,
    play,
)
from bot.members import (
    blocks,
    help,
    languages,
    own_day,
    preferences,
    privacy,
    rules,
    sessions,
    vacations,
)
from bot.pages import layout
from bot.pages.layout import Page, with_link
from bot.ratings import leaderboards, profiles, summaries
from bot.servers import audit, forum, greetings
from club.matches.finding import Candidates
from club.matches.following import MAX_FOLLOWS, Following
from club.matches.match import Match
from club.members.blocks import PAGE_SIZE, Blocked
from club.members.privacy import StoredData
from club.members.sessions import MAX_SESSIONS
from club.members.vacations import Status
from club.outbox.kinds import DirectPost, Why
from club.ratings.leaderboards import ROWS, Overview, OwnStanding, Ranked, Ranking, View
from club.ratings.profiles import GameRatings, PastMatch, Profile, Versus
from engine.engine import LEVELS
from engine.opponent import Choice
from language.texts import COMPLETE, gettext, written_in
from presentation import pictures
from presentation.matches.clocks import away_lines
from presentation.matches.history import history_of
from presentation.matches.lines import TriedLine
from presentation.members.rules import count_of
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.challenges import Challenge, Guest
from storage.matches.following import FollowedPlayer
from storage.matches.match import SeatVacancy
from storage.matches.vacancies import Vacancy
from storage.members.blocks import Block
from storage.members.preferences import Preferences
from storage.members.sessions import Session
from storage.ratings.leaderboards import LiveLeaderboard
from storage.ratings.profiles import PlayerRecord
from storage.ratings.ratings import RatingChange, Standing
from storage.servers.audit import Change
from storage.servers.settings import GuildSettings
from tests.additions import additions
from tests.bot.largest import ID, NAME, NOON, NUMBER, WIDTH, filled, match
from tests.discord.messages import ApiError, refuse_bad_components

Scene = partial[Any]
"""A function that returns a page, with its arguments."""

WITHOUT = {
    # These take the services and a click, and join the results of others.
    *("archive_page", "linked_card", "more_page", "own_preferences", "page_at", "_panel"),
    # They take the commands of a running bot, and are tested with them.
    *("commands_page", "group_page"),
    # The others call these.
    *("_card", "_moved_notice", "_onward_page", "_result_page", "panel_page", "privacy_page"),
    *("puzzle_page", "settings_page", "text_page", "with_board_button", "with_link", "with_note"),
    "with_sessions_button",
    # A heading and a table that is part of a larger page.
    "_page_without_matches",
}

STATES = ("new", "running", "over")


def scenes() -> Iterator[Scene]:
    """Yield every page in each of its states, in the current language."""
    yield from scenes_of_matches()
    yield from scenes_of_searches()
    yield from scenes_of_ratings()
    yield from scenes_of_histories()
    yield from scenes_of_lists()
    yield from scenes_of_rules()
    yield from scenes_of_members()
    yield from scenes_of_servers()
    for each in additions("largest"):
        yield from each.scenes()


def scenes_of_match(one: Match, notes: Sequence[str] = ()) -> Iterator[Scene]:
    # The clock of the player to move says that they are away.
    others = {each.user_id: NOON for each in one.players if each != one.player_to_move}
    away = away_lines(one, others, DISCORD)
    yield partial(offers._more_page, one, ID - 1, NAME, away, is_followed=True, has_next=True)
    if one.is_over:
        card = cards.Card(one, has_engine=True, notes=notes)
        yield partial(linked, cards.board_page, card, WIDTH)
        yield partial(challenge_cards.result_card, one, WIDTH)
        yield partial(following._notice, one)
        yield partial(notices._over_notice, one, LINK)
    else:
        card = cards.Card(one, notes=notes, asides=away)
        yield partial(linked, cards.refreshed_board_page, card, one.turn_began)
        yield partial(cards.past_board_page, one, one.ply)
        yield partial(cards.text_board_page, one)


def scenes_of_matches() -> Iterator[Scene]:
    for game in GAMES:
        for state in STATES:
            yield from scenes_of_match(match(game, state), [NAME * 3])
        running = match(game)
        if len(running.players) == 3:
            for vacancy in ("vacant", "taken"):
                yield from scenes_of_vacancy(vacated(running, vacancy))
        mover = ID - (running.to_move or 0)
        yield partial(match_panel, running)
        yield partial(panel.first_move_page, match(game, "new", level=1), WIDTH)
        yield partial(endings._question, match(game, "new"), ID - 1)
        yield partial(endings._abort_question, match(game, "new"), ID - 1)
        for why in get_args(Why):
            post = filled(DirectPost, user_id=mover, place=1, ply=running.turn_began, why=why)
            yield partial(notices._notice, running, post)


def vacated(one: Match, state: SeatVacancy) -> Match:
    """The match after the seat to move was left, with all that is known of it."""
    seat = one.seats[(one.to_move or 0) - 1]
    vacancy = filled(
        Vacancy, seat=seat.seat, user_id=seat.user_id, home=seat.home, level=LEVELS[-1].number,
        agreed=[each for each in (1, 2, 3) if each != seat.seat][:1], ply=one.ply,
    )  # fmt: skip
    seats = tuple(replace(each, vacancy=state) if each == seat else each for each in one.seats)
    return replace(one, stored=replace(one.stored, seats=seats), vacancies=(vacancy,))


def scenes_of_vacancy(one: Match) -> Iterator[Scene]:
    yield from scenes_of_match(one, [NAME * 3])
    for why in ("vacated", "seated"):
        player = one.vacancies[0].user_id
        post = filled(DirectPost, user_id=player, place=1, ply=one.turn_began, why=why)
        yield partial(notices._vacancy_notice, one, post, LINK)


MEMBER: Any = SimpleNamespace(display_name=NAME)
LINK = f"https://discord.com/channels/{ID}/{ID}/{ID}"


async def match_panel(one: Match) -> Page:
    """The panel of a move with everything that may be beside it."""
    details = ["-# " + NAME * 9] * 4
    return await panel.panel_page(
        one, begin(one.position), width=WIDTH, notice=NAME * 4, details=details, helps=True,
        offers_skipping=True,
    )  # fmt: skip


def scenes_of_searches() -> Iterator[Scene]:
    for game in GAMES:
        running = match(game)
        moves = longest_line(history_of(running, DISCORD), running.ply, 20).moves
        texts = tuple(move.text for move in moves)
        values = (1.0, *[0.0] * (len(running.players) - 1))
        yield partial(play.hint_page, running, Choice(texts[0], texts, 1, values, 9, True), WIDTH)


def scenes_of_ratings() -> Iterator[Scene]:
    rows = tuple(filled(Ranked, user_id=number, place=number) for number in range(1, ROWS + 1))
    own = filled(OwnStanding, unplaced=None)
    for form in ("picture", "text"):
        for game in (None, *GAMES):
            view = View(game, form=form)
            board: Any = Overview(view, "all", tuple((each, rows[:3]) for each in GAMES), {})
            if game is not None:
                board = filled(
                    Ranking, view=view, game=game, rows=rows, elsewhere=rows[0], own=own, pages=99,
                    period="all", names={},
                )  # fmt: skip
            best = ["- " + NAME * 2] * 6
            yield partial(linked, leaderboards.private_page, board, WIDTH, NOON, best)
            yield partial(linked, leaderboards.public_page, board, WIDTH, NOON)
    records = tuple(filled(PlayerRecord, game=game, seat=seat) for game in GAMES for seat in (0, 1))
    running = tuple([match("passtally").stored] * 5)
    past = PastMatch(match("passtally", "over").stored, filled(RatingChange))
    versus = Versus(ID - 1, ID - 2, records, running, (past,) * 5)
    yield partial(profiles.versus_page, versus, NAME)
    changes = tuple(filled(RatingChange, before=1500.0, after=1600.0) for _ in range(30))
    profile = filled(
        Profile, user_id=ID - 1, scope="server", game=None, records=records, running=running,
        results=(past,) * 5,
        standings=tuple(filled(Standing, game=game, shown_until=None) for game in GAMES),
        places=dict.fromkeys(GAMES, 999), levels=dict.fromkeys(GAMES, 5),
        histories=tuple(GameRatings(game, changes) for game in GAMES),
    )  # fmt: skip
    viewed = profiles.ViewedProfile(profile, NAME, ID - 1, True, NAME * 3, [NAME * 15])
    yield partial(linked, profiles.profile_page, viewed, WIDTH, NOON)


def scenes_of_histories() -> Iterator[Scene]:
    for game in GAMES:
        for state in ("running", "over"):
            one = match(game, state)
            past = history_of(one, DISCORD)
            yield partial(history.history_page, past, one.ply - 1, WIDTH)


def longest_line(past: Any, ply: int, length: int) -> Any:
    """Return a tried line of up to `length` moves, each with the longest text."""
    truth = past.position(ply)
    line = TriedLine(truth, truth if past.is_over else truth.seen_by(None))
    while len(line.moves) < length and line.position.moves() and not line.is_stopped:
        position = line.position
        line = line.with_move(max(position.moves(), key=lambda move: len(position.text(move))))
    return line


def scenes_of_lists() -> Iterator[Scene]:
    running = [match("passtally").stored] * 60
    over = [match("passtally", "over").stored] * 60
    for in_server in (True, False):
        yield partial(
            match_lists._own_page, running, [(NAME, running)], ID - 1, in_server=in_server
        )
    yield partial(match_lists._member_page, running, MEMBER)
    yield partial(match_lists._next_page, running, ID, ID)
    yield partial(notices._digest, ID - 1, running, over)
    followed = [filled(FollowedPlayer, followed_id=number) for number in range(MAX_FOLLOWS)]
    matches = [replace(each, id=NUMBER - number) for number, each in enumerate(running)]
    follows = Following(tuple(matches[:MAX_FOLLOWS]), tuple(followed))
    yield partial(following.following_page, follows)
    found = Candidates(tuple(matches), ID, to_move=True)
    yield partial(answers.refusal_page, Refusal("which", NAME, matches=found), ID, ID)
    for count in (0, 60):
        challenged = [challenge(number) for number in range(count)]
        yield partial(match_lists._place_page, running[:count], challenged, ID, NAME)
    proposal = Proposal("passtally", (ID, ID), pace="3d+12h<5d", seat=1, level=5)
    yield partial(forms._draft_page, challenge(NUMBER), proposal)
    yield partial(forms._posted_page, challenge(NUMBER))
    for state in ("open", "accepted", "declined", "cancelled", "expired"):
        yield partial(challenge_cards.challenge_card, challenge(NUMBER, state))


def challenge(number: int, state: str = "open") -> Challenge:
    guests = tuple(
        filled(Guest, position=each, accepted=False, level=None, team=None) for each in (1, 2)
    )
    return filled(
        Challenge, id=number, game="passtally", state=state, place_kind="server", guests=guests,
        options=GAMES["passtally"].choose({"players": 3}), pace="3d+12h<5d", challenger_id=ID,
        seat=1, seating=None,
        team={"name": NAME, "voters": "members", "is_quick": True, "hour": 23,
              "is_for_servers": True},
    )  # fmt: skip


def scenes_of_rules() -> Iterator[Scene]:
    for game in GAMES.values():
        for number in range(count_of(game)):
            yield partial(rules.rules_page, game, number)


def scenes_of_members() -> Iterator[Scene]:
    blocked = tuple(filled(Block, blocked_id=number) for number in range(PAGE_SIZE))
    yield partial(blocks._blocks_page, Blocked(blocked, 1, 500), NAME * 3)
    values = {"zone": "America/Argentina/Buenos_Aires", "off_from": 1320, "off_until": 480}
    person = replace(filled(Preferences), **values, days_off="25")
    yield partial(preferences.preferences_page, person, languages.language_blocks("de", "ja", "en"))
    yield partial(own_day.own_day_page, person)
    holdings = StoredData(defaultdict(lambda: ID), filled(Preferences), NUMBER)
    yield partial(with_sessions, holdings)
    yield partial(privacy.deletion_page, holdings)
    yield partial(sessions.link_page, LINK, to_board=True)
    browsers = [filled(Session, id=number) for number in range(MAX_SESSIONS)]
    yield partial(sessions.sessions_page, browsers, NAME)
    yield partial(vacations._vacation_page, Status(NOON, 99, 2026), NAME)
    yield partial(languages.server_language_page, "de", "ja")
    yield partial(help.games_page, lambda game: True, manages=True)
    yield partial(greetings.greeting_page, lambda game: True)


def with_sessions(holdings: StoredData) -> Page:
    return sessions.with_sessions_button(privacy.privacy_page(holdings, has_web=True))


def scenes_of_servers() -> Iterator[Scene]:
    changes = [
        filled(Change, id=number, what="channels", before=list(range(ID - 25, ID)), after=[ID])
        for number in range(60)
    ]
    yield partial(audit.audit_page, changes, is_latest=True)
    every = filled(GuildSettings, pages="public")
    yield partial(forum._page, every, None, (), [NAME * 9] * 4)
    yield partial(summaries._page, every, filled(LiveLeaderboard, game="passtally"), None)
    commands = dict.fromkeys((f"{'c' * 32}{number}" for number in range(9)), "*" * 100)
    yield partial(help.server_page, commands, lambda name: f"</{name}:{ID}>", [NAME] * 9)


async def linked(function: Callable[..., Any], *arguments: Any, **named: Any) -> Page:
    """A page with the link to the web that is added to it."""
    page = function(*arguments, **named)
    page = await page if inspect.isawaitable(page) else page
    return with_link(page, gettext("On the web"), f"{LINK}/web")


def page_functions() -> set[str]:
    """The names of all functions that return a page."""
    found = set[str]()
    for package in (bot, extensions):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if each.name.startswith(("bot.process", "bot.command")):
                continue
            module = import_module(each.name)
            found |= {
                name
                for name, value in vars(module).items()
                if inspect.isfunction(value)
                and value.__module__ == module.__name__
                and str(value.__annotations__.get("return")).split(" |")[0] == "Page"
            }
    return found


async def undrawn(*arguments: Any, **named: Any) -> bytes:
    return b""


@pytest.mark.parametrize("language", COMPLETE)
async def test_every_page_fits(
    language: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page exceeds a limit, no label is cut, and no kind of page is missing here."""
    # Drawing 600 boards takes longer than all else.
    monkeypatch.setattr(pictures, "draw_in_thread", undrawn)
    called, faults = set[str](), dict[str, str]()
    with written_in(language):
        for scene in scenes():
            function = scene.args[0] if scene.func is linked else scene.func
            called.add(function.__name__)
            try:
                page = scene()
                page = await page if inspect.isawaitable(page) else page
                if page is not None:
                    refuse_bad_components(page.layout().to_components())
            except (ValueError, ApiError) as error:
                faults.setdefault(function.__name__, str(error))
    assert faults == {}
    assert [each.getMessage() for each in caplog.records if each.name == layout.__name__] == []
    assert page_functions() - called - WITHOUT == set()
