#!/usr/bin/env bash
# Installs SimpleSAMLphp and PHP's own web server from Debian's packages where there are none: a test of SAML starts its
# own identity provider, with its configuration in a folder of its own.
set -euo pipefail

[ -d /usr/share/simplesamlphp/www ] && command -v php >/dev/null && php -m | grep -qi '^dom$' && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
# without a service: nobody else on this machine wants one
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends simplesamlphp php-cli php-xml >/dev/null
