// Builds the dashboard if missing or outdated. Used by `npm ci`, `npm run build`, `npm start` and
// the tests.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  glob,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const home = join(root, 'apps/dashboard');
const dist = join(home, 'dist');
/** Names the served folder. Written last, so that it is always complete. */
const pointer = join(dist, 'current');
const sources = [
  'apps/dashboard/{index.html,package.json,vite.config.ts,verifier.config.ts}',
  'apps/dashboard/{src,build}/**/*',
  'packages/{contract,design,markdown,openbadges,recipients,sdk,tokens}/**/*.{ts,css,json,ttf}',
  'scripts/build-dashboard.ts',
];
const ofTests = /\.test\.ts$|\/tests\//;
const longestMs = 120_000;
const packable = /\.(js|css|html|svg|json|wasm|ttf)$/;

/** Hash of all inputs including installed versions. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(
    glob(sources, { cwd: root, exclude: (path) => /node_modules|\/dist$/.test(path) }),
  );
  for (const file of files.filter((path) => /\.\w+$/.test(path) && !ofTests.test(path)).sort())
    hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

async function build(name: string): Promise<void> {
  const drafts = join(root, 'node_modules/.cache');
  await mkdir(drafts, { recursive: true });
  const draft = await mkdtemp(join(drafts, 'dashboard-'));
  const verifier = `${draft}.verifier`;
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const run = (outDir: string, config: string) =>
      promisify(execFile)(
        process.execPath,
        [
          ...[vite, 'build', '--config', config, '--outDir', outDir, '--emptyOutDir'],
          ...['--logLevel', 'warn'],
        ],
        { cwd: home, timeout: longestMs },
      );
    await Promise.all([run(draft, 'vite.config.ts'), run(verifier, 'verifier.config.ts')]);
    await rename(verifier, join(draft, 'verifier'));
    const files = await readdir(draft, { recursive: true });
    await Promise.all(
      files.filter((file) => packable.test(file)).map((file) => pack(join(draft, file))),
    );
    // Files built by root must be readable by the service's account.
    await chmod(draft, 0o755);
    await rm(join(dist, name), { recursive: true, force: true });
    await mkdir(dist, { recursive: true });
    await rename(draft, join(dist, name));
    await writeFile(`${draft}.name`, name);
    await rename(`${draft}.name`, pointer);
    for (const old of await readdir(dist))
      if (old !== name && old !== basename(pointer))
        await rm(join(dist, old), { recursive: true, force: true });
  } finally {
    for (const path of [draft, verifier]) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Best compression takes 12 s of CPU and saves 2 % of every page's load, 8 % for rarely loaded
 * fonts.
 */
const getQuality = (file: string): number => (/\.(wasm|ttf)$/.test(file) ? 9 : 10);

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: getQuality(file) };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** Prints one line: done, or what to do if it can't be built. */
export async function provideDashboard(): Promise<void> {
  const name = await fingerprint();
  const served = await readFile(pointer, 'utf8').catch(() => '');
  if (served === name && existsSync(join(dist, name))) return;
  const lack = served ? 'is older than its sources' : 'is not built';
  if (!existsSync(join(root, 'node_modules/vite')))
    return console.log(`The dashboard ${lack}; to build it: npm ci && npm run build`);
  const startedAt = performance.now();
  try {
    await build(name);
  } catch (error) {
    // An earlier build is served anyway, if there is one.
    const { stderr, message } = error as Error & { stderr?: string };
    return console.error(`The dashboard ${lack} and cannot be built: ${stderr || message}`);
  }
  console.log(
    `The dashboard was built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
}

if (import.meta.main) await provideDashboard();
