"""Commands and controls of members and servers."""
