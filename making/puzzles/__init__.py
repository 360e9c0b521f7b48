"""Finding, making, revising and checking puzzles. Not shipped with the bot."""
