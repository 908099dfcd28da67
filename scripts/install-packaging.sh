#!/usr/bin/env bash
# Installs what the tests of the Debian package and the container image need: mmdebstrap, lintian, skopeo, and
# systemd-nspawn.
set -euo pipefail
declare -A packages=([mmdebstrap]=mmdebstrap [lintian]=lintian [skopeo]=skopeo [systemd-nspawn]=systemd-container)
missing=()
for program in "${!packages[@]}"; do command -v "$program" >/dev/null || missing+=("${packages[$program]}"); done
[ ${#missing[@]} = 0 ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
