"""Puzzles made and checked in numbers, and wrong tries refuted: what needs to know every game.

`engine.puzzles` has what a puzzle is, and the kinds of them. Here the kind of a game is looked up.
"""
