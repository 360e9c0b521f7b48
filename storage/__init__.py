"""The database. It is independent of games and Discord: ids are integers."""
