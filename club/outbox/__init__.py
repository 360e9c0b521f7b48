"""Pending posts, queued in the transaction of their change and delivered by a front."""
