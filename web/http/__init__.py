"""What every page uses: the site, routes, templates, limits, sessions."""
