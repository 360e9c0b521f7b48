"""What the bot posts and does for events: cards, news, calendar entries, the role of champions."""
