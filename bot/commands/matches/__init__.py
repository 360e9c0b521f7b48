"""Commands and controls of challenges and matches."""
