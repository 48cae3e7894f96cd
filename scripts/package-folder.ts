import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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

const cryptosuite = createRequire(
  createRequire(import.meta.url).resolve('@digitalbazaar/ecdsa-sd-2023-cryptosuite'),
);

/** esbuild options for packages that need help in browsers. The result also runs in Node. */
export const browserBuildOptions = {
  // The other build needs Buffer. `browser` in package.json doesn't apply to files named by
  // `exports`.
  alias: {
    'base64url-universal': cryptosuite
      .resolve('base64url-universal')
      .replace(/index\.js$/, 'browser.js'),
  },
  // credentials-context reads import.meta.url without using it, and plain scripts don't have it.
  define: { 'import.meta.url': '"https://www.w3.org/"' },
};

/** License texts of the packages that these files belong to, sorted by name. */
export async function collectLicences(files: readonly string[]): Promise<string> {
  const packages = files.flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(packages)].sort().map(async (path) => {
    const directory = join(root, path);
    const manifest = await readFile(join(directory, 'package.json'), 'utf8');
    const { name, version, license, author } = JSON.parse(manifest);
    const files = (await readdir(directory)).filter((each) => /^(?:licen[cs]e|notice)/i.test(each));
    const own = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
    // Some packages lack their license text.
    const by = [license, author?.name ?? author].filter(Boolean).join(', ');
    const text = own.length > 0 ? own.map((each) => each.trim()).join('\n\n') : by;
    return `${name} ${version}\n\n${text}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}
