#!/usr/bin/env bash
# Set up what the tests need, then run everything that has to hold. Works on a clean machine.
#
#   tests/run.sh                  formatting, lint, types (also of the scripts), import contracts, all tests
#   tests/run.sh quick            the same without containers, browsers and what is slow
#   tests/run.sh [quick] OPTION…  further options go to pytest
#
# The exit code is pytest's, or that of the first of the others that failed. What was started or
# made for the run is gone when it ends, a Docker engine included; what was installed stays.
set -uo pipefail
SCRIPT_ARGUMENTS=("$@")
. "$(dirname -- "${BASH_SOURCE[0]}")/../deploy/setup.sh"
cd "$ROOT" || exit 1
exec </dev/null

chosen=()
workers=auto
if [ "${1:-}" = quick ]; then
  chosen=(-m 'not docker and not slow')
  workers=$(($(nproc) + 1)) # these wait for a database or a clock much of the time
  shift
fi

SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/grader-tests-XXXXXX")
chmod 755 "$SCRATCH" # PostgreSQL's own user has to find its way in
export TMPDIR=$SCRATCH
trap 'code=$?; trap "" INT TERM; stop_engine; rm -rf -- "$SCRATCH"; exit $code' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
for name in "${!GRADER_@}"; do
  [[ $name == GRADER_TEST_* || $name == GRADER_IN_* ]] || unset "$name"
done

failed=0
# wall COMMAND… runs one of the checks; it says something only when it fails.
wall() {
  local said code
  said=$("$@" 2>&1) && return
  code=$?
  printf '%s\n' "$said"
  failed=$((failed ? failed : code))
}

ensure_uv
ensure_venv
ensure_postgresql
if [ ${#chosen[@]} = 0 ]; then
  ensure_engine "$SCRATCH/dockerd.log"
  ensure_image_tools
  ensure_chromium
fi

bin=$ROOT/.venv/bin
wall "$bin/ruff" check -q
wall "$bin/ruff" format -q --check
wall "$bin/mypy"
wall "$bin/lint-imports"
wall "$PYTHON" -m tests.check_scripts
"$bin/pytest" -n "$workers" --dist loadfile --no-loadscope-reorder "${chosen[@]}" "$@"
tested=$?
exit $((tested ? tested : failed))
