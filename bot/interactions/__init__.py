"""Handling of interactions: answers in time, controls, and their context."""
