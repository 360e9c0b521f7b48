"""Serving the site over HTTP: the application, limits, slow connections and live updates."""
