"""The pool on the web."""
