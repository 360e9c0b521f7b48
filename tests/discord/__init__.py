"""A fake Discord on 127.0.0.1, and Discord's own description of its API."""
