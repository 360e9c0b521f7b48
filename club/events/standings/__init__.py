"""Standings of events: a pure function of who takes part and of what each pairing came to."""
