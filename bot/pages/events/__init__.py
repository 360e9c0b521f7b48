"""Pages of events: the card with the standings, news, lists, and what an organiser can do."""
