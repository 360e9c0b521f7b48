"""What teams add to the web pages."""

from extensions.teams.web import ratings, votes
from web.http.private import TYPED

__all__ = ["ratings", "votes"]

TYPED.append("words")
