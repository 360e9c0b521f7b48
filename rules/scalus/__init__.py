"""Scalus: lines and rectangles that grow and shrink. Its own modules are `groups`, `movement` and
`numbering`."""
