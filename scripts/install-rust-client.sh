#!/usr/bin/env bash
# Builds the program in test/conformance/rust into .cache, with the public API's Rust library; installs Rust and OpenSSL's
# headers if they're missing.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v cargo >/dev/null || missing+=(cargo)
pkg-config --exists openssl 2>/dev/null || missing+=(pkg-config libssl-dev)
if [ ${#missing[@]} != 0 ]; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
cargo build --quiet --locked --manifest-path test/conformance/rust/Cargo.toml --target-dir .cache/rust-client
