#!/usr/bin/env bash
# Installs the public API's Python library, bots, and terminal client into .cache for test/conformance.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=.cache/python-clients
if [ -x "$venv/bin/zulip-term" ] && [ -x "$venv/bin/zulip-run-bot" ]; then exit 0; fi
if ! python3 -m venv "$venv" 2>/dev/null; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq python3-venv >/dev/null
  python3 -m venv "$venv"
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check zulip==0.9.1 zulip_bots==0.9.1
# it declares support up to Python 3.10 only, but works on newer versions
"$venv/bin/pip" install --quiet --disable-pip-version-check --ignore-requires-python zulip-term==0.7.0
