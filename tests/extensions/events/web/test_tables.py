"""The standings of events on the web."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from extensions.events.club.events import Events
from extensions.events.presentation.formats.registry import FORMAT_WORDS
from extensions.events.web.events import event_path
from presentation.markup import Markup
from presentation.matches.match import players_title
from storage.matches.match import MATCH_PLACES
from tests.club.services import ADA, BEN, CY, GUILD
from tests.extensions.events.club.sample_events import end_all, open_event, start_event
from tests.extensions.events.web.test_embeds import started_event
from tests.web.forms import words_of
from tests.web.house import PRIVATE_CHANNEL, House, check_html
from web.http.markup import DESCRIPTION, PREVIEW, HtmlMarkup


async def test_standings_link_to_players_matches_and_rules(house: House) -> None:
    path = await started_event(house, [ADA, BEN, CY])
    page = await house.page(path)
    assert house.site.player_path(GUILD, ADA.user_id) in page.links
    assert "/rules/scala" in page.links
    table = page.text.partition("<table")[2].partition("</table>")[0]
    assert f'href="{house.match_path(1)}"' in table
    own = await house.get(path, Cookie=await house.sign_in(BEN))
    check_html(own.text)
    assert own.text.count('class=" own"') == 1


async def test_an_event_lists_its_finished_matches_that_are_public(house: House) -> None:
    path = await started_event(house, [ADA, BEN, CY])
    match = await house.services.play_turns(1)
    player = match.player_to_move
    assert player is not None
    await house.services.matches.resign(1, player.user_id)
    house.site.pages.clear()
    words = words_of(await house.page(path))
    assert f"Results 1 · {players_title(match)} ·" in words
    async with house.services.store.write() as tx:
        await tx.execute(update(MATCH_PLACES).values(channel_id=PRIVATE_CHANNEL, parent_id=None))
    house.site.pages.clear()
    assert "resigned" not in words_of(await house.page(path))


async def test_an_open_event_says_how_to_join(house: House) -> None:
    event = await open_event(house.services, "cup", 3)
    path = event_path(house.site, event.id)
    assert "Members of this server can join from the event" in (await house.page(path)).text
    running = await start_event(house.services, "cup", 4)
    page = await house.page(event_path(house.site, running.id))
    assert "Members of this server can join from the event" not in page.text


async def test_an_event_shows_its_matches_in_progress(house: House) -> None:
    event = await start_event(house.services, "cup", 4)
    over = await house.services.matches.find(1)
    await house.services.matches.resign(over.id, over.players[0].user_id)
    page = await house.page(event_path(house.site, event.id))
    in_progress = page.text.partition("Matches in progress</h2>")[2].partition("<h2>")[0]
    assert f'href="{house.match_path(2)}"' in in_progress
    assert house.match_path(1) not in in_progress
    assert house.match_path(1) in page.links


async def test_a_hidden_player_of_standings_has_no_link_in_a_chosen_language(house: House) -> None:
    path = await started_event(house, [ADA, BEN, CY])
    await house.services.personal_data.show_globally(ADA.user_id, False)
    page = await house.page(f"{path}?lang=de")
    table = page.text.partition("<table")[2].partition("</table>")[0]
    assert '<th scope="row"><bdi>' in table
    assert (
        f'<th scope="row"><a href="{house.site.player_path(GUILD, BEN.user_id)}?lang=de">' in table
    )


async def test_standings_do_not_link_to_matches_in_a_private_channel(house: House) -> None:
    path = await started_event(house, [ADA, BEN, CY])
    async with house.services.store.write() as tx:
        await tx.execute(update(MATCH_PLACES).values(channel_id=PRIVATE_CHANNEL, parent_id=None))
    page = await house.page(path)
    assert "<table" in page.text
    assert house.match_path(1) not in page.links


@pytest.mark.parametrize("markup", [DESCRIPTION, PREVIEW])
def test_texts_place_buttons_in_discord_if_the_page_lacks_them(markup: Markup) -> None:
    words = FORMAT_WORDS["league"].rules(markup)
    assert "Still in?" in words
    assert "on Discord enters you" in words


async def test_texts_on_a_page_place_commands_in_discord(house: House) -> None:
    markup = HtmlMarkup(house.services.now, lambda _match: "")
    assert "<code>/rules</code> on Discord" in FORMAT_WORDS["tour"].rules(markup)


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
    await house.services.part(Events).advance()
    house.site.pages.clear()
    assert "data-stream" not in (await house.page(path)).text


async def test_the_pairings_of_a_round_name_the_players_in_turn_order(house: House) -> None:
    event = await start_event(house.services, "tour", 4)
    text = words_of(await house.page(event_path(house.site, event.id)))
    match = await house.services.matches.find(1)
    first, second = (seat.name for seat in match.seats)
    assert f"Round 1 Players are named in turn order. {first} – {second} · match 1" in text
