"""Pages on which a move is grown step by step: to play it, to try it, or to leave it for later."""
