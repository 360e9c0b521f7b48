"""Scalas, stairs of cubes. Its own modules are `stairs`, the stair rule, and `forced`."""
