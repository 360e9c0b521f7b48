"""`/puzzle` and the controls of the daily puzzle."""
