"""Tables of matches, of what is about them, and of what is to be posted."""
