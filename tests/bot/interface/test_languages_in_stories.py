"""All texts of the bot in made-up languages, found by clicking through its pages.

The tests fail on English left untranslated, on texts in the wrong language, and on texts that are
too long for Discord in a language as long as German. Members speak ⟦…⟧, their server ⟪…⟫. Every
control of a page is used once.
"""

from __future__ import annotations

import logging
from collections import deque
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError, SetupError

from bot.challenges.forms import OPTIONS
from bot.pages.forms import FIELD
from tests.bot.clubs import check_requests
from tests.bot.matches.computers import bot_member
from tests.bot.pseudo_languages import (
    OWN,
    SERVERS,
    english_words,
    languages_of,
    texts_in,
)
from tests.bot.simulated import World, components_of, initial_entries

pytestmark = [
    pytest.mark.club(computers=True, languages={"ada": OWN, "ben": OWN, "cy": OWN}),
    pytest.mark.slow,
    pytest.mark.timeout(1800),
]

UNMARKED: set[str] = {
    # Moves as written in records and hints.
    *("pass", "swap"),
    # The name of a language in that language.
    "English",
}
"""English words allowed in any language."""

LAST = ("delete", "deleted", "resigned", "aborted", "event-cancel", "event-gone")
"""Verbs that are clicked only when nothing else is left."""

A_MINUTE = timedelta(minutes=1)
MAX_CLICKS = 250


@pytest.fixture(autouse=True)
def check_log(caplog: pytest.LogCaptureFixture) -> Any:
    """Check that no error is logged and no label is cut."""
    caplog.set_level(logging.WARNING)
    yield
    warnings = [each.getMessage() for each in caplog.records if each.name == "bot.pages.layout"]
    warnings += [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert not warnings


async def test_the_help_the_rules_and_the_lessons(club: World) -> None:
    for command, options in (
        ("help", {}),
        ("learn", {"game": "skirt"}),
        ("rules", {"game": "passtally"}),
    ):
        await visit_pages(club, club.ada, await club.ada.slash(club.channel, command, **options))
    assert_languages(club)


async def test_preferences_and_admin_commands(club: World) -> None:
    rights = discord.Permissions(manage_guild=True, manage_messages=True)
    role = club.guild.create_role("Root", permissions=rights)
    admin = club.guild.add_member(club.env.create_user("root"), roles=[role])
    club.locales[admin.id] = "de"
    await visit_pages(club, admin, await admin.slash(club.channel, "settings"))
    for command in ("preferences", "vacation", "block", "privacy"):
        await visit_pages(club, club.ada, await club.ada.slash(club.channel, command))
    await club.pass_time(A_MINUTE)
    assert_languages(club)


async def test_a_match_from_its_challenge_to_its_result(club: World) -> None:
    await play_match(club, "skirt", "size 4")
    for command, options in (
        ("matches", {}),
        ("matches", {"here": True}),
        ("next", {}),
        ("leaderboard", {}),
        ("profile", {}),
        ("profile", {"member": club.ben, "versus": True}),
    ):
        reply = await club.ada.slash(club.channel, command, **options)
        await visit_pages(club, club.ada, reply)
    assert_languages(club)


@pytest.mark.parametrize("game", ["scala", "scalas", "scalus", "passtally"])
async def test_a_match_of_each_remaining_game(club: World, game: str) -> None:
    await play_match(club, game)
    assert_languages(club)


async def test_a_match_with_the_computer_a_hint_and_a_review(club: World) -> None:
    await club.ada.slash(
        club.channel, "challenge", game="skirt", opponent=bot_member(club), options="size 4", seat=1
    )
    place = club.place()
    for command in ("hint", "match", "history"):
        reply = await club.ada.slash(place, command)
        await club.think()
        await visit_pages(club, club.ada, reply)
    await visit_pages(club, club.ada, latest_message(place))
    await club.think()
    review = await club.ada.slash(place, "review", match="1")
    await club.think()
    await visit_pages(club, club.ada, review)
    assert_languages(club)


async def test_puzzles(club: World) -> None:
    await visit_pages(club, club.ada, await club.ada.slash(club.channel, "puzzle"))
    assert_languages(club)


async def test_a_cup(club: World) -> None:
    await club.ada.slash(club.channel, "cup", game="skirt", players=3)
    card = latest_message(club.channel)
    for member in (club.ben, club.cy):
        await click(member, card, "event-join")
    await club.pass_time(A_MINUTE)
    for command in ("event list", "event standings", "event rounds"):
        await visit_pages(club, club.ada, await club.ada.slash(club.channel, command))
    await visit_pages(club, club.ben, latest_message(club.channel))
    await club.pass_time(timedelta(days=2))
    assert_languages(club)


async def play_match(club: World, game: str, options: str | None = None) -> None:
    """Play a few moves, look at everything as Ada, and resign."""
    chosen = {} if options is None else {"options": options}
    challenge = await club.ada.slash(
        club.channel, "challenge", game=game, opponent=club.ben, seat=1, pace="1d", **chosen
    )
    await click(club.ben, challenge.response, "accept")
    place = club.place()
    for _ in range(3):
        match = await club.bot.club.matches.find(1)
        assert match.player_to_move is not None
        mover = next(
            each for each in (club.ada, club.ben) if each.id == match.player_to_move.user_id
        )
        other = club.ben if mover is club.ada else club.ada
        text = match.position.text(match.position.moves()[0])
        for wrong in ("zz", "a1-a1"):
            await mover.slash(place, "move", move=wrong)
        await other.slash(place, "move", move=text)
        await mover.slash(place, "move", move=text)
    for member in (club.ada, club.ben):
        await visit_pages(club, member, latest_message(place))
    await club.pass_time(timedelta(hours=20))
    await click(club.ada, (await club.ada.slash(place, "resign")).response, "keep")
    for command in ("resign", "abort", "draw", "takeback", "pause", "conditional", "history"):
        if command in club.ada.available_commands(place):
            await visit_pages(club, club.ada, await club.ada.slash(place, command))
    await club.pass_time(timedelta(days=2))
    await visit_pages(club, club.ben, latest_message(club.channel))


async def visit_pages(club: World, actor: Any, first: Any) -> None:
    """Use the controls of all pages, each verb once, with those in `LAST` at the end."""
    first_pages, last_pages = deque([first]), deque[Any]()
    # It takes the page away on which a player resigns.
    done = {"keep"}
    for _ in range(MAX_CLICKS):
        if not (first_pages or last_pages):
            break
        reply = (first_pages or last_pages).popleft()
        if getattr(reply, "modal", None):
            entries = initial_entries(reply, club.ada, club.ben, club.cy)
            typed = {key: "zz" for key in (FIELD, OPTIONS) if key in entries}
            first_pages.append(await actor.submit_modal(reply, {**entries, **typed}))
            continue
        message = reply if isinstance(reply, discord.Message) else reply.response
        if message is None:
            continue
        control = next((each for each in controls_of(message) if verb_of(each) not in done), None)
        if control is None:
            continue
        if verb_of(control) in LAST and first_pages:
            last_pages.append(reply)
            continue
        done.add(verb_of(control))
        # The page may have more controls, even after this click.
        first_pages.append(reply)
        try:
            first_pages.append(await use_control(actor, message, control))
        except (SetupError, BackendError):
            # An earlier click has changed or removed the page.
            continue
        await club.think()


async def use_control(actor: Any, message: Any, control: dict[str, Any]) -> Any:
    if control["type"] == 2:
        return await actor.click(message, custom_id=control["custom_id"])
    values = [control["options"][-1]["value"]] if control["type"] == 3 else []
    return await actor.select(message, values, custom_id=control["custom_id"])


def controls_of(message: Any) -> list[dict[str, Any]]:
    return [
        each
        for each in components_of(message)
        if each["type"] in (2, 3, 6, 8) and each.get("custom_id") and not each.get("disabled")
    ]


def verb_of(control: dict[str, Any]) -> str:
    return control["custom_id"].split("|")[1]


async def click(actor: Any, message: Any, verb: str) -> Any:
    control = next(each for each in controls_of(message) if verb_of(each) == verb)
    return await actor.click(message, custom_id=control["custom_id"])


def latest_message(place: Any) -> Any:
    """The latest message with controls."""
    return [each for each in place.history() if each.components and controls_of(each)][-1]


def assert_languages(club: World) -> None:
    """Check that every text is in a single made-up language and fits Discord's API.

    Public texts must be in the server's language.
    """
    check_requests(club)
    unmarked: dict[str, str] = {}
    elsewhere: set[str] = set()
    for request in club.env.http_requests:
        if request.path.endswith("/commands") or request.json is None:
            continue
        for text in texts_in(request.json):
            for word in english_words(text):
                if word not in UNMARKED:
                    unmarked.setdefault(word, text)
            languages = languages_of(text)
            is_public = request.path.startswith("/channels/") and "guild" not in request.path
            is_direct = is_public and request.path.split("/")[2] in direct_channel_ids(club)
            expected = OWN if is_direct else SERVERS
            if len(languages) > 1 or (is_public and languages - {expected}):
                elsewhere.add(text)
    assert (unmarked, elsewhere) == ({}, set())


def direct_channel_ids(club: World) -> set[str]:
    """The ids of the members' direct message channels."""
    members = (club.ada, club.ben, club.cy)
    return {str(each.user.dm_channel.id) for each in members if each.user.dm_channel is not None}
