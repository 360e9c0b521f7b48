"""The library of shipped puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.puzzles import MOST_POINTS, WINS, Puzzle, puzzle, puzzles
from engine.puzzles.library import ENDING, SHIPPED, put, puzzles_in, read_from, written
from engine.registry import ENGINES
from making.puzzles.finding import FINDERS, likeness_of
from making.puzzles.shipping import with_themes, without_near_ones
from rules.registry import GAMES

EVERY_GAME = pytest.mark.parametrize("game", list(FINDERS))


@EVERY_GAME
def test_every_game_has_puzzles_in_the_order_of_their_keys(game: str) -> None:
    shipped = puzzles_in(game, SHIPPED / f"{game}{ENDING}")
    assert [each.key for each in shipped] == [
        f"{game}-{number:03}" for number in range(1, len(shipped) + 1)
    ]
    active = [each for each in shipped if not each.is_retired]
    assert tuple(active) == puzzles(game)
    assert active
    for each in active:
        assert each.game == game
        assert each.turns in ((1,) if each.goal == MOST_POINTS else (2, 3, 4))
        assert each.goal == (MOST_POINTS if game == "passtally" else WINS)
        assert GAMES[game].decode(each.start).encode() == each.start


@pytest.mark.slow
@EVERY_GAME
def test_no_puzzles_are_alike_and_no_offered_ones_nearly_alike(game: str) -> None:
    likenesses = [likeness_of(each) for each in puzzles_in(game, SHIPPED / f"{game}{ENDING}")]
    assert len(set(likenesses)) == len(likenesses)
    assert without_near_ones(puzzles(game)) == puzzles(game)


@EVERY_GAME
def test_every_puzzle_has_themes_of_its_game(game: str) -> None:
    keys = [theme.key for theme in ENGINES[game].themes]
    for each in puzzles(game)[:4]:
        assert with_themes(each) == each
        assert list(each.themes) == [key for key in keys if key in each.themes]


@EVERY_GAME
def test_a_puzzle_is_found_by_its_key(game: str) -> None:
    for each in puzzles_in(game, SHIPPED / f"{game}{ENDING}"):
        assert puzzle(each.key) == each


@pytest.mark.parametrize(
    "key",
    [
        "",
        "scala",
        "scala-",
        "scala-0",
        "scala-1",
        "chess-001",
        "../scala-001",
        "scala-٣",
        "a-" * 99,
    ],
)
def test_an_unknown_key_finds_nothing(key: str) -> None:
    assert puzzle(key) is None


def test_a_game_without_puzzles_has_an_empty_library() -> None:
    assert puzzles("go") == ()


def test_all_puzzles_take_less_than_three_megabytes() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 3_000_000


@EVERY_GAME
def test_a_written_library_is_read_back(game: str, tmp_path: Path) -> None:
    some = puzzles(game)[:5]
    for each in some:
        assert read_from(game, written(each)) == each
    put(tmp_path / f"{game}{ENDING}", some)
    assert puzzles_in(game, tmp_path / f"{game}{ENDING}") == some


def test_a_file_in_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / f"scala{ENDING}"
    assert puzzles_in("scala", file) == ()
    file.write_text("Dear Ada")
    with pytest.raises(ValueError, match="has no puzzles"):
        puzzles_in("scala", file)


def test_replies_with_the_same_answer_are_written_once() -> None:
    longest = max(puzzles("skirt"), key=lambda each: len(written(each)))
    answers = longest.solution[0].answers
    assert len(written(longest)) < sum(
        len(written(_with_only_reply(longest, reply))) for reply in answers
    )


def _with_only_reply(whole: Puzzle, reply: str) -> Puzzle:
    (first, *_) = whole.solution
    step = type(first)(first.move, first.defence, {reply: first.answers[reply]})
    return Puzzle(whole.key, whole.game, whole.start, whole.turns, whole.goal, (step,))
