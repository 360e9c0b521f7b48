"""The home page and pages of servers."""
