"""Events of every format on a front with plain text only."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest

from extensions.events.club.events import Events
from extensions.events.club.formats.registry import FORMATS
from extensions.events.club.opening import EventOptions
from extensions.events.club.standings import results
from extensions.events.club.standings.table import Cell
from extensions.events.presentation.crosstable import Mark
from extensions.events.presentation.crosstable_words import crosstable_text
from extensions.events.presentation.event_view import EventView, view_of
from extensions.events.presentation.events import (
    STATE_WORDS,
    card_words,
    facts_words,
    not_begun_words,
    terms_words,
    title_of,
    titles_words,
)
from extensions.events.presentation.formats.format_words import OWN, UNDER_WAY, mark_of
from extensions.events.presentation.formats.registry import FORMAT_WORDS, format_label
from extensions.events.presentation.news import news_lines
from extensions.events.presentation.rounds import ladder_lines, pairing_line, round_heading
from extensions.events.presentation.standings import (
    figure_of,
    no_standings_words,
    page_count,
    place_words,
    standings_picture,
    ties_words,
)
from extensions.events.storage.events import Title
from extensions.events.storage.news import News, NewsKind
from language.texts import written_in
from presentation.markup import PLAIN
from storage.database.store import Store
from tests.club.services import NOON, Services
from tests.extensions.events.club.sample_events import (
    open_event,
    pairings,
    person,
    start_event,
    user_ids,
)
from tests.presentation.plain_front import LANGUAGES, check_plain

NEWS_KINDS: tuple[NewsKind, ...] = get_args(NewsKind)
SILENT: dict[NewsKind, frozenset[str]] = {
    "opened": frozenset(FORMATS),
    "round begun": frozenset({"cup", "league", "ladder"}),
    "round over": frozenset({"cup", "league", "ladder"}),
}
"""The formats that don't announce a kind of news."""

PLAYERS: dict[str, int] = {"cup": 4, "league": 5, "tour": 4, "ladder": 4, "swiss": 9}


async def running_event(services: Services, store: Store, format: str) -> EventView:
    """A running event with one finished match."""
    event = await start_event(services, format, PLAYERS[format])
    if format == "ladder":
        await services.part(Events).challenge_above(event.id, person(2), 1)
    for pairing in (await pairings(services, event.id))[:1]:
        users = await user_ids(services, event.id, pairing)
        await services.play_turns(pairing.match_id or 0)
        await services.matches.resign(pairing.match_id or 0, users[0])
    await services.part(Events).advance()
    return await view_of(store, event.id)


def finished(view: EventView) -> EventView:
    """The same event, won by its first entrant."""
    winner = replace(view.entrants[0], place=1)
    ended = replace(view.event, state="over", ended_at=NOON)
    return replace(view, event=ended, entrants=(winner, *view.entrants[1:]))


def texts_of_card(view: EventView) -> list[str]:
    words = card_words(view, PLAIN)
    return [words.title, words.facts, *words.lines, *words.running]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.usefixtures("in_process_pairing")
async def test_the_card_of_an_event_in_each_state(services: Services, format: str) -> None:
    running = await running_event(services, services.store, format)
    waiting = replace(running.event, state="open", entries_close_at=NOON + timedelta(days=1))
    requested = tuple(replace(each, asked_at=NOON) for each in running.entrants[:2])
    open_again = replace(running, event=waiting, entrants=(*requested, *running.entrants[2:]))
    called_off = replace(running, event=replace(running.event, state="cancelled"))
    for language in LANGUAGES:
        with written_in(language):
            for view in (
                running,
                open_again,
                replace(open_again, entrants=()),
                finished(running),
                called_off,
            ):
                check_plain(texts_of_card(view))
                check_plain([title_of(view.event, PLAIN), facts_words(view.event, PLAIN)])
            check_plain([card_words(open_again, PLAIN).byline, not_begun_words(waiting, PLAIN)])
            check_plain([str(STATE_WORDS[running.event.state]), format_label(format)])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.usefixtures("in_process_pairing")
async def test_each_kind_of_news_is_a_line_in_each_format(services: Services, format: str) -> None:
    view = await running_event(services, services.store, format)
    dated = replace(view.event, entries_close_at=NOON + timedelta(days=1))
    view = replace(view, event=dated)
    for language in LANGUAGES:
        with written_in(language):
            for kind in NEWS_KINDS:
                news = News(view.event.id, 1, NOON, kind, 1, (1, 2), (3,))
                lines = news_lines(view, [news], PLAIN)
                assert len(lines) == (format not in SILENT.get(kind, ())), kind
                check_plain(lines)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.usefixtures("in_process_pairing")
async def test_the_rounds_and_standings_of_an_event(services: Services, format: str) -> None:
    view = await running_event(services, services.store, format)
    for language in LANGUAGES:
        with written_in(language):
            for current in (view, finished(view)):
                for round in current.rounds:
                    check_plain(part for part in round_heading(current, round, PLAIN) if part)
                check_plain(pairing_line(current, each, PLAIN) for each in current.pairings)
                for number in range(page_count(current.standings)):
                    figure = figure_of(current.standings, current.rounds, number, user_id=101)
                    picture = await standings_picture(figure, 300)
                    assert picture.data
                    check_plain([picture.alt, crosstable_text(figure)])
            check_plain([place_words(view, 101, PLAIN), no_standings_words(view, PLAIN)])
            assert bool(ties_words(view)) == FORMAT_WORDS[format].shows_points
            check_plain([ties_words(view)] if ties_words(view) else [])


@pytest.mark.usefixtures("in_process_pairing")
async def test_a_crosstable_has_numbered_columns_and_a_marked_diagonal(services: Services) -> None:
    view = await running_event(services, services.store, "league")
    figure = figure_of(view.standings, view.rounds)
    assert figure.columns == ("1", "2", "3", "4", "5")
    for line, row in enumerate(figure.rows):
        assert [OWN in cell.marks for cell in row.cells] == [line == each for each in range(5)]


def test_a_struck_result_is_marked_as_missed() -> None:
    result = Cell(results.WIN, (2,), 1, 7, is_struck=False)
    assert mark_of(result) == Mark("1", "won", 7)
    assert mark_of(replace(result, is_struck=True)) == Mark("1", "missed", 7)
    assert mark_of(replace(result, outcome=None, is_struck=True)) == replace(UNDER_WAY, match_id=7)


@pytest.mark.usefixtures("in_process_pairing")
async def test_the_points_for_a_game_of_a_tour_have_the_colour_of_their_place(
    services: Services,
) -> None:
    view = await running_event(services, services.store, "tour")
    row = view.standings.tables[0].rows[0]
    for points, tone in ((14, "won"), (10, "drawn"), (0, "lost")):
        (mark,) = FORMAT_WORDS["tour"].marks(replace(row, by_column=(points,)), 0)
        assert mark.tone == tone


async def test_the_places_of_a_ladder(services: Services) -> None:
    event = await open_event(services, "ladder", 4)
    view = await view_of(services.store, event.id)
    for language in LANGUAGES:
        with written_in(language):
            for user_id in (101, 104, 999):
                check_plain(ladder_lines(view, user_id, PLAIN))
            assert len(ladder_lines(view, 104, PLAIN)) == 4


def test_some_titles_are_named_and_the_rest_counted() -> None:
    titles = [
        Title(number, format, None if format == "tour" else "skirt", "", 2, NOON, 8)
        for number, format in enumerate(FORMATS)
    ]
    for language in LANGUAGES:
        with written_in(language):
            check_plain([titles_words(titles, PLAIN), titles_words(titles[:1], PLAIN)])
    assert titles_words([], PLAIN) == ""


async def test_an_event_in_plain_english(services: Services) -> None:
    event = await open_event(services, "cup", 2, EventOptions(game="skirt"))
    words = card_words(await view_of(services.store, event.id), PLAIN)
    assert words.title == "Skirt cup"
    assert words.facts.startswith("Cup · Skirt · ")
    assert words.lines[1] == "2 of 4 places taken: Player 1 and Player 2. Starts when it's full."
    assert words.byline == "Opened by Player 1."


async def test_the_terms_name_a_head_start_only_if_there_is_one(services: Services) -> None:
    event = await open_event(services, "cup", 1, EventOptions(game="passtally"))
    # An event from before the option existed doesn't store it.
    for options, ends in (
        ({"players": 3}, "number of players: 3"),
        ({"players": 3, "head-start": 0}, "number of players: 3"),
        ({"players": 3, "head-start": 2}, "points of the first player at the start: 2"),
    ):
        stored = replace(event, terms=replace(event.terms, options=options))
        assert terms_words(stored).endswith(f" · {ends}")
