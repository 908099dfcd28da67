#!/usr/bin/env bash
# Makes sure that there are browsers for the tests of the web client: Debian's Chromium, unless one is named by LOQUAT_CHROMIUM,
# and what shows its pages and nothing else, in which most tests take less of the processor. Where that cannot be had, all of
# them run in the whole one.
set -euo pipefail
if [ -x "${LOQUAT_CHROMIUM:-}" ]; then exit 0; fi
if command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null; then exit 0; fi
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq || true
for package in chromium chromium-headless-shell; do
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq "$package" >/dev/null || true
done
command -v chromium >/dev/null
