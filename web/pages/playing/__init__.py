"""Boards on which signed-in members play: moves, actions and conditional lines."""
