"""Searches in worker processes, queued fairly and safe against crashes."""
