"""Plays whole events with people who quit, come late, block each other and never show up, while
the process is killed between any two transactions, and looks whether every event ends as it should.

    python -m benchmarks.events --events 2000
    python -m benchmarks.events --costs

The services, the schema and all transactions are those of the bot, on a SQLite database that is
never written to the disk for good. Abstracted are the moves: a match ends by a result out of a hat,
as a game of chance would give it, at a moment of its own; and Swiss rounds are paired in this
process instead of a worker.
"""
