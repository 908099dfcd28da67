#!/usr/bin/env bash
# Builds the bot in test/conformance/go into .cache, with the public API's Go library; installs Go if it's missing.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v go >/dev/null; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends golang-go >/dev/null
fi
mkdir -p .cache/go-client
bot=$PWD/.cache/go-client/bot
cd test/conformance/go
go build -buildvcs=false -o "$bot" .
