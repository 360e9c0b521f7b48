"""The rules of Scala."""
