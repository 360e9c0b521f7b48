"""Places by ratings in whole points, as displayed."""

from __future__ import annotations

import pytest

from club.ratings.ratings import Rating
from storage.ratings.ratings import next_points, whole_points


@pytest.mark.parametrize(
    ("mu", "points"), [(1500.499, 1500), (1500.5, 1501), (1501.5, 1502), (1502.4, 1502)]
)
def test_half_a_point_counts_as_a_whole_one(mu: float, points: int) -> None:
    assert whole_points(mu) == points
    assert Rating(mu).points == points


@pytest.mark.parametrize("mu", [1499.5, 1500.0, 1500.5, 1501.2, 1501.5, 1502.499])
def test_a_better_place_begins_where_more_points_are_shown(mu: float) -> None:
    ahead = next_points(mu)
    assert whole_points(ahead) == whole_points(mu) + 1
    assert whole_points(ahead - 0.001) == whole_points(mu)
