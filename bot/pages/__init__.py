"""The bot's pages as plain values."""
