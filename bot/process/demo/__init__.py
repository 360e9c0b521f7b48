"""A demo community with months of matches, for trying the bot."""
