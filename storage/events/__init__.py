"""Events: what they are, who takes part, their rounds and pairings, and what is told of them."""
