"""The games club: its services and data, independent of any front."""
