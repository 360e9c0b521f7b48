"""The lessons of Passtally, for two players. Source: rules: passtally.

Positions are written by `PasstallyPosition.encode`. In lessons about a win, no hidden tile can
change it, because each pile has only its open tile or none.
"""

from __future__ import annotations

from rules.language import N_
from rules.lesson import Lesson, Task

LESSONS = (
    Lesson(
        key="markers",
        title=N_("Place your markers"),
        words=N_(
            "You are Amber. First everyone places four markers, one at each side. You want "
            "lines that join two of yours: place one opposite N3, on S4."
        ),
        start=(
            "2 1 0 0 3 N - 0,0 ..1.2........2.......... "
            "XA,XB,AA,AA,XB,XX,XX,AB,AB,BB,BB,BB,XA,BB/XB,BB,XA,XB,XX,AA,AB,AA,AB,XB,AB,AB,BB,XA/"
            "AA,XX,XB,XX,XB,XA,BB,AB,AA,XX,XA,XX,XA,AA - -"
        ),
        tasks=(
            Task(
                accepted=("S4",),
                praise=N_("The line down column c now joins N3 and S4, and both are yours."),
                otherwise=N_("From there no line leads to N3. Follow column c down, to S4."),
            ),
        ),
    ),
    Lesson(
        key="tile",
        title=N_("Lay a tile"),
        words=N_(
            "Your line from N3 to S4 passes no tile yet, so it scores nothing. Lay the red tile "
            "of pile 1 upright on two cells of column c, such as c3 and c4."
        ),
        start="2 1 1 1 0 - - 0,0 ..1.2..1..2.2..1...1.2.. XX,AB/AA,XA/BB,XX - -",
        tasks=(
            Task(
                accepted=("1:c3-c4", "1:c1-c2", "1:c2-c3", "1:c4-c5", "1:c5-c6"),
                praise=N_(
                    "Your line passes one tile of height 1: one pass, 1 point. "
                    "That was the second of your two actions, so it counts now."
                ),
                otherwise=N_(
                    "Look at the line from N3 down to S4. "
                    "Lay the red tile upright on two cells of column c."
                ),
                wrong={
                    "1:c3-d3": N_("That lies across the line and scores too. Now lay it upright."),
                    "1:b3-c3": N_("That lies across the line and scores too. Now lay it upright."),
                },
            ),
        ),
    ),
    Lesson(
        key="step",
        title=N_("Move a marker"),
        words=N_(
            "Instead of laying a tile you can move a marker 1 or 2 steps around the board. Taken "
            "spots are jumped and cost no step. Move E1 to E3, opposite W4."
        ),
        start="2 1 1 2 0 - - 3,3 ..1.2.12....1.2....2.1.. XX,AB/AA,XA/BB,XX XX:b4-c4,XX:d4-e4 -",
        tasks=(
            Task(
                accepted=("E1-E3",),
                praise=N_(
                    "You jumped Teal's marker on E2. Row 4 now joins W4 and E3: "
                    "two passes, 2 points."
                ),
                otherwise=N_("That's an action too. Now move the marker on E1 down to E3."),
                wrong={
                    "E1-E4": N_("One spot too far: that's the end of row 3. Stop on E3."),
                },
            ),
        ),
    ),
    Lesson(
        key="bend",
        title=N_("Bend a line"),
        words=N_(
            "Tiles with curves turn lines. W3 and N4 are yours, and their lines cross on d3. "
            "Lay the green tile of pile 1 across d3 and e3 to join them."
        ),
        start="2 1 1 2 0 - - 1,1 2..1.....2.11..2....1.2. BB,AB/XX,AA/XA,XX - -",
        tasks=(
            Task(
                accepted=("1:d3-e3", "3:d2-d3", "3:d4-d3"),
                praise=N_("From W3 the line now turns up to N4, and passes one tile: 1 point."),
                otherwise=N_("That doesn't join W3 and N4. On d3 the line has to turn up."),
                wrong={
                    "1:c3-d3": N_(
                        "The right tile, one cell too far left: the line turns up on c3 already. "
                        "Lay it on d3 and e3."
                    ),
                    "1:d3-d4": N_(
                        "Upright, the green curves turn the other way. Lay it across, on d3 and e3."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="stack",
        title=N_("Build higher"),
        words=N_(
            "You may lay a tile on two cells of equal height, if they show two different tiles. "
            "The higher a tile, the more it counts. Lay the red one on c3 and d3."
        ),
        start=(
            "2 1 1 3 0 - - 4,5 .1..2..2.1...1...2..1..2 XX,AB/AA,XA/BB,XX "
            "XX:b3-c3,XX:d3-e3,BB:d5-e5 -"
        ),
        tasks=(
            Task(
                accepted=("1:c3-d3",),
                praise=N_(
                    "Your tile lies at height 2. Row 3 makes 1 + 2 + 1 = 4 passes, worth 3 points."
                ),
                otherwise=N_("Row 3 is your line. Lay the red tile on top of it, on c3 and d3."),
                wrong={
                    "2:c3-d3": N_(
                        "The right place, but those curves break your line. Take pile 1."
                    ),
                    "3:c3-d3": N_(
                        "The right place, but those curves break your line. Take pile 1."
                    ),
                },
            ),
        ),
    ),
    Lesson(
        key="passes",
        title=N_("Add up two lines"),
        words=N_(
            "The passes of all your lines are added, then turned into points by the table. Row 3 "
            "gives you 4 passes. Find the action that makes it 7 in all."
        ),
        start=(
            "2 1 1 3 0 - - 6,5 .1..2..2.1..2..1....1.2. XX,AB/AB,AA/BB,XX "
            "XX:b3-c3,XX:d3-e3,XX:b4-b5,XX:b1-b2,XX:c3-d3 -"
        ),
        tasks=(
            Task(
                accepted=("S4-S5",),
                praise=N_(
                    "Column b joins N2 and S5 with 3 passes. 4 + 3 = 7, and that's 4 points."
                ),
                otherwise=N_("That's not 7 yet. Follow the line down from N2. Where does it end?"),
            ),
        ),
    ),
    Lesson(
        key="one",
        title=N_("The last action"),
        is_puzzle=True,
        words=N_(
            "You are Teal, and this is the last action of the match. Amber leads 41 to 38 and wins "
            "a tie, so you need 4 points. Which tile joins W3 with E5?"
        ),
        start=(
            "2 2 1 9 0 - - 41,38 .1..2....12...21....21.. /AB/XB "
            "AA:d3-d4,AB:e5-d5,XX:b4-b5,XB:c2-c3,AA:d2-e2,BB:c3-d3,XX:b2-b3 -"
        ),
        tasks=(
            Task(
                accepted=("2:c4-c5",),
                claim="wins",
                praise=N_("The two ends met at c4. 7 passes, 4 points: you win 42 to 41."),
                otherwise=N_(
                    "Follow your line from W3: it comes to c4 from below. From E5 it comes to c4 "
                    "from the right. Join them there."
                ),
            ),
        ),
    ),
    Lesson(
        key="two",
        title=N_("The last two actions"),
        is_puzzle=True,
        words=N_(
            "You are Teal and have the last two actions. You need 4 points. The green tile belongs "
            "on d3 and e3, but e3 is still too low. Which tile raises it?"
        ),
        start=(
            "2 2 2 9 0 - - 33,30 2...1...2.1....2.1.12... /XX/BB "
            "XX:d5-e5,XA:b3-c3,AB:d2-c2,XA:c3-c2,XA:d3-d4,XX:b4-b5,BB:c4-c5 -"
        ),
        tasks=(
            Task(
                accepted=("2:e3-e4",),
                claim="wins in two",
                praise=N_(
                    "Now d3 and e3 are equally high and show two different tiles. Lay the green "
                    "one on both."
                ),
                otherwise=N_(
                    "That won't be enough. Lay the red tile so that it covers e3 and row 4."
                ),
                wrong={
                    "2:e3-f3": N_(
                        "That raises e3 as well, but row 4 gains no tile. "
                        "Lay it upright, so that your line to E3 passes it."
                    ),
                    "2:e2-e3": N_(
                        "That raises e3 as well, but row 4 gains no tile. "
                        "Lay it upright, so that your line to E3 passes it."
                    ),
                },
            ),
            Task(
                accepted=("3:d3-e3",),
                claim="wins",
                praise=N_("7 passes from W3 to E3 make 4 points. You win 34 to 33."),
                otherwise=N_("One more action: lay the green tile on top, on d3 and e3."),
            ),
        ),
    ),
)
