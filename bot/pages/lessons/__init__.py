"""What people see who learn a game: its lessons, its rules, and the offer to learn it."""
