"""What is to be told of a change, queued in its transaction for a front to deliver."""
