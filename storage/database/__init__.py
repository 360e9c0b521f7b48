"""The database itself: opening, upgrading, tables and transactions."""
