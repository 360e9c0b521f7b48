"""The bot on a simulated Discord, and an invented community."""
