"""The computer opponents: searches, knowledge, levels."""
