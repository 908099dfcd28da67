#!/usr/bin/env bash
# Installs a NATS server from Debian's packages where there is none: tests of several processes start their own.
set -euo pipefail

[ -x /usr/sbin/nats-server ] || [ -x /usr/bin/nats-server ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends nats-server >/dev/null
# the package starts one; tests want ports of their own, and nobody else wants it
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now nats-server >/dev/null 2>&1 || true; fi
