"""The running program: the client, the command line, the preview, settings and logs."""
