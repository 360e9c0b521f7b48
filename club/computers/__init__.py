"""Computer opponents: their moves and reviews, and the background work that these take."""
