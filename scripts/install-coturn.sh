#!/usr/bin/env bash
# Installs Debian's coturn, which the tests of relayed calls start. It isn't run as a service.
set -euo pipefail
if [ -x /usr/bin/turnserver ]; then exit 0; fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq || true
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends coturn >/dev/null
