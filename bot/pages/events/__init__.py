"""Pages of events: cards, standings, news and lists."""
