"""Time: paces, turn clocks, vacations, and giving back downtime."""
