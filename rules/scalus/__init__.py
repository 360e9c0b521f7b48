"""Scalus, in which lines and rectangles grow and shrink."""
