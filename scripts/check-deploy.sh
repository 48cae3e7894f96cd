#!/usr/bin/env bash
# Validates deploy/ with the programs that read it: `npm run test:deploy`. Needs Debian's systemd,
# nginx, caddy, docker-compose, openssl.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d) failed=0
trap 'rm -rf "$dir"' EXIT
check() { # condition, command…
  local words=$1; shift
  if "$@" >"$dir/out" 2>&1; then echo "ok      $words"; else echo "FAILED  $words"; sed 's/^/        /' "$dir/out" | tail -20; failed=$((failed + 1)); fi
}

# systemd checks that programs exist, so the checkout replaces /opt/insignia.
mkdir "$dir/units"
for unit in deploy/systemd/*.service deploy/systemd/*.timer; do sed "s#/opt/insignia#$PWD#g" "$unit" > "$dir/units/$(basename "$unit")"; done
check 'systemd accepts the units without a warning' bash -c "out=\$(cd $dir/units && systemd-analyze verify --man=no ./*.service ./*.timer 2>&1 | grep -v postgresql.service || true); echo \"\$out\"; [ -z \"\$out\" ]"
for unit in "$dir"/units/*.service; do
  figure=$(systemd-analyze security --offline=true "$unit" | sed -n 's/.*exposure level for .*: \([0-9.]*\) .*/\1/p')
  check "$(basename "$unit") has an exposure level of at most 1.6 ($figure)" awk "BEGIN { exit !($figure <= 1.6) }"
done
check 'a shell reads the settings as systemd does' bash -c "set -eu; set -a; . deploy/systemd/environment; [ \"\$BASE_URL \$DATA_DIR\" = 'https://badges.example.org /var/lib/insignia' ]"
check 'the settings are a complete configuration' bash -c "set -a; . deploy/systemd/environment; unset SECRET_FILE; node_modules/.bin/node -e \"import('./apps/server/src/config/index.ts').then(({ readConfig, readEnv }) => { const { errors } = readConfig(readEnv()); console.log(errors.join()); process.exit(errors.length); })\""
check 'the command is a shell script' sh -n deploy/systemd/insignia
# With substitutes for the account and the program, which prints its settings.
mkdir -p "$dir/substitutes" "$dir/home/node_modules/.bin"
printf '#!/bin/sh\necho insignia\n' > "$dir/substitutes/id"
printf '#!/bin/sh\necho "$DATA_DIR|$SECRET|$SECRET_FILE|$TMPDIR|$SIGN_UP"\n' > "$dir/home/node_modules/.bin/node"
chmod +x "$dir/substitutes/id" "$dir/home/node_modules/.bin/node"
print_settings() { env -u SECRET -u SECRET_FILE PATH="$dir/substitutes:$PATH" INSIGNIA_SETTINGS=deploy/systemd/environment INSIGNIA_HOME="$dir/home" "$@" sh deploy/systemd/insignia doctor; }
is() { [ "$1" = "$2" ] || { echo "$1"; return 1; }; }
check 'a command has the settings of the service' is "$(print_settings TMPDIR=/somewhere)" '/var/lib/insignia||/etc/insignia/secret|/var/lib/insignia/tmp|closed'
check 'variables of the caller take precedence' is "$(print_settings DATA_DIR='/srv/a b' SECRET="it's")" "/srv/a b|it's||/var/lib/insignia/tmp|closed"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=badges.example.org -keyout "$dir/key.pem" -out "$dir/cert.pem" -days 2 2>/dev/null
sed "s#/etc/letsencrypt/live/badges.example.org/fullchain.pem#$dir/cert.pem#; s#/etc/letsencrypt/live/badges.example.org/privkey.pem#$dir/key.pem#" deploy/nginx/insignia.conf > "$dir/insignia.conf"
printf 'pid %s/pid; events {} http { include %s/insignia.conf; }' "$dir" "$dir" > "$dir/nginx.conf"
check 'nginx accepts its file' nginx -t -e stderr -c "$dir/nginx.conf"
check 'Caddy accepts its file' env HOME="$dir" caddy validate --adapter caddyfile --config deploy/caddy/Caddyfile
check 'Caddy would write it the same way' bash -c 'diff <(caddy fmt deploy/caddy/Caddyfile) deploy/caddy/Caddyfile'
for file in deploy/compose.yaml deploy/compose.server.yaml; do
  check "docker-compose accepts $file" env BASE_URL=https://badges.example.org docker-compose -f $file config -q
  check "$file does not start without BASE_URL" bash -c "! docker-compose -f $file config -q 2>$dir/message && grep -q 'set BASE_URL' $dir/message"
done
[ "$failed" = 0 ] && echo 'all checks passed' || { echo "$failed checks failed"; exit 1; }
