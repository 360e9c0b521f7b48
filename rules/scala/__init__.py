"""Scala, a race by steps and jumps."""
