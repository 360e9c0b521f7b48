"""`/puzzle`, and what people do with the daily puzzle."""
