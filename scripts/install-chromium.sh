#!/usr/bin/env bash
# Installs browsers for the web client's tests: Debian's Chromium, unless LOQUAT_CHROMIUM names another, and the
# headless shell, in which most tests take less CPU time. If the shell isn't available, all tests run in Chromium.
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
