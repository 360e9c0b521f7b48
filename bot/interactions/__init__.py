"""One interaction: answered in time, its controls, and what it says of where it comes from."""
