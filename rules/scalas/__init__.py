"""The rules of Scalas."""
