#!/usr/bin/env bash
# Installs Debian's Firefox and its driver for tests of calls between browsers, unless LOQUAT_FIREFOX names another.
set -euo pipefail
cd "$(dirname "$0")/.."
node scripts/tools.mjs
if [ -x "${LOQUAT_FIREFOX:-}" ] || command -v firefox-esr >/dev/null || command -v firefox >/dev/null; then exit 0; fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends firefox-esr >/dev/null
