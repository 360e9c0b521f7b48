"""Runs the bot from a checkout, for hosting panels that install `requirements.txt` and start this.

docs/hosting/panels.md describes it.
"""

from __future__ import annotations

import sys

from bot.command_line import main
from making.catalogues import compile_outdated

if __name__ == "__main__":
    compile_outdated()
    # Without arguments, as panels start it.
    main(sys.argv[1:] or ["run"])
