"""`/help`: its pages, and the first match of a newcomer."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.matches.panel import first_move_page
from bot.members import help
from bot.pages import step_picker
from presentation.phrases import first_sentence
from rules.registry import GAMES
from storage.matches import match_lists
from tests.bot.simulated import (
    World,
    components_of,
    initial_entries,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)

pytestmark = pytest.mark.club(computers=True)


MAX_WORDS = 90
"""Maximum number of words of a page of `/help`, with those of its buttons."""

MAX_COMMANDS = 12
"""Maximum number of commands that are listed at first."""


def button(message: Any, verb: str, *arguments: object) -> str:
    control = "|".join(["sw", verb, *map(str, arguments)])
    return next(
        each["custom_id"] for each in components_of(message) if each.get("custom_id") == control
    )


async def help_on(club: World, member: Any = None) -> Any:
    """Open the page of games."""
    return (await (member or club.ada).slash(club.channel, "help")).response


def words_on(page: Any) -> int:
    """Count the words of a page."""
    words = [*text_of(page).split(), *" ".join(labels_of(page)).split()]
    return sum(any(map(str.isalnum, word)) for word in words)


@pytest.mark.parametrize("at_once", [2, help.GAMES_AT_ONCE])
async def test_help_shows_each_game_with_a_picture_a_sentence_and_play(
    club: World, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(help, "GAMES_AT_ONCE", at_once)
    page = await help_on(club)
    games, words = [*GAMES.values()], ""
    for first in range(0, len(games), at_once):
        if first:
            page = (await club.ada.click(page, label="More games")).response
        assert page.flags.ephemeral
        words += text_of(page)
        on_page = games[first : first + at_once]
        for game in on_page:
            assert f"{game.icon} **{game.name}**" in text_of(page)
            assert first_sentence(game) in text_of(page)
            assert button(page, "begin", game.key, 1)
        assert len(page.attachments) == len(on_page)
        assert not menus_of(page)
        assert len(list(components_of(page))) <= 40
    assert words.count("start here") == 1
    assert "**Skirt** · start here" in words
    if len(games) > at_once:
        page = (await club.ada.click(page, label="More games")).response
        assert games[0].name in text_of(page)
    else:
        assert "More games" not in labels_of(page)


async def test_every_page_of_help_has_few_words(club: World) -> None:
    olga = club.staff("Olga", manage_guild=True)
    page = await help_on(club, olga)
    counts = {"games": words_on(page)}
    for name in ("commands", "play", "during", "back", "you", "server"):
        opened = (await club.click_anyway(olga, page, f"sw|help|{name}")).response
        counts[name] = words_on(opened)
        if name == "commands":
            assert text_of(opened).count("</") <= MAX_COMMANDS
    assert {name: count for name, count in counts.items() if count > MAX_WORDS} == {}


@pytest.mark.parametrize("game", ["skirt", "passtally"])
async def test_the_first_move_takes_two_clicks(club: World, game: str) -> None:
    page = await help_on(club)
    match_start = await club.ada.click(page, custom_id=button(page, "begin", game, 1))
    panel = match_start.followups[-1]
    assert panel.ephemeral
    assert panel.attachments
    ready = next(label for label in labels_of(panel) if label.startswith("1 "))
    played = await club.ada.click(panel, label=ready)
    assert f"You played **{ready.removeprefix('1 ')}**" in text_of(played.response)
    match = await club.bot.club.matches.find(1)
    assert match.ply == 1
    assert [player.level for player in match.players] == [None, 1]
    assert any("match 1 has started" in text_of(each) for each in club.channel.history())


async def test_the_first_move_panel_also_offers_every_other_move(club: World) -> None:
    page = await help_on(club)
    match_start = await club.ada.click(page, custom_id=button(page, "begin", "scala", 1))
    panel = match_start.followups[-1]
    labels = labels_of(panel)
    assert [label[:2] for label in labels[:2]] == ["1 ", "2 "]
    assert "d6" in labels[2:]
    assert "Go to the board" in labels_of(panel)


@pytest.mark.parametrize("game", ["scala", "scalus", "skirt", "passtally"])
async def test_the_ideas_of_a_first_panel_take_the_place_of_rows(club: World, game: str) -> None:
    page = await help_on(club)
    match_start = await club.ada.click(page, custom_id=button(page, "begin", game, 1))
    match = await club.bot.club.matches.find(1)
    panel = await first_move_page(match, 500)
    rows = [block for block in panel.blocks if isinstance(block, tuple)]
    lines = [line for row in rows[:-1] for line in step_picker._lines(row)]
    assert len(lines) <= step_picker.max_rows(match.position)
    assert labels_of(match_start.followups[-1])[: len(rows[0])] == [each.label for each in rows[0]]


async def test_the_challenge_button_opens_the_form_and_posts_nothing_by_itself(club: World) -> None:
    page = await club.ada.slash(club.channel, "help")
    form = await club.ada.click(page.response, label="Challenge someone")
    draft = await club.ada.submit_modal(form, initial_entries(form))
    assert club.channel.last_message is None
    await club.ada.click(draft.response, label="Post the challenge")
    card = club.channel.last_message
    assert "Ada is looking for someone to play Skirt" in text_of(card)
    await club.ben.click(card, label="Accept")
    assert (await club.bot.club.matches.find(1)).game.key == "skirt"


async def test_a_click_in_a_disallowed_channel_names_the_allowed_ones(club: World) -> None:
    elsewhere = club.guild.create_text_channel("elsewhere")
    olga = club.staff("Olga", manage_guild=True)
    settings = await olga.slash(club.channel, "settings")
    menu = next(each["custom_id"] for each in components_of(settings.response) if each["type"] == 8)
    await olga.select(settings.response, [club.channel], custom_id=menu)
    page = await club.ada.slash(elsewhere, "help")
    refusal = await club.ada.click(page.response, label="Challenge someone")
    assert f"plays its matches in <#{club.channel.id}>" in reply_text(refusal)


async def test_play_clicked_twice_starts_one_match(club: World) -> None:
    page = await club.ada.slash(club.channel, "help")
    play = button(page.response, "begin", "skirt", 1)
    await club.ada.click(page.response, custom_id=play)
    refusal = await club.ada.click(page.response, custom_id=play)
    assert "against me is waiting for your first move" in reply_text(refusal)
    async with club.bot.club.store.read() as tx:
        assert len(await match_lists.running_of(tx, club.ada.id)) == 1


async def test_without_searches_play_opens_the_form_of_a_challenge(world: World) -> None:
    page = await world.ada.slash(world.channel, "help")
    form = await world.ada.click(
        page.response, custom_id=button(page.response, "seek", "passtally")
    )
    assert form.modal["custom_id"].startswith("sw|proposed|")
    level = await world.ada.slash(world.channel, "challenge", game="skirt", level=3)
    assert level.ephemeral


async def test_the_groups_link_every_public_command(club: World) -> None:
    page = await club.ada.slash(club.channel, "help")
    overview = await club.ada.click(page.response, label="What you can do")
    lines: list[str] = []
    for group in ("play", "during", "back", "you"):
        page = await club.click_anyway(club.ada, overview.response, f"sw|help|{group}")
        lines += text_of(page.response).splitlines()
    for command in club.bot.tree.get_commands():
        if isinstance(command, discord.app_commands.ContextMenu):
            continue
        command_id = club.bot.front.command_ids[command.name]
        # A group can't be invoked itself, only one of its commands.
        begun_by = "event list" if command.name == "event" else command.name
        line = f"</{begun_by}:{command_id}> {command.description}"
        assert lines.count(line) == (command.default_permissions is None), line


async def test_command_links_survive_a_restart_without_a_sync(club: World) -> None:
    before = dict(club.bot.front.command_ids)
    await club.restart()
    assert club.bot.front.command_ids == before


async def test_server_managers_see_the_setup_page(club: World) -> None:
    olga = club.staff("Olga", manage_guild=True)
    page = await olga.slash(club.channel, "help")
    setup = await olga.click(page.response, label="Manage the server")
    assert "all the permissions I need" in text_of(setup.response)
    opened = await olga.click(setup.response, label="Set up")
    assert "## Settings" in reply_text(opened)


async def test_other_members_cannot_see_or_open_the_setup_page(club: World) -> None:
    page = await club.ada.slash(club.channel, "help")
    assert "Manage the server" not in labels_of(page.response)
    for control in ("sw|help|server", "sw|settings-open"):
        refusal = await club.click_anyway(club.ada, page.response, control)
        assert "Only members with **Manage Server**" in reply_text(refusal)
    for control in ("sw|help|9", "sw|help|chess", "sw|begin|skirt|7"):
        refusal = await club.click_anyway(club.ada, page.response, control)
        assert "out of date" in reply_text(refusal)


async def test_a_level_without_an_opponent_challenges_the_bot(club: World) -> None:
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt", level=3)
    assert "Ada challenges TestBot Landing to Skirt" in reply_text(challenge)
    assert "match 1 has started" in reply_text(challenge)
