"""The formats of events. A further one is a module here and a line in `registry`."""
