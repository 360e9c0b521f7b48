"""Studies on Discord."""
