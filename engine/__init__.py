"""Computer opponents: search over the rules core, with what each game adds in one module."""
