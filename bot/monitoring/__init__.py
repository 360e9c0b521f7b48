"""Monitoring of the running bot: metrics, health checks, and a last resort."""
