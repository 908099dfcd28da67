#!/usr/bin/env bash
# Installs Debian's PgBouncer if it's missing: outage tests start their own.
set -euo pipefail

[ -x /usr/sbin/pgbouncer ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends pgbouncer >/dev/null
# stop the one that the package starts: tests use their own
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now pgbouncer >/dev/null 2>&1 || true; fi
