import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../../../../..', import.meta.url));

export type PackedPackage = {
  /** The published files. */
  directory: string;
  tarball: string;
  /** An empty project outside the repository with only the package. */
  project: string;
  remove: () => Promise<void>;
};

/** Packs the SDK and installs it without a registry. */
export async function packSdk(): Promise<PackedPackage> {
  const packed = await pack('scripts/pack-sdk.ts');
  const { project, tarball } = packed;
  const offline = ['install', '--offline', '--no-audit', '--no-fund', tarball];
  await run('npm', offline, { cwd: project });
  await copyFile(new URL('./sample.ts', import.meta.url), join(project, 'sample.ts'));
  return packed;
}

/**
 * Packs packages/openbadges and places it beside its dependencies, which only a registry would
 * provide.
 */
export async function packOpenBadges(): Promise<PackedPackage> {
  const packed = await pack('scripts/pack-openbadges.ts');
  const installed = join(packed.project, 'node_modules');
  const modules = join(root, 'node_modules');
  const needed = neededBy(join(packed.directory, 'package.json'));
  for (const from of new Set(foundFrom(join(root, 'packages/openbadges/package.json'), needed)))
    await cp(from, join(installed, relative(modules, from)), { recursive: true });
  const own = join(installed, '@insignia/openbadges');
  await mkdir(own, { recursive: true });
  await run('tar', ['-xzf', packed.tarball, '--strip-components=1', '-C', own]);
  return packed;
}

async function pack(script: string): Promise<PackedPackage> {
  const place = await mkdtemp(join(tmpdir(), 'insignia-package-'));
  const [directory, project] = [join(place, 'package'), join(place, 'project')];
  // From another folder: `npm run -w packages/sdk build` runs it in packages/sdk.
  await run(process.execPath, [join(root, script), directory], { cwd: place });
  await run('npm', ['pack', '--pack-destination', place], { cwd: directory });
  const found = (await readdir(place)).find((name) => name.endsWith('.tgz')) ?? '';
  const tarball = join(place, found);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  return { directory, tarball, project, remove: () => rm(place, { recursive: true }) };
}

function neededBy(manifest: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies);
}

/** Top-level folders of these packages and their dependencies. */
function foundFrom(manifest: string, names: string[]): string[] {
  const { paths } = createRequire(manifest).resolve;
  return names.flatMap((name) => {
    const within = (paths(name) ?? []).map((modules) => join(modules, name));
    const found = within.find((directory) => existsSync(join(directory, 'package.json')));
    if (!found) throw new Error(`${manifest} needs ${name}`);
    const own = join(found, 'package.json');
    return [found, ...foundFrom(own, neededBy(own))];
  });
}

type Compiler = { resolve: string; options: string[] };

/** Compiles in strict mode with library checks. Throws the compiler's output. */
export async function compile(cwd: string, { resolve, options }: Compiler): Promise<void> {
  const { resolve: find } = createRequire(resolve);
  const manifest = find('typescript/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const compiler = manifest.replace('package.json', 'bin/tsc');
  // More threads repeat work. The older compiler has one.
  const threads = Number.parseInt(version, 10) < 7 ? [] : ['--singleThreaded'];
  await run(process.execPath, [compiler, ...threads, ...options], { cwd }).catch(
    ({ stdout, message }: { stdout?: string; message: string }) => {
      throw new Error(stdout || message);
    },
  );
}
