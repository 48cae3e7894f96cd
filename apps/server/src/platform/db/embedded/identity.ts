import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';

const rules = `# Written at each start: the operating system's account that runs Insignia, and nobody else.
local all insignia peer map=owner
local replication insignia peer map=owner
local all all reject
local replication all reject
host all all all reject
host replication all all reject
`;

/** Rewritten at each start, because another account may own the directory now. */
export async function writeHostAccess(
  { cluster }: Layout,
  { owner, uid, gid }: Identity,
): Promise<void> {
  const files = {
    'pg_hba.conf': rules,
    'pg_ident.conf': owner.map((name) => `owner "${name}" insignia\n`).join(''),
  };
  for (const [name, text] of Object.entries(files)) {
    const draft = join(cluster, `${name}.new-${process.pid}`);
    await writeFile(draft, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) await chown(draft, uid, gid);
    await rename(draft, join(cluster, name));
  }
}

const run = promisify(execFile);

/** How to start PostgreSQL so that it doesn't see uid 0, which it refuses. */
export type Identity = {
  wrap: (program: string, args: string[]) => [program: string, args: string[]];
  binaries: Binaries;
  /** User names of this account as the server sees them. One account may have several. */
  owner: string[];
  uid?: number;
  gid?: number;
};

/** User ids that a cluster of this account may have. Undefined on platforms without user ids. */
export async function listOwnUids(): Promise<number[] | undefined> {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  return uid === 0 ? [0, findNobody(await readUsers()).uid] : [uid];
}

export async function chooseIdentity(binaries: Binaries, layout: Layout): Promise<Identity> {
  if (process.getuid?.() !== 0)
    return { wrap: (program, args) => [program, args], binaries, owner: [findOwnName()] };
  const users = await readUsers();
  const mask = users.find(({ uid }) => uid !== overflowUid) ?? findNobody(users);
  const mapped = ['-U', `--map-user=${mask.uid}`, `--map-group=${mask.gid}`];
  const allowed = await run('unshare', [...mapped, 'true']).then(
    () => true,
    () => false,
  );
  if (!allowed) return switchToUnprivilegedUser(binaries, findNobody(users), layout);
  // An earlier start without namespaces may have changed the owner.
  await changeOwner(0, 0, [layout.cluster, layout.socketDir]);
  return {
    wrap: (program, args) => ['unshare', [...mapped, program, ...args]],
    binaries,
    owner: users.filter(({ uid }) => uid === mask.uid).map(({ name }) => name),
  };
}

/**
 * Without user namespaces: copies the programs to a readable place and changes the owner of files
 * and process.
 */
async function switchToUnprivilegedUser(
  binaries: Binaries,
  { uid, gid }: User,
  { dataDir, cluster, socketDir }: Layout,
): Promise<Identity> {
  const root = await copyPrograms(binaries);
  // The user needs to reach the cluster and sees nothing else.
  await chmod(dataDir, 0o711);
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  await changeOwner(uid, gid, [cluster, socketDir]);
  return {
    wrap: (program, args) => [program, args],
    binaries: {
      ...binaries,
      root,
      initdb: join(root, 'native/bin/initdb'),
      postgres: join(root, 'native/bin/postgres'),
    },
    owner: [findOwnName()],
    ...{ uid, gid },
  };
}

/** The original may be in a private home. Copied once, completely or not at all. */
async function copyPrograms({ root }: Binaries): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const place = join('/var/lib/insignia-postgres', version);
  if (existsSync(place)) return place;
  const draft = `${place}.new-${process.pid}`;
  await mkdir(draft, { recursive: true, mode: 0o755 });
  await cp(join(root, 'native'), join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await rename(draft, place);
  return place;
}

async function changeOwner(uid: number, gid: number, directories: string[]): Promise<void> {
  for (const directory of directories) {
    const owner = await stat(directory).catch(() => undefined);
    if (!owner || owner.uid === uid) continue;
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
      await lchown(join(entry.parentPath, entry.name), uid, gid);
    await lchown(directory, uid, gid);
  }
}

function findOwnName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(
      `PostgreSQL needs the name of its account, but uid ${process.getuid?.()} has none. Add an entry to /etc/passwd, or set DATABASE_URL`,
      { cause },
    );
  }
}

type User = { name: string; uid: number; gid: number };

/** Unmapped users appear under this id in a user namespace. */
const overflowUid = 65_534;

/** PostgreSQL looks up users by name, so a uid needs an entry. */
async function readUsers(): Promise<User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  return lines
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
}

function findNobody(users: User[]): User {
  const found = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!found)
    throw new Error(
      "PostgreSQL can't run as root, and /etc/passwd names no other user. Set DATABASE_URL",
    );
  return found;
}
