"""Commands, for tests of those of the core."""

OF_A_MATCH = ("conditional",)
