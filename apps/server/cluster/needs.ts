// Prerequisites of `npm run test:cluster`. Lists missing packages.
import { access, constants } from 'node:fs/promises';

const programs: Record<string, string> = {
  unshare: 'util-linux',
  ip: 'iproute2',
  curl: 'curl',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  radosgw: 'radosgw',
  ceph: 'ceph-common',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  'ceph-mgr': 'ceph-mgr',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};

const folders = `${process.env.PATH}:/usr/sbin:/sbin`.split(':');
const isThere = async (program: string): Promise<boolean> => {
  const paths = program.startsWith('/')
    ? [program]
    : folders.map((folder) => `${folder}/${program}`);
  const found = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.some(Boolean);
};

const missing = new Set<string>();
for (const [program, debian] of Object.entries(programs))
  if (!(await isThere(program))) missing.add(debian);
const words = [
  missing.size > 0 && `apt-get install --no-install-recommends ${[...missing].join(' ')}`,
  process.getuid?.() !== 0 && 'root, who may make namespaces for networks',
].filter(Boolean);
if (words.length > 0) {
  process.stderr.write(`test:cluster needs ${words.join(', and ')}\n`);
  process.exit(1);
}
