#!/usr/bin/env bash
# Installs Debian's WebKitGTK if it's missing: its browser and WebDriver, an X server without a screen, and xdotool for
# what WebDriver can't do. The color emoji font goes into .cache, because other browsers' tests run without one.
set -euo pipefail
cd "$(dirname "$0")/.."
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
missing=()
command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
command -v Xvfb >/dev/null || missing+=(xvfb)
command -v xdotool >/dev/null || missing+=(xdotool)
font=.cache/color-emoji/NotoColorEmoji.ttf
[ ${#missing[@]} -gt 0 ] || [ ! -f "$font" ] || exit 0
"${as_root[@]}" apt-get update -qq
if [ ${#missing[@]} -gt 0 ]; then
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
if [ ! -f "$font" ]; then
  mkdir -p .cache/color-emoji
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  (cd "$folder" && apt-get download -qq fonts-noto-color-emoji 2>/dev/null && dpkg -x ./*.deb .)
  mv "$folder/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf" "$font"
fi
