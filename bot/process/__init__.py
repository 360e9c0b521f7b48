"""The program: client, command line, preview, settings and logs."""
