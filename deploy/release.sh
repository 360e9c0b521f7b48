#!/usr/bin/env bash
# Builds what a release consists of in `dist/`: the wheel, the bill of its materials, and their hashes.
# The wheel is the same, byte for byte, wherever it is built from the same commit.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf dist
.venv/bin/uv build --wheel --no-build-isolation --quiet --python .venv/bin/python --out-dir dist
rm -f dist/.gitignore
.venv/bin/uv export --frozen --offline --quiet --no-default-groups --all-extras \
    --format cyclonedx1.5 --preview-features sbom-export --output-file dist/stairwell.cdx.json
(cd dist && sha256sum -- * > SHA256SUMS && cat SHA256SUMS)
