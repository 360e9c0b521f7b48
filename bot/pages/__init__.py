"""What the bot shows, as plain values, and the words that it uses."""
