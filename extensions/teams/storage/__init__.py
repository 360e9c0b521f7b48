"""The tables of teams."""

from extensions.teams.storage import ratings, teams

__all__ = ["ratings", "teams"]
