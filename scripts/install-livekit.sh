#!/usr/bin/env bash
# Builds the LiveKit server for tests of calls into .cache, and installs Go if it's missing. Newer versions can't be built
# with `go install`.
set -euo pipefail
version=v1.9.12
cd "$(dirname "$0")/.."
server=.cache/livekit/livekit-server-$version
[ -x "$server" ] && exit 0
if ! command -v go >/dev/null; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends golang-go >/dev/null
fi
mkdir -p .cache/livekit/bin
GOBIN=$PWD/.cache/livekit/bin go install "github.com/livekit/livekit-server/cmd/server@$version"
mv .cache/livekit/bin/server "$server"
