#!/usr/bin/env bash
# Makes sure that there is a browser for the tests of the web client: Debian's, unless one is named by LOQUAT_CHROMIUM.
set -euo pipefail
if [ -x "${LOQUAT_CHROMIUM:-}" ] || command -v chromium >/dev/null; then exit 0; fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq chromium >/dev/null
