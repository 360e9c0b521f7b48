"""Signed-in visitors: sessions, private pages and forms."""
