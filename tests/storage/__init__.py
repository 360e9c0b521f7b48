"""Storage, on real files and in real processes."""
