"""Texts on pages name Discord for its controls, and only link to existing pages."""

from __future__ import annotations

import pytest

from extensions.events.club.events import Events
from extensions.events.presentation.formats.registry import FORMAT_WORDS
from extensions.events.web.events import event_path
from presentation.markup import Markup
from tests.extensions.events.club.sample_events import end_all, start_event
from tests.web.forms import words_of
from tests.web.house import House
from web.http.markup import DESCRIPTION, PREVIEW, HtmlMarkup


@pytest.mark.parametrize("markup", [DESCRIPTION, PREVIEW])
def test_texts_place_buttons_in_discord_if_the_page_lacks_them(markup: Markup) -> None:
    words = FORMAT_WORDS["league"].rules(markup)
    assert "Still in?" in words
    assert "on Discord enters you" in words


async def test_texts_on_a_page_place_commands_in_discord(house: House) -> None:
    markup = HtmlMarkup(house.services.now, lambda _match: "")
    assert "<code>/learn</code> on Discord" in FORMAT_WORDS["tour"].rules(markup)


@pytest.mark.parametrize(("path", "words"), [("", "1"), ("/m/x", '<a href="/m/x">1</a>')])
async def test_a_match_is_linked_if_it_has_a_page(house: House, path: str, words: str) -> None:
    match = await house.services.matches.find(await house.services.start_match())
    assert HtmlMarkup(house.services.now, lambda _match: path).board(match.stored) == words


async def test_a_leagues_standings_show_promotion_and_relegation(house: House) -> None:
    event = await start_event(house.services, "league", 12)
    await end_all(house.services, event.id)
    page = await house.page(event_path(house.site, event.id))
    assert "Arrows: " in page.text
    assert '▲</span><span class="unseen">goes up' in page.text
    assert '▼</span><span class="unseen">goes down' in page.text


async def test_the_points_are_beside_the_name_before_the_single_results(house: House) -> None:
    event = await start_event(house.services, "league", 12)
    text = words_of(await house.page(event_path(house.site, event.id)))
    assert "division 1 # name pts 1 2 3" in text
    assert "division 2 # name pts 1 2 3" in text


async def test_only_a_page_that_can_change_is_updated(house: House) -> None:
    event = await start_event(house.services, "cup", 4)
    path = event_path(house.site, event.id)
    assert f'data-stream="{path}/live"' in (await house.page(path)).text
    await end_all(house.services, event.id)
    await Events(house.services).advance()
    house.site.pages.clear()
    assert "data-stream" not in (await house.page(path)).text


async def test_the_pairings_of_a_round_name_the_players_in_turn_order(house: House) -> None:
    event = await start_event(house.services, "tour", 4)
    text = words_of(await house.page(event_path(house.site, event.id)))
    match = await house.services.matches.find(1)
    first, second = (seat.name for seat in match.seats)
    assert f"Round 1 Players are named in turn order. {first} – {second} · match 1" in text
