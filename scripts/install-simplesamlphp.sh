#!/usr/bin/env bash
# Installs Debian's SimpleSAMLphp and PHP's web server if they're missing: a SAML test starts its own provider.
set -euo pipefail

[ -d /usr/share/simplesamlphp/www ] && command -v php >/dev/null && php -m | grep -qi '^dom$' && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
# without starting a service
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends simplesamlphp php-cli php-xml >/dev/null
