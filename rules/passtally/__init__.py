"""The rules of Passtally."""
