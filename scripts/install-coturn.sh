#!/usr/bin/env bash
# Installs Debian's coturn for tests of relayed calls, which start it themselves.
set -euo pipefail
if [ -x /usr/bin/turnserver ]; then exit 0; fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq || true
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends coturn >/dev/null
