"""Commands and controls of events: taking part, looking, organising."""
