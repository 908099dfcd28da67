#!/usr/bin/env bash
# Installs Debian's NATS server if it's missing: tests of several processes start their own.
set -euo pipefail

[ -x /usr/sbin/nats-server ] || [ -x /usr/bin/nats-server ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends nats-server >/dev/null
# stop the one that the package starts: tests use their own
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now nats-server >/dev/null 2>&1 || true; fi
