#!/bin/sh
# The command `loquat` on a machine with loquat.service. For root, it runs as the service's user and with the service's
# options, so that it finds the same data and leaves no files that the server can't read. Variables that are already set win.
set -eu
program=/opt/loquat/bin/loquat
[ "$(id -u)" = 0 ] || exec "$program" "$@"

settings=/etc/loquat/loquat.env
if [ -r "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      LOQUAT_*=* | NODE_*=*) ;;
      *) continue ;;
    esac
    name=${line%%=*} value=${line#*=}
    case $value in
      \"*\") value=${value#\"} value=${value%\"} ;;
      \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    printenv "$name" >/dev/null || export "$name=$value"
  done <"$settings"
fi
export LOQUAT_CONFIG="${LOQUAT_CONFIG-/etc/loquat/loquat.toml}" LOQUAT_DATA_DIR="${LOQUAT_DATA_DIR-/var/lib/loquat}"
export HOME=/var/lib/loquat
umask 077
exec setpriv --reuid=loquat --regid=loquat --init-groups "$program" "$@"
