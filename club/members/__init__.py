"""Members: membership, blocks, preferences, languages and the audit log."""
