"""What some clubs like, each in a folder that nothing outside imports."""
