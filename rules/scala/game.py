"""Scala, a race by steps and jumps in which cut-off stones are removed.

Source: rules: scala. Seat 1 is O, seat 2 is X. The positions of the lessons have few stones and
are written by `ScalaPosition.encode`: the rows from the top, and the seat to move.
"""

from __future__ import annotations

from typing import ClassVar

from language.texts import N_
from rules.position import Game, Options, Outcome, Setup
from rules.scala.board import SEAT_NAMES, board_read
from rules.scala.position import ScalaPosition
from rules.scala.words import ScalaOutcome
from rules.teaching import Lesson, Task

LESSONS = (
    Lesson(
        key="goal",
        title=N_("Reach the far tip"),
        words=N_(
            "You are O, and the tip at the top, f14, is your goal. Have a stone there at the end "
            "of your turn and you win. Step from e13 to f14."
        ),
        start="1/OO1/2XO1/2X1X2/9/11/8/8/11/9/7/5/3/1 O",
        tasks=(
            Task(
                accepted=("e13-f14", "f13-f14"),
                claim="wins",
                praise=N_(
                    "A stone of yours stands on f14, so you win. X heads for f1, at the bottom."
                ),
                otherwise=N_("Your stone on e13 is one step away from the tip. Move it to f14."),
            ),
        ),
    ),
    Lesson(
        key="group",
        title=N_("Step, and stay in touch"),
        words=N_(
            "Stones that touch, even at a corner, are one group, whatever their colour. A "
            "stone can step to any empty cell next to it. Step with c4, and stay connected."
        ),
        start="1/3/5/7/9/11/8/8/3XXX5/2OOO4/O6/5/3/1 O",
        tasks=(
            Task(
                accepted=("c4-d4", "c4-c5"),
                praise=N_("Your stone moved on, and all seven stones are still connected."),
                otherwise=N_("That's a turn too. For this lesson, step with your stone on c4."),
                wrong={
                    "c4-b5(:b5)": N_(
                        "On b5 your stone touches no other, so it was cut off and removed. "
                        "Stay next to d5."
                    ),
                    "c4-d3(:d3)": N_(
                        "On d3 your stone touches no other, so it was cut off and removed. "
                        "Stay next to d5."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="jump",
        title=N_("Jump over a stone"),
        words=N_(
            "A stone can jump over a neighbour of either colour, to the empty cell right behind "
            "it. The jumped stone stays. Jump with f4 over X's stone on f5."
        ),
        start="1/3/5/7/9/11/8/8/6XX3/4X4/2OOO2/5/3/1 O",
        tasks=(
            Task(
                accepted=("f4-f6",),
                praise=N_("Over f5 to f6, two rows in one turn. X's stone stays where it is."),
                otherwise=N_("Take f4 over X's stone on f5, to the cell right behind it: f6."),
                wrong={
                    "g4-e6": N_("That's a jump over f5 as well. Now try it straight up, with f4."),
                    "f4-h4": N_("That's a jump, but over your own g4. Now jump up, over f5."),
                    "f4-d4": N_("That's a jump, but over your own e4. Now jump up, over f5."),
                },
            ),
        ),
    ),
    Lesson(
        key="chain",
        title=N_("Keep jumping"),
        words=N_(
            "After a jump you may jump again in the same turn, in any direction. "
            "Take e3 all the way to c9: over e4, then over d6, then over c8."
        ),
        start="1/3/5/7/9/3X7/2X5/3X4/3X7/2O6/2OO3/1O3/3/1 O",
        tasks=(
            Task(
                accepted=("e3-e5-c7-c9",),
                praise=N_(
                    "Three jumps in one turn, from row 3 to row 9. That's how races are won."
                ),
                otherwise=N_("Start with e3: it jumps e4 to e5, d6 to c7 and c8 to c9."),
                wrong={
                    "e3-e5": N_("That's the first jump. From e5 go on over d6, in the same turn."),
                    "e3-e5-c7": N_("Two of three. From c7 go on over c8, in the same turn."),
                    "e3-e5-c7-c9-e9": N_("One jump too many. Stop on c9 this time."),
                },
            ),
        ),
    ),
    Lesson(
        key="capture",
        title=N_("Cut a stone off"),
        words=N_(
            "After your turn, a separate group of only one colour is removed. X's stone on d6 "
            "touches nothing but your e5. Move e5 away."
        ),
        start="1/3/5/7/9/11/8/8/3X1X5/3OOXX2/3OO2/5/3/1 O",
        tasks=(
            Task(
                accepted=("e5-e4(:d6)", "e5-g3(:d6)"),
                praise=N_("With e5 gone, nothing held d6 any more. It's removed from the board."),
                otherwise=N_("Move e5, and stop where it touches your own stones but not d6."),
                wrong={
                    "e5-e6": N_("e6 still touches d6. Go where you touch your own stones only."),
                    "e5-d5(:d5 d6)": N_(
                        "d6 is gone, but it took your stone with it: together they were cut off. "
                        "Stay with the others."
                    ),
                    "e5-c7(:c7 d6)": N_(
                        "d6 is gone, but it took your stone with it: together they were cut off. "
                        "Stay with the others."
                    ),
                    "e5-d4(:d4 d6)": N_(
                        "d6 is gone, but your stone on d4 was cut off as well. "
                        "Stay with the others."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="largest",
        title=N_("The largest group stays"),
        words=N_(
            "If several groups with both colours are left, only the largest stays. All others "
            "are removed, your stones too. Move i6 to cut off the four stones above it."
        ),
        start="1/3/5/7/9/11/4XX2/4OX2/8O2/4XOOO1/4X2/5/3/1 O",
        tasks=(
            Task(
                accepted=(
                    "i6-i4(:h7 h8 i7 i8)",
                    "i6-j5(:h7 h8 i7 i8)",
                    "i6-i4-g6-e4(:h7 h8 i7 i8)",
                ),
                praise=N_(
                    "Six stones below, four above: the four are removed, three of them X's. With "
                    "two equal groups the turn would be illegal."
                ),
                otherwise=N_("i6 links the two halves. Move it down, away from h7 and i7."),
                wrong={
                    "h5-j5(:f5 g4 g5)": N_(
                        "You gave up one stone for two. You can do better: "
                        "move i6 and give up one for three."
                    ),
                    "i6-h6": N_(
                        "h6 still touches h7, so nothing is cut off. Move i6 further away."
                    ),
                    "i6-j6": N_(
                        "j6 still touches i7, so nothing is cut off. Move i6 further away."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="one",
        title=N_("Win in one turn"),
        is_puzzle=True,
        words=N_(
            "A stone wins on f14 only if it isn't cut off there. Think about what will touch it, "
            "then find the turn that wins."
        ),
        start="1/1O1/1X3/1XXO3/2O6/11/8/8/11/9/7/5/3/1 O",
        tasks=(
            Task(
                accepted=("d10-f12-f14",),
                claim="wins",
                praise=N_(
                    "d10 jumps e11 and then f13. Your stone on f13 stays, and keeps f14 connected."
                ),
                otherwise=N_("Leave f13 where it is and jump over it. Which stone can get to f12?"),
                wrong={
                    "f13-f14(:f14)": N_(
                        "When f13 leaves, nothing touches f14: your stone is cut off and removed. "
                        "Another stone must get there."
                    ),
                    "d10-f12": N_("The right stone. Don't stop on f12: jump once more."),
                    "f11-f12": N_(
                        "From f12 you could win next turn, but X moves first. "
                        "Look for a chain of jumps that wins now."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="two",
        title=N_("Win in two turns"),
        is_puzzle=True,
        words=N_(
            "You can't win this turn, but you can prepare a jump to f14 that X can't stop. "
            "f12 will jump: give it a stone to jump over."
        ),
        start="1/3/1XOX1/1O1X3/4O4/4X6/8/8/11/9/7/5/3/1 O",
        tasks=(
            Task(
                accepted=("d11-f13",),
                claim="wins in two",
                praise=N_(
                    "Your stone on f13 is the bridge. X tries to cut it off by moving e12 "
                    "away. Now finish."
                ),
                otherwise=N_(
                    "X can still answer that. The bridge belongs on f13, between f12 and f14. "
                    "Which stone can jump there?"
                ),
                wrong={
                    "f12-f13": N_(
                        "From f13 it could only step to f14, and be cut off there. "
                        "Keep it on f12 and bring another stone to f13."
                    ),
                },
                reply=("e12-e11",),
            ),
            Task(
                accepted=("f12-f14",),
                claim="wins",
                praise=N_(
                    "Over f13 to f14. Your bridge on f13 keeps the stone connected, so you win."
                ),
                otherwise=N_("The bridge stands. Jump with f12 over your stone on f13."),
            ),
        ),
    ),
)


START = (
    ("c6", "c7", "d6", "d7", "e5", "e6", "f5", "f6", "g5", "g6", "h6", "h7", "i6", "i7"),
    ("c8", "c9", "d8", "d9", "e10", "e9", "f10", "f9", "g10", "g9", "h8", "h9", "i8", "i9"),
)
"""The first stones by seat, O first."""


class Scala(Game):
    """The game of Jose W. Diaz, Skill Games 1986."""

    key: ClassVar[str] = "scala"
    name: ClassVar[str] = "Scala"
    icon: ClassVar[str] = "🪜"
    summary: ClassVar[str] = N_(
        "Race one stone to the far tip by steps and jumps. Stones that are cut off are removed."
    )
    opening: ClassVar[str] = N_(
        "Race one stone across the board to the tip opposite. In a turn you move one stone: a "
        "step to a neighbouring cell, or a chain of jumps over stones of either colour. All "
        "stones on the board, yours and your opponent's, hang together as one group. Whatever "
        "your turn cuts off is removed, even your own stone. So the fastest way isn't always the "
        "safe one."
    )
    length: ClassVar[str] = N_("about 50 turns")
    difficulty: ClassVar[str] = N_("takes a match or two to get into")
    similar_to: ClassVar[str] = N_("Halma")
    glimpse: ClassVar[str] = "1/3/5/7/3X5/5XXX3/2X2XX1/3OO3/2O1OOOOO2/2X4X1/7/5/3/1 O"
    how_to_play: ClassVar[str] = N_(
        "**Goal.** Bring a stone to the far tip, O to f14 and X to f1. It must still be there "
        "after stones are removed.\n"
        "**Turn.** Move one stone: a step to a neighbouring empty cell (8 directions), or a "
        "chain of jumps, each over one neighbouring stone of either colour to the empty cell "
        "right behind it. The middle of the board is a hole, and your own tip is closed to you.\n"
        "**Connection.** After your turn all stones should be connected, diagonals included. If "
        "they aren't, every group of a single colour is removed, and of those with both colours "
        "only the largest stays. A turn is illegal if it leaves no group with both colours, or "
        "two that tie for the largest.\n"
        "**Also.** If you have no legal move, you lose. When a position comes up for the third "
        "time, or after 100 turns without a removed stone, it's a draw.\n"
        "**Typing.** `c7-d8`, `f5-j7`, or with the way it takes: `f5-h5-j7`."
    )
    ending: ClassVar[type[Outcome]] = ScalaOutcome
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return SEAT_NAMES

    def start(self, setup: Setup) -> ScalaPosition:
        return ScalaPosition.set_up(*START)

    def decode(self, text: str) -> ScalaPosition:
        board, seat, *turns = text.split(" ")
        if seat not in SEAT_NAMES:
            raise ValueError(f"no seat is called {seat!r}")
        stones = board_read(board)
        position = ScalaPosition.set_up(*stones, SEAT_NAMES.index(seat) + 1)
        for turn in turns:
            move = tuple(turn.split("-"))
            if move not in position.moves():
                raise ValueError(f"{turn!r} is no legal turn")
            position = position.play(move)
        if position.encode() != text:
            raise ValueError(f"not how a position of Scala is written: {text!r}")
        return position
