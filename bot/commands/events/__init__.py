"""Commands and controls of events: entering, viewing, organising."""
