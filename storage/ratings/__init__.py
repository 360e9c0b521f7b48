"""Tables of ratings, and what is counted from them."""
