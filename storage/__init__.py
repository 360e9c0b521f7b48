"""The database. It knows no game and no Discord: ids are integers."""
