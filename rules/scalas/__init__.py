"""Scalas, stairs of cubes."""
