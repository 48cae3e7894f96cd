import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export type PackageFolder = {
  /** The workspace that is packed. */
  source: string;
  /** The folder to publish, named on the command line. */
  directory: string;
  /** Folder of the build output. */
  dist: string;
  /** package.json of the workspace. */
  manifest: Record<string, unknown> & { dependencies?: Record<string, string> };
  /** Adds README, license and package.json with the workspace's name, version, license and type. */
  finish: (more: object) => Promise<void>;
};

/** Empties the folder that `node scripts/pack-….ts DIRECTORY` names, for the package of a workspace. */
export async function openPackageFolder(workspace: string): Promise<PackageFolder> {
  const [to] = process.argv.slice(2);
  if (!to) throw new Error('name the folder to write: node scripts/pack-….ts DIRECTORY');
  const [source, directory] = [join(root, workspace), resolve(to)];
  const dist = join(directory, 'dist');
  await rm(directory, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const { name, version, license, type } = manifest;
  return {
    ...{ source, directory, dist, manifest },
    async finish(more) {
      await copyFile(join(source, 'README.md'), join(directory, 'README.md'));
      await copyFile(join(root, 'LICENSE'), join(directory, 'LICENSE'));
      const published = { name, version, license, type, ...more };
      const text = `${JSON.stringify(published, null, 2)}\n`;
      await writeFile(join(directory, 'package.json'), text);
    },
  };
}
