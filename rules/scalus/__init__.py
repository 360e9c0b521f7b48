"""Scalus, in which lines and rectangles grow and shrink.

Its own modules are `groups`, `movement` and `numbering`.
"""
