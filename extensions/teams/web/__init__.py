"""What teams add to the web pages."""

from extensions.teams.web import ratings, votes

__all__ = ["ratings", "votes"]
