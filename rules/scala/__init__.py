"""Scala, a race by steps and jumps. Its own module is `turns`, the legal turns by start."""
