"""The settings of servers and their changes."""
