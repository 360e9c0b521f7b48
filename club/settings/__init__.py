"""What the admins of a server choose for it, and who changed what."""
