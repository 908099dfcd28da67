#!/usr/bin/env bash
# Installs Debian's docker-compose, which reads deploy/compose.yaml in a test; it needs no container engine for that.
set -euo pipefail
command -v docker-compose >/dev/null && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends docker-compose >/dev/null
