"""The formats of events. A new one is a module here and a line in `registry`."""
