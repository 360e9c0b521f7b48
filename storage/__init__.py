"""The database, independent of games and of Discord, whose ids are plain integers."""
