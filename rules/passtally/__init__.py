"""Passtally, with stacked tiles and the lines on them.

Its own modules are `tiles` (kinds of tiles), `tiling` (the board with its lines), `placing` (of
markers), `scoring`, `entering` and `ending`.
"""
