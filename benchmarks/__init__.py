"""Benchmark commands, each of which prints a table: `python -m benchmarks.rules`.

Machines differ and are noisy, so every table has a baseline measured in the same run.
"""
