"""Time: paces, the clock of a turn, vacations, and what an absence of the program gives back."""
