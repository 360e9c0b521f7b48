"""Settings of servers, changes by admins, public channels."""
