"""Pages as Discord gets them."""

from __future__ import annotations

import pytest

from bot.pages.layout import MAX_IN_ROW, Button, Page


def buttons(count: int) -> tuple[Button, ...]:
    return tuple(Button(f"Button {number}", f"sw|test|{number}") for number in range(count))


@pytest.mark.parametrize("count", [1, 5, 6, 11])
def test_a_row_with_too_many_buttons_goes_on_in_another(count: int) -> None:
    (container,) = Page(("Words", buttons(count))).layout().to_components()
    rows = [
        [each["label"] for each in row["components"]]
        for row in container["components"]
        if row["type"] == 1
    ]
    labels = [f"Button {number}" for number in range(count)]
    assert rows == [labels[at : at + MAX_IN_ROW] for at in range(0, count, MAX_IN_ROW)]


def test_a_row_without_buttons_is_a_bug() -> None:
    with pytest.raises(ValueError, match="without buttons"):
        Page(("Words", ())).layout()
