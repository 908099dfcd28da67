#!/usr/bin/env bash
# Runs a command with its own PostgreSQL server, whose URL is in LOQUAT_TEST_DATABASE_URL. Installs Debian's server if
# it's missing; it runs in a temporary folder and stops with the command, also on failure. LOQUAT_POSTGRES_BIN is the
# folder of another version's programs.
set -euo pipefail

programs() { # the folder with the newest server's programs
  local folder
  if [ -n "${LOQUAT_POSTGRES_BIN:-}" ]; then echo "$LOQUAT_POSTGRES_BIN"; return 0; fi
  for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) "$(dirname "$(command -v initdb || echo /none/initdb)")"; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then echo "$folder"; return 0; fi
  done
  return 1
}

if ! programs >/dev/null; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq postgresql >/dev/null
fi
bin=$(programs)

folder=$(mktemp -d /tmp/loquat-postgres-XXXXXX)
# the server refuses to run as root
as_user=()
if [ "$(id -u)" = 0 ]; then
  account=$(id -un postgres 2>/dev/null || echo nobody)
  chown "$account" "$folder"
  as_user=(setpriv --reuid "$account" --regid "$(id -gn "$account")" --clear-groups env HOME="$folder")
fi
stop() {
  "${as_user[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

cd "$folder"
"${as_user[@]}" "$bin/initdb" -D "$folder/data" -U loquat -A trust -E UTF8 --locale=C >/dev/null
port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
# a server for tests only: losing its data in a power cut doesn't matter
"${as_user[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c listen_addresses=127.0.0.1 -p $port \
  -c unix_socket_directories=$folder -c max_connections=400 -c fsync=${LOQUAT_POSTGRES_FSYNC:-off} -c shared_buffers=128MB" start >/dev/null
cd - >/dev/null

export LOQUAT_TEST_DATABASE_URL="postgres://loquat@127.0.0.1:$port/postgres"
"$@"
