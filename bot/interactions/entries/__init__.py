"""Parsing, validation and autocompletion of what users type or choose."""
