#!/usr/bin/env bash
# Installs the other chat servers that `npm run bench -- peers` measures: Debian's ejabberd, and Synapse in .cache.
# The benchmark starts both itself, with its own settings and folders.
set -euo pipefail
cd "$(dirname "$0")/.."
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
install() {
  "${as_root[@]}" apt-get update -qq || true
  # RUNLEVEL=1: without starting a service
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "$@" >/dev/null
}

if ! dpkg -s ejabberd erlang-p1-pgsql >/dev/null 2>&1; then
  install ejabberd erlang-p1-pgsql
  if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now ejabberd >/dev/null 2>&1 || true; fi
fi

venv=.cache/synapse
if [ ! -x "$venv/bin/synapse_homeserver" ]; then
  if ! python3 -m venv "$venv" 2>/dev/null; then
    install python3-venv
    python3 -m venv "$venv"
  fi
  "$venv/bin/pip" install --quiet --disable-pip-version-check matrix-synapse==1.163.2 psycopg2-binary==2.9.13
fi
