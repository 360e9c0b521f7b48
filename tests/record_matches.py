"""Record random matches of a game under its current rules, into `playthroughs/`.

    python -m tests.record_matches skirt

Unlike a record of an independent implementation, it can't prove the rules right. It shows in a
review what a change of the rules affects.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from rules.position import Game
from rules.registry import game_named
from rules.replay import random_play
from tests.recorded import FOLDER, digest

MATCHES = 6


def recorded_match(game: Game, seed: int, *, with_texts: bool) -> dict[str, Any]:
    """A random match with random options, in the format of `playthroughs/README.md`."""
    random = Random(seed)
    options = {option.key: random.choice(option.values) for option in game.options}
    setup = game.deal(options, random)
    position = game.start(setup)
    turns: list[dict[str, Any]] = []
    for played in random_play(position, random):
        texts = sorted(played.before.text(move) for move in played.before.moves())
        turn = {"seat": played.seat, "legal": len(texts), "sha": digest(texts)}
        turn["move"] = played.text
        if with_texts:
            turn["texts"] = texts
        turns.append(turn)
        position = played.after
    assert position.outcome is not None
    result: dict[str, Any] = {"winners": list(position.outcome.winners)}
    if position.outcome.scores is not None:
        result["scores"] = list(position.outcome.scores)
    return {
        "game": game.key,
        "options": options,
        "deck": setup.get("deck"),
        "turns": turns,
        "result": result,
    }


if __name__ == "__main__":
    game = game_named(sys.argv[1])
    file = FOLDER / f"{game.key}.jsonl"
    if file.exists():
        sys.exit(f"{file} already exists. Remove it first to create it again.")
    matches = [recorded_match(game, seed, with_texts=seed == 1) for seed in range(1, MATCHES + 1)]
    file.write_text("".join(json.dumps(match) + "\n" for match in matches), encoding="utf-8")
