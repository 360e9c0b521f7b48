"""A server's settings, forum, pages and greeting."""
