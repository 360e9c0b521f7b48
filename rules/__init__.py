"""The rules core: pure values and functions of the standard library, one module a game."""
