"""An invented community that has played for months, to try the bot with."""
