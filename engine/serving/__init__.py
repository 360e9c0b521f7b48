"""Asking for searches: served in turn, made in processes of their own, whatever befalls these."""
