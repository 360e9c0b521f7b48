"""Simulate whole events in a process that is killed around transactions.

Players quit, join late, block each other or never show up. Each event is checked when it ends.

    python -m benchmarks.events --events 2000
    python -m benchmarks.events --costs

The services, schema and transactions are the bot's, on a temporary SQLite database. Matches end
with a random result at a random time, and Swiss rounds are paired in this process.
"""
