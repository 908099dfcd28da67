#!/usr/bin/env bash
# Installs Debian's nginx and Caddy for the reverse proxy tests, without starting their services.
set -euo pipefail
missing=()
for program in nginx caddy; do command -v "$program" >/dev/null || missing+=("$program"); done
[ ${#missing[@]} = 0 ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
