"""The pool, in which people look for opponents and are paired every few minutes."""
