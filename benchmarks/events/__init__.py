"""Simulate whole events whose players quit, join late, block each other or never show up, while the
process is killed around transactions, and check how each event ends.

    python -m benchmarks.events --events 2000
    python -m benchmarks.events --costs

The services, schema and transactions are the bot's, on a temporary SQLite database. Matches end
with a random result at a random time, and Swiss rounds are paired in this process.
"""
