"""Matches: found, played, ended, and what their players ask of each other."""
