import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Here, imports of the bundle find the server's packages. */
const cache = join(root, 'apps/server/node_modules/.cache/program');
const sources = [
  'package-lock.json',
  'apps/{server,cli}/src/**/*.{ts,json}',
  'apps/server/tests/support/bundle-program.ts',
  'packages/*/src/**/*.{ts,json}',
];

/** The service and the command line. Threads run from source. */
const entries = ['apps/server/src/main.ts', 'apps/cli/src/run.ts'];

/** Packages with native code or files of their own. */
const unbundled = new Set(['@napi-rs/canvas', 'pino', 'sharp']);

/**
 * Bundles the program, because finding and linking 1,900 modules takes 0.6 s of CPU at each start.
 * Returns a module to preload, which loads the bundle in place of the entry points. Made once per
 * version, and atomically, because runs may be parallel.
 */
export async function bundleProgram(): Promise<string> {
  const place = join(cache, await computeVersion());
  const preload = pathToFileURL(join(place, 'preload.mjs')).href;
  if (existsSync(place)) return preload;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'new-'));
  await buildBundle(draft);
  await writeFile(join(draft, 'preload.mjs'), writePreload(place));
  await rename(draft, place).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    if (!existsSync(place)) throw error;
  });
  return preload;
}

async function computeVersion(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Array.fromAsync(glob(sources, { cwd: root }))).sort())
    hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

async function buildBundle(outdir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    ...{ outbase: root, outdir, bundle: true, splitting: true },
    // Otherwise, Node would compile each file twice to find its format.
    outExtension: { '.js': '.mjs' },
    ...{ platform: 'node', format: 'esm', target: 'node24', logLevel: 'error' },
    // Logs show names of classes and functions.
    keepNames: true,
    plugins: [ownLocation, separatePackages],
    banner: { js: banner },
  });
}

/** For packages that call `require`, and for our own files. */
const banner = `
import { createRequire as __createRequire } from 'node:module';
import { pathToFileURL as __pathToFileURL } from 'node:url';
const require = __createRequire(${JSON.stringify(join(root, 'apps/server/package.json'))});
const __locate = (url) => ({ url, resolve: (name) => __pathToFileURL(__createRequire(url).resolve(name)).href });
`;

const dashboardModule = 'apps/server/src/features/dashboard/index.ts';

/** The run has built the dashboard. Each start would compare it with its sources, for 140 ms of CPU. */
function withoutBuilding(text: string): string {
  const head = 'export async function provideDashboard(): Promise<void> {';
  if (!text.includes(head)) throw new Error(`${dashboardModule} has no “${head}”`);
  return text.replace(head, `${head}\n  if (true) return;`);
}

/** Our files find others beside their source. */
const ownLocation: Plugin = {
  name: 'own location',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const location = `__locate(${JSON.stringify(pathToFileURL(path).href)})`;
      const contents = path.endsWith(dashboardModule) ? withoutBuilding(text) : text;
      return { contents: contents.replaceAll('import.meta', location), loader: 'ts' };
    });
  },
};

/** Packages that are loaded later stay outside too. */
const separatePackages: Plugin = {
  name: 'separate packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === 'resolved' || path.startsWith('node:')) return undefined;
      if (!unbundled.has(path) && (kind !== 'dynamic-import' || path.startsWith('@insignia/')))
        return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'resolved' });
      return { path: found.path, external: true };
    });
  },
};

function writePreload(place: string): string {
  const bundled = entries.map((entry) => [
    pathToFileURL(join(root, entry)).href,
    pathToFileURL(join(place, entry.replace(/ts$/, 'mjs'))).href,
  ]);
  return `
import { registerHooks } from 'node:module';
const bundled = new Map(${JSON.stringify(bundled)});
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context);
    const url = bundled.get(result.url);
    return url ? { url, format: 'module', shortCircuit: true } : result;
  },
});
`;
}
