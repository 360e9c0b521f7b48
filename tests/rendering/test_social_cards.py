"""Pictures for other sites: long texts leave the board and the wordmark alone."""

from __future__ import annotations

import pytest
from PIL import Image

from rendering import Icon, seat_icon
from rendering.glimpses import scene_at_a_glance
from rendering.social_cards import HEIGHT, WIDTH, CardRow, SocialCard, painted_card
from rules.registry import GAMES

BOARD = (0, 0, 620, HEIGHT)
FOOT = (0, HEIGHT - 90, WIDTH, HEIGHT)


def card(title: str, text: str) -> Image.Image:
    game = GAMES["skirt"]
    rows = [CardRow(text, text, Icon(game.key, seat_icon(seat)), seat == 1) for seat in (1, 2)]
    content = SocialCard(scene_at_a_glance(game), text, title, rows, [text] * 3)
    return painted_card(content)


@pytest.mark.parametrize("text", ["W" * 200, "word " * 80, "語" * 200])
def test_long_texts_stay_in_their_column(text: str) -> None:
    short, long = card("A", "b"), card(text, text)
    assert long.size == (WIDTH, HEIGHT)
    for part in (BOARD, FOOT):
        assert short.crop(part).tobytes() == long.crop(part).tobytes()
    margin = long.crop((WIDTH - 40, 0, WIDTH, HEIGHT))
    assert len(margin.getcolors() or ()) == 1
