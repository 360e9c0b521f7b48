"""The databases that hold the tables, SQLite and PostgreSQL, and the connections to them."""
