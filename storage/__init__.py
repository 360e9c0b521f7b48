"""What must outlive the process, in a database. Knows no game and no Discord: ids are integers."""
