import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/** How PostgreSQL's programs are started so that they do not see uid 0, which they refuse. */
export type Identity = {
  wrap: (program: string, args: string[]) => [program: string, args: string[]];
  binaries: Binaries;
  uid?: number;
  gid?: number;
};

export async function chooseIdentity(binaries: Binaries, directories: string[]): Promise<Identity> {
  if (process.getuid?.() !== 0) return { wrap: (program, args) => [program, args], binaries };
  const nobody = await findNobody();
  const mapped = ['-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  const allowed = await run('unshare', [...mapped, 'true']).then(
    () => true,
    () => false,
  );
  if (allowed)
    return { wrap: (program, args) => ['unshare', [...mapped, program, ...args]], binaries };
  return becomeNobody(binaries, nobody, directories);
}

/** Where user namespaces are refused: programs to a readable place, files and process to an ordinary user. */
async function becomeNobody(
  binaries: Binaries,
  nobody: { uid: number; gid: number },
  directories: string[],
): Promise<Identity> {
  const root = '/var/lib/insignia-postgres/18.4.0-beta.17';
  await mkdir(root, { recursive: true, mode: 0o755 });
  await cp(join(binaries.root, 'native'), join(root, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const directory of directories) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chownTree(directory, nobody.uid, nobody.gid);
  }
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

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  for (const entry of entries) await chown(join(entry.parentPath, entry.name), uid, gid);
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
