"""Check the examples in the rules pages by playing them, and stage their pictures.

An example is a fenced block. Its first line, which readers don't see, sets the first position:

    ```match skirt opening size=4          the start of a match of Skirt with these options
    ```position scala cut 1/3/... O        the position that this text encodes

The second word is the game and the third the example's name on its page. Other lines are one of

    White  a3-c5                a move in canonical notation
    White  A3 c5 → a3-c5        a move typed differently, and its canonical text
    White  a3-b2 ✗ blocked      an illegal move, and its code in words or a text of `REFUSALS`
    White  a3-…                 the beginning of a move, only on the last line
    # White wins.               the result, or the points so far: # Amber 3, Teal 0

A page's picture `skirt-opening-2.png` shows its example `opening` after the first two lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from language.texts import written_in
from rendering import Scene
from rules.notation import complete, read
from rules.position import Game, Move, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Played

PAGES = Path(__file__).parent / "rules"
PICTURES = Path(__file__).parent / "pictures"

REFUSALS: dict[str, dict[str, str]] = {
    "de": {
        "one tile below": "nur ein Plättchen darunter",
        "heights differ": "ungleich hoch",
        "landing taken": "Ziel besetzt",
        "tie": "gleich groß",
        "no way down before": "vorher kein Weg hinab",
        "no way down after": "nachher kein Weg hinab",
        "must fill forced": "erst füllen",
        "bare cell alone": "leeres Feld",
        "friend inside": "eigener Stein darin",
        "only one run is jumped": "nur eine Steinreihe",
        "blocked": "versperrt",
        "outer stone wins alone": "äußerer Stein gewinnt allein",
    },
    "ja": {
        "one tile below": "下が 1 枚のタイル",
        "heights differ": "高さが違う",
        "landing taken": "行き先がふさがっている",
        "tie": "同じ大きさ",
        "no way down before": "置く前に降りられない",
        "no way down after": "置いたあとに降りられない",
        "must fill forced": "先に埋める",
        "bare cell alone": "空きマス",
        "friend inside": "内側に自分の石",
        "only one run is jumped": "跳べるのは一続きだけ",
        "blocked": "ふさがれている",
        "outer stone wins alone": "外周の石だけで勝ち",
    },
}
"""By language, the texts after `✗` for refusal codes. English has the codes themselves."""

_FENCE = re.compile(
    r"^```(?P<kind>match|position) (?P<game>\w+) (?P<name>\w+)(?P<options>(?: \w+=\d+)*)"
    r"(?: (?P<encoded>.+))?\n(?P<lines>(?:.*\n)*?)```$",
    re.MULTILINE,
)
_LINE = re.compile(r"(?P<seat>\w+) +(?P<typed>.+?)(?: → (?P<canonical>.+)| ✗ (?P<refused>.+))?")
_PICTURE_NAME = re.compile(r"(?P<game>\w+)-(?P<example>\w+)-(?P<line>\d+)\.png")
_PICTURE = re.compile(r"!\[[^\]]+\]\((?:\.\./)+pictures/(?P<file>[^)]+)\)")


class InvalidExample(Exception):
    """An example is wrong, as the message explains."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example as written on its page."""

    name: str
    game: Game
    options: dict[str, int]
    encoded: str | None
    """The first position, or None for the start of a match."""
    lines: tuple[str, ...]
    language: str = "en"
    """The language of the notes after `✗` and `#`. Seats and moves are written as in records."""

    @property
    def start(self) -> Scene:
        """The scene before its first line."""
        if self.encoded is None:
            position = self.game.start(self.options)
        else:
            position = self.game.decode(self.encoded)
        return Scene(self.game, position, options=self.options)


def examples_in(page: str, language: str = "en") -> list[Example]:
    """Return the examples in the text of a page."""
    examples: list[Example] = []
    for block in _FENCE.finditer(page):
        game = GAMES[block["game"]]
        chosen = (option.split("=") for option in block["options"].split())
        options = game.choose({key: int(value) for key, value in chosen})
        lines = tuple(block["lines"].splitlines())
        examples.append(Example(block["name"], game, options, block["encoded"], lines, language))
    return examples


def pictures_in(page: str) -> list[str]:
    """Return the file names of the pictures in the text of a page."""
    return list(dict.fromkeys(match["file"] for match in _PICTURE.finditer(page)))


def scenes(example: Example) -> Iterator[Scene]:
    """Yield the scenes at the start of an example and after each of its lines.

    :raises InvalidExample: at the first wrong line.
    """
    scene = example.start
    yield scene
    for number, line in enumerate(example.lines, start=1):
        try:
            scene = _scene_after(scene, line, example.language)
        except InvalidExample as error:
            raise InvalidExample(f"{example.name}, line {number}, “{line}”: {error}") from None
        yield scene
    with written_in(example.language):
        words = outcome.words if (outcome := scene.position.outcome) else None
    if words and example.lines[-1] != f"# {words}":
        raise InvalidExample(f"{example.name} must end with the line “# {words}”")


def picture(file: str) -> Scene:
    """Return the scene of a picture, as spectators see it, by the picture's file name.

    :raises InvalidExample: if no example contains it.
    """
    match = _PICTURE_NAME.fullmatch(file)
    page = PAGES / f"{match['game']}.md" if match else PAGES
    if match and page.is_file():
        for example in examples_in(page.read_text(encoding="utf-8")):
            example_scenes = list(scenes(example)) if example.name == match["example"] else []
            if int(match["line"]) < len(example_scenes):
                scene = example_scenes[int(match["line"])]
                return replace(scene, position=scene.position.seen_by(None))
    raise InvalidExample(f"no example contains the picture {file}")


def _scene_after(scene: Scene, line: str, language: str) -> Scene:
    position = scene.position
    if scene.prefix or scene.choices:
        raise InvalidExample("only the last line of an example can be the beginning of a move")
    if line.startswith("# "):
        with written_in(language):
            notes = _notes(scene)
        if line[2:] not in notes:
            raise InvalidExample(f"a correct note is one of {notes}")
        return scene
    match = _LINE.fullmatch(line)
    if match is None:
        raise InvalidExample("a line is a seat's name and a move")
    if position.to_move is None or scene.name_of(position.to_move) != match["seat"]:
        raise InvalidExample(scene.status)
    typed = match["typed"]
    if match["refused"]:
        code = _refusal(position, typed).code.replace("_", " ")
        code = REFUSALS.get(language, {}).get(code, code)
        if code != match["refused"]:
            raise InvalidExample(f"it is refused as “{code}”")
        return scene
    if typed.endswith("…"):
        prefix = _beginning(position, typed)
        return replace(scene, prefix=prefix, choices=complete(position, prefix).steps)
    try:
        move = read(position, typed)
    except Refusal as refusal:
        raise InvalidExample(refusal.words) from refusal
    if position.text(move) != (match["canonical"] or typed):
        raise InvalidExample(f"the canonical text is {position.text(move)}")
    played = Played(position, move, position.play(move))
    earlier = scene.last if position.is_mid_turn else ()
    return replace(scene, position=played.after, last=(*earlier, played))


def _notes(scene: Scene) -> list[str]:
    """Return the correct notes on a position in a line that begins with `#`."""
    position = scene.position
    notes = [position.outcome.words] if position.outcome else []
    if position.scores is not None:
        scores = enumerate(position.scores, start=1)
        notes.append(", ".join(f"{scene.name_of(seat)} {score}" for seat, score in scores))
    return notes


def _refusal(position: Position, typed: str) -> Refusal:
    try:
        move = read(position, typed)
    except Refusal as refusal:
        return refusal
    raise InvalidExample(f"it is legal: {position.text(move)}")


def _beginning(position: Position, typed: str) -> Move:
    """Return the first steps of a legal move from their text, with `…` for the rest."""
    steps = re.findall("[a-z0-9()]+", typed.casefold())
    for move in position.moves():
        for length in range(len(move)):
            text = position.input.beginning(move[:length])
            if re.findall("[a-z0-9()]+", text.casefold()) == steps:
                return move[:length]
    raise InvalidExample("no legal move begins like this")
