"""The running program: client, features, settings, logs and checks."""
