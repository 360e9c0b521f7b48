"""Events: tournaments, leagues, ladders and their champions."""
