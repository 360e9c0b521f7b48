"""What members do with matches they study."""
