"""The fair queue: several lines that are served in turn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.serving.pool import FairQueue


def take_all(queue: FairQueue[str]) -> list[str]:
    return [queue.take() for _ in range(len(queue))]


def queue_of(*items: str) -> FairQueue[str]:
    """A queue of items, each of which starts with the number of its line."""
    queue = FairQueue[str]()
    for item in items:
        queue.add(item, int(item[0]))
    return queue


def test_lines_are_served_in_turn_and_in_order() -> None:
    assert take_all(queue_of("1a", "1b", "1c", "2a", "3a", "3b")) == [
        "1a",
        "2a",
        "3a",
        "1b",
        "3b",
        "1c",
    ]


def test_a_line_that_has_just_been_served_comes_last() -> None:
    queue = queue_of("1a", "1b", "1c")
    assert queue.take() == "1a"
    queue.add("2a", 2)
    assert take_all(queue) == ["1b", "2a", "1c"]


def test_cancelled_items_are_skipped() -> None:
    queue = queue_of("1a", "1b", "2a", "3a")
    for item in ("1b", "2a", "2a", "4a"):
        queue.discard(item, int(item[0]))
    assert take_all(queue) == ["1a", "3a"]


ITEMS = st.lists(st.integers(1, 4), min_size=1, max_size=24).map(
    lambda lines: [f"{line}-{number}" for number, line in enumerate(lines)]
)


@given(ITEMS, st.integers(0, 8))
def test_an_item_knows_exactly_how_many_precede_it(items: list[str], served: int) -> None:
    queue = queue_of(*items)
    waiting = set(items)
    for _ in range(min(served, len(items) - 1)):
        waiting.remove(queue.take())
    places = {item: queue.count_ahead(item, int(item[0])) for item in waiting}
    assert places == {item: place for place, item in enumerate(take_all(queue))}


@given(ITEMS)
def test_each_other_line_delays_an_item_by_at_most_one_per_round(items: list[str]) -> None:
    queue = queue_of(*items)
    for item in items:
        own = [each for each in items if each[0] == item[0]]
        lines = len({each[0] for each in items})
        assert queue.count_ahead(item, int(item[0])) < lines * (own.index(item) + 1)
