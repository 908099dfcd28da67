#!/usr/bin/env bash
# Installs Debian's coturn for tests of relayed calls, without starting its service.
set -euo pipefail
if command -v turnserver >/dev/null; then exit 0; fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends coturn >/dev/null
