"""Events: cards, entering, organising, standings."""
