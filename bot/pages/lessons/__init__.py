"""Pages of lessons, rules, and the offer to learn a game."""
