import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, lchown, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';

const run = promisify(execFile);

/** How PostgreSQL's programs are started so that they do not see uid 0, which they refuse. */
export type Identity = {
  wrap: (program: string, args: string[]) => [program: string, args: string[]];
  binaries: Binaries;
  uid?: number;
  gid?: number;
};

export async function chooseIdentity(binaries: Binaries, layout: Layout): Promise<Identity> {
  if (process.getuid?.() !== 0) return { wrap: (program, args) => [program, args], binaries };
  const nobody = await findNobody();
  const mapped = ['-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  const allowed = await run('unshare', [...mapped, 'true']).then(
    () => true,
    () => false,
  );
  if (!allowed) return becomeNobody(binaries, nobody, layout);
  // A start where namespaces were refused has given the files away.
  await giveTo(0, 0, [layout.cluster, layout.socketDir]);
  return { wrap: (program, args) => ['unshare', [...mapped, program, ...args]], binaries };
}

/** Where user namespaces are refused: programs to a readable place, files and process to an ordinary user. */
async function becomeNobody(
  binaries: Binaries,
  nobody: { uid: number; gid: number },
  { dataDir, cluster, socketDir }: Layout,
): Promise<Identity> {
  const root = await copyPrograms(binaries);
  // The user must get through to the cluster, and sees nothing else on the way.
  await chmod(dataDir, 0o711);
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  await giveTo(nobody.uid, nobody.gid, [cluster, socketDir]);
  return {
    wrap: (program, args) => [program, args],
    binaries: {
      root,
      initdb: join(root, 'native/bin/initdb'),
      postgres: join(root, 'native/bin/postgres'),
    },
    ...nobody,
  };
}

/** Beside the original, which may lie in a private home; made once, whole or not at all. */
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

async function giveTo(uid: number, gid: number, directories: string[]): Promise<void> {
  for (const directory of directories) {
    const owner = await stat(directory).catch(() => undefined);
    if (!owner || owner.uid === uid) continue;
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
      await lchown(join(entry.parentPath, entry.name), uid, gid);
    await lchown(directory, uid, gid);
  }
}

/** PostgreSQL looks its user up by name, so the uid must have an entry. */
async function findNobody(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry =
    lines.find(([name]) => name === 'nobody') ?? lines.find(([, , uid]) => Number(uid) > 0);
  if (!entry)
    throw new Error(
      'PostgreSQL refuses to run as root and /etc/passwd names no other user: set DATABASE_URL',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
