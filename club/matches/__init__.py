"""The life of a match: started, played, ended."""
