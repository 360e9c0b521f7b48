"""Measurements, each a command that prints a table: `python -m benchmarks.rules`.

Machines differ and are noisy, so every table has a baseline that is measured in the same run.
"""
