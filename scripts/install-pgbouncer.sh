#!/usr/bin/env bash
# Installs PgBouncer from Debian's packages where there is none: tests of outages start their own.
set -euo pipefail

[ -x /usr/sbin/pgbouncer ] && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends pgbouncer >/dev/null
# the package starts one; tests want ports of their own, and nobody else wants it
if command -v systemctl >/dev/null; then "${as_root[@]}" systemctl disable --now pgbouncer >/dev/null 2>&1 || true; fi
