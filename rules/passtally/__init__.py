"""Passtally, of stacked tiles and the lines on them.

Its own rooms: `tiles` (their kinds), `tiling` (those on the board, and the lines through them),
`placing` (of the markers), `scoring` and `ending`.
"""
