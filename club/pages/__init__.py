"""Addresses and visibility of public web pages."""
