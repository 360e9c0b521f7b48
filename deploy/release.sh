#!/usr/bin/env bash
# Builds what a release consists of in `dist/`: the wheel, the tested versions of what it needs, the
# hashes of these two, and a bill of materials. What has a hash is the same, byte for byte, wherever
# it is built from the same commit.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/python -m making.released check
rm -rf dist
.venv/bin/uv build --wheel --no-build-isolation --quiet --python .venv/bin/python --out-dir dist
rm -f dist/.gitignore
.venv/bin/uv export --frozen --offline --quiet --no-default-groups --all-extras \
    --format cyclonedx1.5 --preview-features sbom-export --output-file dist/stairwell.cdx.json
cp bot/process/constraints.txt dist
# The bill of materials has the time at which it was made.
(cd dist && sha256sum -- *.whl constraints.txt > SHA256SUMS && cat SHA256SUMS)
