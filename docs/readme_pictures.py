"""The pictures of the README: a turn of Skirt, step by step, and a leaderboard.

`python -m docs.draw_pictures` draws them with the bot's own renderer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rendering.animation import animation
from rendering.figures.leaderboard import LeaderboardPage, LeaderboardRow, draw_leaderboard
from rendering.scenes.scene import Scene
from rules.notation import complete, read
from rules.registry import GAMES
from rules.replay import Played

README_PICTURES = Path(__file__).parent / "readme"

MAX_BYTES = 700_000

BEFORE = (
    "6 a1,c1,c4,c5,c8,e1,e5,e7,f1,f5,g1,g4,g6,g7,g8,g9,g10,h1,h2,h4,i1,k2,k3 a5,a6,b1,b7,c7,d"
    "1,d6,d7,d9,e6,e8,f6,g5,h3,h5,h7,h9,i4,i6,i8,j1,j2,k4,k5,k6 1"
)
"""A position of Skirt with White to move, two turns before Black wins."""


def turn_scenes() -> Iterator[Scene]:
    """White's turn on the board, then each step of Black's in the panel, then the result."""
    game = GAMES["skirt"]
    board = _scene_after(Scene(game, game.decode(BEFORE)), "k1-i3")
    yield board
    for prefix in ((), ("(j1)",), ("(j1)", "j3")):
        yield replace(board, prefix=prefix, choices=complete(board.position, prefix).steps)
    yield _scene_after(board, "(j1)-j3")


def _scene_after(scene: Scene, text: str) -> Scene:
    move = read(scene.position, text)
    played = Played(scene.position, move, scene.position.play(move))
    return replace(scene, position=played.after, last=(played,))


def leaderboard() -> LeaderboardPage:
    """A leaderboard of invented members."""
    rows = (
        LeaderboardRow(1, "Marta", 1712, "1712", 38, 0, 12, change=46, streak=4),
        LeaderboardRow(2, "Yuki", 1668, "1668", 41, 0, 19, change=12, streak=1),
        LeaderboardRow(3, "Oliver", 1641, "1641", 27, 0, 15, change=-18, streak=-2),
        LeaderboardRow(4, "Priya", 1583, "1583", 22, 0, 16, change=31, streak=3, is_own=True),
        LeaderboardRow(5, "小林", 1547, "1547", 19, 0, 17, change=-7, streak=-1),
        LeaderboardRow(6, "Lena", 1502, "1502", 12, 0, 11, change=None, streak=2),
        LeaderboardRow(7, "Sam", 1466, "1466", 15, 0, 21, change=-25, streak=-3),
    )
    return LeaderboardPage("Skirt", "this server · all time", rows, reach=(1300, 1750))


def draw_readme_pictures(folder: Path) -> list[str]:
    """Draw both pictures into a folder, and return their file names."""
    folder.mkdir(exist_ok=True)
    turn = animation(tuple(turn_scenes()), MAX_BYTES, lambda _done, _of: None)
    (folder / "turn.gif").write_bytes(turn)
    (folder / "leaderboard.png").write_bytes(draw_leaderboard(leaderboard(), 900))
    return ["leaderboard.png", "turn.gif"]
