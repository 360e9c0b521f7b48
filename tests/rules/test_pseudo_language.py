"""The texts of the rules in a made-up language, to find those that aren't marked.

Its texts are bracketed and accented, and a third longer, like German.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from language import texts
from language.texts import gettext, translations, written_in
from making.catalogues import compiled
from making.pseudo import LANGUAGE, pseudo_catalogue
from rules.notation import read
from rules.position import Game, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import random_play


@lru_cache
def _compiled() -> bytes:
    return compiled(pseudo_catalogue())


@pytest.fixture(autouse=True)
def the_made_up_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    file = tmp_path / LANGUAGE / "LC_MESSAGES" / "stairwell.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(_compiled())
    monkeypatch.setattr(texts, "FOLDERS", [tmp_path])
    translations.cache_clear()
    with written_in(LANGUAGE):
        yield
    translations.cache_clear()


def is_marked(text: str) -> bool:
    """Whether a text has no English words except names of games and quoted input."""
    plain = text.replace("Passtally", "").replace("Go", "").replace("DVONN", "")
    for name in (game.name for game in GAMES.values()):
        plain = plain.replace(name, "")
    return not re.search(r"[A-Za-z]{3,}", re.sub(r"`[^`]*`|“[^”]*”", "", plain))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_description_is_marked(game: Game) -> None:
    texts = [
        game.summary,
        game.opening,
        game.how_to_play,
        game.length,
        game.difficulty,
        game.similar_to,
    ]
    texts += [option.words for option in game.options]
    for lesson in game.lessons:
        texts += [lesson.title, lesson.words]
        for task in lesson.tasks:
            texts += [task.praise, task.otherwise, *task.wrong.values()]
    assert [text for text in map(gettext, texts) if text and not text.startswith("⟦")] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_text_about_a_match_is_marked(game: Game) -> None:
    random = Random(game.key)
    for _ in range(2):
        setup = game.deal({option.key: option.default for option in game.options}, random)
        position: Position = game.start(setup)
        for played in random_play(game.start(setup), random):
            for move in {played.move, random.choice(played.before.moves())}:
                for length in range(len(move) + 1):
                    assert is_marked(played.before.input.prompt(move[:length]))
                for remark in played.before.remarks(move):
                    assert is_marked(remark.text_for(remark.seat)), remark.code
                    assert is_marked(remark.text_for(None)), remark.code
            position = played.after
        assert position.outcome is not None
        assert is_marked(position.outcome.words)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_refusal_is_marked(game: Game) -> None:
    random = Random(game.key)
    setup = game.deal({option.key: option.default for option in game.options}, random)
    played = [*random_play(game.start(setup), random)]
    for each in random.sample(played, min(12, len(played))):
        texts = [each.before.text(move) for move in random.sample([*each.before.moves()], 1)]
        steps = [step for move in each.before.moves()[:40] for step in move]
        texts += ["", "zz", "a1", "a1-b2", "-".join(random.sample([*"abcdef"], 3))]
        texts += ["-".join(random.choices(steps, k=count)) for count in (1, 2, 2, 3, 4, 5)]
        for text in texts:
            try:
                read(each.before, text)
            except Refusal as refusal:
                assert is_marked(refusal.words), (refusal.code, refusal.words)
