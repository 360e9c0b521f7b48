"""Passtally as a picture, as a text board and in words."""
