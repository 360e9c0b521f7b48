"""The words and the figure of each event format."""
