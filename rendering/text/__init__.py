"""Text of any script on pictures, in monospace tables and in words."""
