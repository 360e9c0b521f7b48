"""The texts and the figure of each event format."""
