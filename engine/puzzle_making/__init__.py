"""Making and checking puzzles in bulk, and refuting wrong tries, for every game.

`engine.puzzles` defines puzzles and their kinds. The kind of a game is looked up here.
"""
