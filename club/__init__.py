"""What a games club does, whatever the front in which people see it."""
