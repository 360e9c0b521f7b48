"""What a server may wish for regularly: its leaderboard, the month summed up, a puzzle a day; and
the greeting with which the bot comes into it."""
