#!/usr/bin/env bash
# Starts a real S3 server for `npm run test:s3`: Ceph's gateway with an in-memory cluster on
# loopback. Needs Debian's ceph-mon, ceph-osd, ceph-mgr, radosgw and ceph-common. `s3-gateway.sh
# stop` stops it.
set -euo pipefail
dir=${S3_GATEWAY_DIR:-/tmp/insignia-s3-gateway}
if [ "${1:-}" = stop ]; then
  for file in "$dir"/*.pid; do kill "$(cat "$file")" 2>/dev/null || true; done
  rm -rf "$dir"
  exit
fi
[ -e "$dir" ] && { echo "it runs already: $0 stop ends it" >&2; exit 1; }
mkdir -m 700 "$dir" "$dir/mon" "$dir/osd" "$dir/mgr"
conf=$dir/ceph.conf fsid=$(cat /proc/sys/kernel/random/uuid) mon='[v2:127.0.0.1:16788,v1:127.0.0.1:16789]'
cat > "$conf" <<C
[global]
fsid = $fsid
mon_host = $mon
public_addr = 127.0.0.1
keyring = $dir/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
run_dir = $dir
log_file = $dir/\$name.log
admin_socket = $dir/\$name.asok
pid_file = $dir/\$name.pid
mon_data = $dir/mon
osd_data = $dir/osd
mgr_data = $dir/mgr
rgw_frontends = beast endpoint=127.0.0.1:17480
C
key() { ceph-authtool "$dir/keyring" --gen-key -n "$@"; }
ceph-authtool --create-keyring "$dir/keyring" >/dev/null
key mon. --cap mon 'allow *'
key client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
key client.rgw --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
key osd.0 --cap mon 'allow profile osd' --cap mgr 'allow profile osd' --cap osd 'allow *'
key mgr.x --cap mon 'allow profile mgr' --cap osd 'allow *'
monmaptool --create --addv a "$mon" --fsid "$fsid" "$dir/monmap" >/dev/null
ceph-mon -c "$conf" -i a --mkfs --monmap "$dir/monmap" --keyring "$dir/keyring"
ceph-mon -c "$conf" -i a
timeout 20 ceph -c "$conf" osd create >/dev/null
ceph-osd -c "$conf" -i 0 --mkfs 2>/dev/null
ceph-osd -c "$conf" -i 0 2>/dev/null
ceph-mgr -c "$conf" -i x 2>/dev/null
timeout 60 radosgw-admin -c "$conf" user create --uid=insignia --display-name=insignia \
  --access-key=insignia --secret-key=insigniasecret >/dev/null
timeout 60 radosgw -c "$conf" -n client.rgw 2>/dev/null
for _ in $(seq 60); do curl -s -m 2 -o /dev/null http://127.0.0.1:17480 && break; sleep 0.5; done
curl -s -m 2 -o /dev/null http://127.0.0.1:17480 || { echo "the gateway does not answer: see $dir" >&2; exit 1; }
echo "AWS_ACCESS_KEY_ID=insignia AWS_SECRET_ACCESS_KEY=insigniasecret S3_TEST_STORE='s3://insignia-test/blobs?endpoint=http://127.0.0.1:17480' npm run test:s3"
