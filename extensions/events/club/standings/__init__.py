"""Standings of events, a pure function of entrants and results."""
