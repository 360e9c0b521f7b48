"""The supported databases, SQLite and PostgreSQL, and their connections."""
