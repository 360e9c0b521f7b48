"""The database itself: opened, upgraded, its tables and its transactions."""
