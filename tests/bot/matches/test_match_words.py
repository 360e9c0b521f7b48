"""The texts of cards, panels and conditional moves in every language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.interface.move_entry import ButtonEntry
from bot.matches.cards import Card, board_page
from bot.matches.panel import panel_page
from bot.pages.layout import MAX_LABEL_LENGTH, Button, Page
from bot.pages.step_picker import move_label
from club.matches.match import Match
from language.texts import N_, written_in
from presentation.matches.history import record_text
from tests.club.services import BEN, Services
from tests.databases import new_store


@pytest.fixture
async def match(tmp_path: Path) -> AsyncIterator[Match]:
    """A match between Ada and Ben after the first move."""
    store = await new_store(tmp_path)
    services = Services(store)
    await services.uptime.set_online()
    number = await services.start_match(pace="3d")
    first = await services.matches.find(number)
    assert first.player_to_move is not None
    yield await services.matches.play(number, first.player_to_move.user_id, "e1")
    await store.close()


def texts_of(page: Page) -> str:
    return "\n".join(block for block in page.blocks if isinstance(block, str))


def labels_of(page: Page) -> list[str]:
    rows = [block for block in page.blocks if isinstance(block, tuple)]
    return [each.label for row in rows for each in row if isinstance(each, Button)]


@pytest.mark.parametrize(
    ("language", "players", "last", "to_move", "labels"),
    [
        (
            "en",
            "Ada (White) vs Ben (Black)",
            "Ada placed a stone on e1.",
            f"<@{BEN.user_id}> (Black) to move. Choose an empty outer cell",
            ["Play", "More", "Rules", "Text board"],
        ),
        (
            "de",
            "Ada (Weiß) gegen Ben (Schwarz)",
            "Ada hat einen Stein auf e1 gesetzt.",
            f"<@{BEN.user_id}> (Schwarz) ist am Zug. Wähle ein leeres Außenfeld",
            ["Ziehen", "Mehr", "Regeln", "Als Text"],
        ),
        (
            "ja",
            "Ada（白）対 Ben（黒）",
            "Ada が e1 に石を置きました。",
            f"<@{BEN.user_id}>（黒）の手番です。空いている外周のマス",
            ["指す", "その他", "ルール", "テキストで見る"],
        ),
    ],
)
async def test_a_card_uses_the_current_language(
    match: Match, language: str, players: str, last: str, to_move: str, labels: list[str]
) -> None:
    with written_in(language):
        page = await board_page(Card(match), 300)
    words = texts_of(page)
    assert players in words
    assert last in words
    assert to_move in words
    assert labels_of(page) == labels


async def test_a_panel_describes_the_choices_in_the_current_language(
    match: Match,
) -> None:
    (first, *_), *_ = match.position.moves()
    with written_in("de"):
        page = await panel_page(match, ButtonEntry(match.position, (first,)), width=300)
    assert f"Partie 1** — {first}\n" in texts_of(page)
    assert labels_of(page)[-2:] == ["Zurück", "Eintippen"]


@pytest.mark.parametrize(("language", "ending"), [("en", "…"), ("de", "… zurücknehmen")])
def test_a_label_is_cut_within_the_move(language: str, ending: str) -> None:
    with written_in(language):
        label = move_label(N_("Take back {move}"), "a1-" * 40)
    assert len(label) == MAX_LABEL_LENGTH
    assert label.endswith(ending)


async def test_a_file_is_the_same_in_every_language(tmp_path: Path) -> None:
    store = await new_store(tmp_path)
    services = Services(store)
    await services.uptime.set_online()
    match = await services.matches.find(await services.win_match())
    with written_in("ja"):
        text = record_text(match, "Verein")
    assert "\nPlace: Verein\nPace: no time limit\n" in text
    assert "\nResult: Ada (White) wins. " in text
    await store.close()
