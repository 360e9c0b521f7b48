"""Pages for entering a move step by step: to play it, to try it, or to plan it."""
