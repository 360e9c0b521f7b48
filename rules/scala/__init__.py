"""Scala, a race by steps and jumps. Its own room is `turns`: what is legal, start by start."""
