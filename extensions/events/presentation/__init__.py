"""Events in words and pictures: cards, news, rounds, standings, titles."""
