#!/usr/bin/env bash
# npm run screen-reader: the web client's main tasks with the screen reader Orca, in a Chromium window on a virtual
# screen. Orca's speech is checked and written to dist/screen-reader.md. Needs Debian's packages:
#   apt-get install orca xvfb xdotool dbus dbus-x11 at-spi2-core matchbox-window-manager chromium
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for program in orca Xvfb xdotool dbus-run-session matchbox-window-manager chromium; do
  command -v "$program" >/dev/null || missing+=("$program")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "No screen reader to test with: ${missing[*]} not installed (scripts/screen-reader.sh tells which packages)"
  exit 0
fi
# its own D-Bus session, separate from the desktop's
if [ -z "${LOQUAT_READER_SESSION:-}" ]; then
  LOQUAT_READER_SESSION=1 exec dbus-run-session -- "$0" "$@"
fi

work=$(mktemp -d)
started=()
finish() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT
mkdir -p "$work/share/orca" "$work/config" "$work/run"
chmod 700 "$work/run"
cp test/screen-reader/orca-customizations.py "$work/share/orca/"
export LOQUAT_SPOKEN="$work/spoken"
touch "$LOQUAT_SPOKEN"

mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$work/display" 2>/dev/null &
started+=($!)
read -r number <"$work/display"
export DISPLAY=":$number"
desktop=(env XDG_DATA_HOME="$work/share" XDG_CONFIG_HOME="$work/config" XDG_RUNTIME_DIR="$work/run")
matchbox-window-manager -use_titlebar no 2>/dev/null &
started+=($!)
"${desktop[@]}" /usr/libexec/at-spi-bus-launcher --launch-immediately 2>/dev/null &
started+=($!)
"${desktop[@]}" orca --replace >"$work/orca.log" 2>&1 &
started+=($!)
for _ in $(seq 120); do
  grep -q 'Screen reader on' "$LOQUAT_SPOKEN" && break
  sleep 0.5
done
npx vitest run --project screen-reader "$@"
