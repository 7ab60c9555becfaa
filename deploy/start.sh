#!/usr/bin/env bash
# Set up everything and start the service: uv, .venv, a Docker engine, the sandbox image, grader up.
#
# Run it again at any time; what is there already is used. Options are those of `grader up`.
# A Docker engine that this script has to start keeps running afterwards, as a system service would.
set -euo pipefail
SCRIPT_ARGUMENTS=("$@")
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"
cd "$ROOT"

ensure_uv
ensure_venv --no-dev --inexact
ensure_engine "${GRADER_DATA:-$ROOT/var}/dockerd.log"
ensure_image_tools

exec "$ROOT/.venv/bin/grader" up "$@"
