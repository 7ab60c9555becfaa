# Functions that deploy/start.sh and tests/run.sh share. Sourced by bash, from anywhere.
#
# Every step looks first and does nothing, silently, when nothing is to be done.
# shellcheck shell=bash

ROOT="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
PYTHON="$ROOT/.venv/bin/python"
UV=uv
UV_VERSION='>=0.13,<0.14'
CANNOT_INSTALL=1  # the exit code then
ENGINE_STARTED='' # "dockerd" or "systemd" when this run started the engine

export UV_PYTHON_DOWNLOADS=never
unset VIRTUAL_ENV PYTHONPATH PYTHONDONTWRITEBYTECODE # four processes start faster from bytecode

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
  printf 'setup: %s\n' "$1" >&2
  exit "${2:-1}"
}

# --- becoming root, and Debian's packages --------------------------------------------------------

can_be_root() { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# need_packages WHAT_FOR PACKAGE… installs Debian packages, or says what to install.
need_packages() {
  local purpose=$1 log
  shift
  if [ ! -e /etc/debian_version ] || ! can_be_root; then
    fail "$purpose is missing. On Debian: apt-get install $*" "$CANNOT_INSTALL"
  fi
  say "installing $* from Debian"
  log=$(mktemp)
  if ! _apt_install "$@" >"$log" 2>&1 &&
    ! { _apt update >>"$log" 2>&1 && _apt_install "$@" >>"$log" 2>&1; }; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "$purpose is missing, and 'apt-get install $*' failed (its last lines are above)" "$CANNOT_INSTALL"
  fi
  rm -f "$log"
}

_apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" </dev/null; }

_apt_install() { _apt install -y --no-install-recommends -o Dpkg::Options::=--force-confold "$@"; }

# --- uv and the virtual environment --------------------------------------------------------------

ensure_uv() {
  if _uv_fits uv; then
    UV=uv
    return
  fi
  UV="$ROOT/.tools/bin/uv"
  _uv_fits "$UV" && return
  command -v python3 >/dev/null || need_packages 'Python' python3 python3-pip
  python3 -m pip --version >/dev/null 2>&1 || need_packages 'pip for python3' python3-pip
  say "installing uv $UV_VERSION into .tools"
  python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore \
    --target "$ROOT/.tools" --upgrade "uv$UV_VERSION" ||
    fail 'uv could not be installed with pip; the message is above'
}

_uv_fits() { [[ "$("$1" --version 2>/dev/null)" == 'uv 0.13.'* ]]; }

# ensure_venv UV_SYNC_OPTION… brings .venv in step with uv.lock.
ensure_venv() {
  (cd "$ROOT" && "$UV" sync -q --locked "$@") ||
    fail 'the locked dependencies could not be installed; the message is above'
}

# The programs of PostgreSQL, for the tests. Its package would also make and start a server.
ensure_postgresql() {
  local config=/etc/postgresql-common/createcluster.conf
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null && return
  if can_be_root && [ -e /etc/debian_version ] && [ ! -e "$config" ]; then
    as_root mkdir -p "${config%/*}"
    echo 'create_main_cluster = false' | as_root tee "$config" >/dev/null
  fi
  need_packages 'PostgreSQL, which the tests run a server of,' postgresql
}

ensure_chromium() {
  command -v chromium >/dev/null || need_packages 'Chromium, for the tests in a browser,' chromium
}

# --- the Docker engine ---------------------------------------------------------------------------

# Asks the engine itself, the way the service does: a docker command on the PATH proves nothing.
engine_answers() {
  "$PYTHON" -c 'import sys; from sandbox.outside.containers import engine_answers as answers
sys.exit(answers() is None)' 2>/dev/null
}

image_is_there() {
  "$PYTHON" -c 'import sys; from sandbox.outside import build, containers
sys.exit(containers.image_id(build.image_tag()) is None)' 2>/dev/null
}

# ensure_engine LOG_FILE uses the running engine, or installs and starts one.
ensure_engine() {
  engine_answers && return
  [ -z "${DOCKER_HOST:-}" ] || fail "no Docker engine answers at DOCKER_HOST=$DOCKER_HOST" 3
  if ! as_root_quietly test -S /var/run/docker.sock || ! _root_reaches_engine; then
    command -v dockerd >/dev/null || [ -x /usr/sbin/dockerd ] ||
      CANNOT_INSTALL=3 need_packages 'A Docker engine' docker.io
    _root_reaches_engine || _start_engine "$1"
  fi
  engine_answers || _may_not_use_engine
}

# ensure_image_tools gets mmdebstrap when the image has to be built: it makes the base of the image
# where no registry can be reached.
ensure_image_tools() {
  if image_is_there || command -v mmdebstrap >/dev/null; then return; fi
  if [ "$(id -u)" = 0 ]; then
    need_packages 'mmdebstrap, to build the sandbox image,' mmdebstrap
  else
    need_packages 'mmdebstrap, to build the sandbox image,' mmdebstrap uidmap
  fi
}

as_root_quietly() { can_be_root && as_root "$@" 2>/dev/null; }

_root_reaches_engine() {
  as_root_quietly env PYTHONPATH="$ROOT" "$PYTHON" -c \
    'import sys; from sandbox.outside.containers import engine_answers as answers
sys.exit(answers() is None)'
}

_start_engine() {
  can_be_root || fail 'no Docker engine answers; start it (as root: systemctl start docker)' 3
  if [ -d /run/systemd/system ]; then
    say 'starting the Docker engine (systemctl start docker)'
    as_root systemctl start docker || fail 'the Docker engine did not start; see: journalctl -u docker' 3
    ENGINE_STARTED=systemd
  else
    _mount_cgroups
    say "starting the Docker engine (dockerd; its log is $1)"
    (umask 077 && mkdir -p "$(dirname -- "$1")") # it may be the data folder
    as_root setsid -f dockerd >"$1" 2>&1 </dev/null
    ENGINE_STARTED=dockerd
  fi
  _await_engine "$1"
}

_await_engine() {
  local _
  for _ in $(seq 120); do
    _root_reaches_engine && return
    sleep 0.5
  done
  [ ! -e "$1" ] || tail -n 5 "$1" >&2
  fail 'the Docker engine does not answer after a minute' 3
}

# Docker needs the kernel's control groups. An init system mounts them; here may be none.
_mount_cgroups() {
  local name
  grep -q ' /sys/fs/cgroup' /proc/mounts && return
  say 'mounting the control groups'
  if ! grep -qw cgroup /proc/filesystems; then
    as_root mount -t cgroup2 cgroup2 /sys/fs/cgroup
    return
  fi
  as_root mount -t tmpfs -o mode=755 cgroup /sys/fs/cgroup
  for name in $(awk '!/^#/ && $4 == 1 { print $1 }' /proc/cgroups); do
    as_root mkdir -p "/sys/fs/cgroup/$name"
    as_root mount -t cgroup -o "$name" cgroup "/sys/fs/cgroup/$name" 2>/dev/null ||
      as_root rmdir "/sys/fs/cgroup/$name"
  done
  as_root mkdir -p /sys/fs/cgroup/systemd # Docker looks for this one by name
  as_root mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd
}

_may_not_use_engine() {
  if [ -n "${GRADER_IN_DOCKER_GROUP:-}" ] || ! can_be_root || ! command -v sg >/dev/null; then
    fail "a Docker engine runs, but $(id -un) may not use it: join the group docker, or be root" 3
  fi
  say "adding $(id -un) to the group docker, which may use the engine"
  as_root usermod -aG docker "$(id -un)"
  export GRADER_IN_DOCKER_GROUP=1
  exec sg docker -c "$(printf '%q ' "$(cd "$(dirname -- "$0")" && pwd)/$(basename -- "$0")" "${SCRIPT_ARGUMENTS[@]}")"
}

# stop_engine ends what ensure_engine started, and what dockerd leaves mounted. Silent.
stop_engine() {
  case "$ENGINE_STARTED" in
    systemd) as_root systemctl stop docker.socket docker 2>/dev/null ;;
    dockerd) _stop_dockerd ;;
  esac
  ENGINE_STARTED=''
}

_stop_dockerd() {
  local pid _
  pid=$(as_root_quietly cat /var/run/docker.pid) || return 0
  as_root_quietly kill "$pid"
  for _ in $(seq 150); do
    as_root_quietly kill -0 "$pid" || break
    sleep 0.2
  done
  awk '$2 ~ "^/(var/lib/docker|run/docker|var/run/docker)(/|$)" { print $2 }' /proc/mounts | sort -r |
    while read -r folder; do as_root_quietly umount "$folder"; done
}
