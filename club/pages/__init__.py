"""Public web pages: their addresses, and what they may show."""
