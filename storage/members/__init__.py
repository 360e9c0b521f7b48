"""People and servers."""
