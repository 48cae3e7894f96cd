#!/usr/bin/env bash
# Builds deploy/Containerfile and tests the image: `npm run test:container`, as root, with Debian's
# podman, buildah, crun and mmdebstrap. mmdebstrap creates the base images, with this machine's Node
# and npm for the build stages; BASE and BUILD_BASE select others. This machine's npm settings are
# passed as secrets. Files are kept in $DIR, which is removed at the end unless KEEP=yes.
set -euo pipefail
cd "$(dirname "$0")/.."
export DIR=${DIR:-/tmp/insignia-container-test} CONTAINERS_STORAGE_CONF=${DIR:-/tmp/insignia-container-test}/storage.conf
for tool in podman buildah crun mmdebstrap curl; do
  command -v $tool >/dev/null || { echo "$tool is missing: apt-get install podman buildah crun mmdebstrap curl" >&2; exit 1; }
done

# crun doesn't run on a machine that has both kinds of control groups. In its own mount namespace it
# sees only one.
if [ -d /sys/fs/cgroup/unified ] && [ -z "${OWN_MOUNTS:-}" ]; then
  OWN_MOUNTS=yes exec unshare -m bash "$0"
fi
[ -z "${OWN_MOUNTS:-}" ] || mount -t cgroup2 none /sys/fs/cgroup

mkdir -p "$DIR"
[ -e "$CONTAINERS_STORAGE_CONF" ] || printf '[storage]\ndriver = "overlay"\nrunroot = "%s/run"\ngraphroot = "%s/graph"\n' "$DIR" "$DIR" > "$CONTAINERS_STORAGE_CONF"
# Read once, because commits may be added during the build.
revision=$(git rev-parse HEAD)
name=insignia-test-$$ port=${PORT:-13080} volume=insignia-test-$$
clean() {
  podman rm -f -t 0 "$name" "$name-wrong" >/dev/null 2>&1 || true
  podman volume rm "$volume" >/dev/null 2>&1 || true
  rm -f "$DIR/npmrc"
  [ "${KEEP:-}" = yes ] || { umount -R "$DIR/graph/overlay" 2>/dev/null || true; rm -rf "$DIR"; }
}
trap clean EXIT
failed=0
check() { # condition, command…
  local words=$1; shift
  if "$@" >"$DIR/out" 2>&1; then echo "ok      $words"; else echo "FAILED  $words"; sed 's/^/        /' "$DIR/out" | tail -20; failed=$((failed + 1)); fi
}

has() { podman image exists "$1"; }
if [ -z "${BASE:-}" ]; then
  BASE=localhost/insignia-base:test
  has $BASE || { mmdebstrap --variant=minbase --quiet --skip=output/dev bookworm "$DIR/base.tar" && podman import -q "$DIR/base.tar" $BASE >/dev/null && rm "$DIR/base.tar"; }
fi
if [ -z "${BUILD_BASE:-}" ]; then
  BUILD_BASE=localhost/insignia-build-base:test
  if ! has $BUILD_BASE; then
    npm=$(npm root -g)/npm
    mkdir -p "$DIR/node/usr/bin" "$DIR/node/usr/lib/node_modules"
    cp -L "$(command -v -p node || command -v node)" "$DIR/node/usr/bin/node"
    cp -a "$npm" "$DIR/node/usr/lib/node_modules/"
    ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$DIR/node/usr/bin/npm"
    printf 'FROM %s\nCOPY . /\n' "$BASE" > "$DIR/Build"
    buildah bud --isolation chroot --network host -q -f "$DIR/Build" -t $BUILD_BASE "$DIR/node" >/dev/null
  fi
fi

# This machine's certificate authorities are a separate secret, because a path in npm's settings
# isn't valid inside the container.
(umask 077; cat /etc/npmrc ~/.npmrc 2>/dev/null | grep -v '^cafile' > "$DIR/npmrc" || true)
began=$SECONDS
buildah bud --isolation chroot --network host --format docker --layers \
  --secret id=npmrc,src="$DIR/npmrc" --secret id=ca,src=/etc/ssl/certs/ca-certificates.crt \
  --build-arg BASE="$BASE" --build-arg BUILD_BASE="$BUILD_BASE" --build-arg REVISION="$revision" \
  -f deploy/Containerfile -t localhost/insignia:test . > "$DIR/build.log" 2>&1 || { tail -40 "$DIR/build.log"; exit 1; }
size() { podman image inspect -f '{{.Size}}' "$1"; }
echo "built   in $((SECONDS - began)) s: $(($(size localhost/insignia:test) / 1000000)) MB, $(($(size "$BASE") / 1000000)) of them the base"

inspect() { podman image inspect -f "$1" localhost/insignia:test; }
check 'its label has the revision' test "$(inspect '{{index .Labels "org.opencontainers.image.revision"}}')" = "$revision"
check 'it has a health check and a user of its own' test "$(inspect '{{.User}} {{index .HealthCheck.Test 0}}')" = '10001:10001 CMD'

# The strictest way to run it: only the volume and /tmp are writable, no capabilities, no way to
# gain privileges.
strict=(--network host --read-only --cap-drop all --security-opt no-new-privileges --ulimit nofile=20000:20000 --ulimit nproc=1000:1000 --cgroups=disabled)
echo 'a secret of the test that is long enough' > "$DIR/secret"
chmod 644 "$DIR/secret"
start() {
  podman run -d --name "$name" "${strict[@]}" -v "$volume:/data" -v "$DIR/secret:/run/secrets/secret:ro" \
    -e PORT="$port" -e HOST=127.0.0.1 -e BASE_URL="http://localhost:$port" -e SECRET_FILE=/run/secrets/secret -e SIGN_UP=closed localhost/insignia:test
}
within() { podman exec "$name" "$@"; }
check 'it starts' start
check 'it is ready within a minute' within node /app/deploy/health.mjs --ready 60
check 'its health check passes' podman healthcheck run "$name"
check 'all processes run as user 10001' test "$(within sh -c "sed -n 's/^Uid:\\t//p' /proc/[0-9]*/status" | tr '\t' '\n' | sort -u)" = 10001
check 'the first process is Node, so that signals reach it' bash -c "podman exec $name cat /proc/1/comm | grep -E '^(node|MainThread)'"
check 'it has no capabilities' bash -c "podman exec $name grep -E '^CapEff:\s0+$' /proc/1/status"
check 'its programs can’t be changed' within sh -c '! (echo >> /app/package.json) && ! touch /app/new && touch /data/new && rm /data/new'
check 'it contains no npm settings or certificates' within sh -c 'test ! -e /run/secrets/ca && test ! -e /run/secrets/npmrc && ! grep -vE "^#|^loglevel=" /app/.npmrc'
check 'no layer contains npm credentials' bash -c "! buildah inspect --type image localhost/insignia:test | grep -iE 'registry=|_auth'"
check 'it contains no development dependencies' within sh -c 'cd /app && test -d node_modules/fastify && test ! -e node_modules/vite && test ! -e node_modules/playwright-core && test ! -e apps/server/tests'
check 'it answers requests without a key' curl -sf "http://127.0.0.1:$port/readyz"
check 'it contains the dashboard' bash -c "curl -sf http://127.0.0.1:$port/app/ | grep -q '<script type=\"module\"'"
check 'commands work while it runs' within insignia accounts create --owner ada@example.org --print-link
check 'doctor finds no error' bash -c "podman exec $name insignia doctor; code=\$?; echo exit code \$code; [ \$code = 0 ] || [ \$code = 9 ]"
check 'a backup goes into the volume' bash -c "podman exec $name insignia backup /data/backups --without-secret"
began=$SECONDS
check 'SIGTERM stops it' podman stop -t 30 "$name"
check 'it stops with exit code 0, within 20 s' test "$(podman inspect -f '{{.State.ExitCode}}' "$name") $((SECONDS - began < 20))" = '0 1'
podman rm "$name" >/dev/null 2>&1
check 'another container starts on the same volume' start
check 'it is ready within a minute again' within node /app/deploy/health.mjs --ready 60
check 'it has the data of the first one' bash -c "podman exec $name insignia accounts list --json | grep -q ada@example.org"
check 'a wrong setting is reported, and nothing starts' bash -c "podman run --name $name-wrong ${strict[*]} -e SIGN_UP=perhaps localhost/insignia:test 2>&1 | grep 'SIGN_UP must be one of' && [ \$(podman inspect -f '{{.State.ExitCode}}' $name-wrong) -eq 1 ]"
[ "$failed" = 0 ] && echo "all checks passed" || { echo "$failed checks failed"; exit 1; }
