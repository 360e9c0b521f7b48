"""Passtally: stacked tiles and the lines on them.

Modules of its own: `tiles` (their kinds), `tiling` (the board with its lines), `placing` (of
markers), `scoring`, `entering` and `ending`.
"""
