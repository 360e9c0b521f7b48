"""The rules of Scalus."""
