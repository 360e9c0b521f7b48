#!/bin/sh
# Installs this checkout into /opt/stairwell, with the tested versions. docs/hosting/systemd.md describes it.
# It takes options of `uv sync`, such as `--extra postgresql`.
set -eu
cd "$(dirname "$0")/.."
[ -x /opt/uv/bin/uv ] || { python3 -m venv /opt/uv && /opt/uv/bin/pip install --quiet "uv>=0.9,<1"; }
# The service can't write compiled files, and would compile everything at each start.
UV_PROJECT_ENVIRONMENT=/opt/stairwell exec /opt/uv/bin/uv sync --frozen --no-default-groups \
    --no-editable --no-managed-python --compile-bytecode --extra sentry "$@"
