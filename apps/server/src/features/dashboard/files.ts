import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type PreparedResponse,
  prepareResponse,
  withCompressedBodies,
} from '../../platform/http/index.ts';
import { pagePolicy } from '../../platform/pages/index.ts';

const dist = fileURLToPath(new URL('../../../../dashboard/dist/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const immutableCache = 'public, max-age=31536000, immutable';

/** The dashboard's page, served at every address, and its files by name. */
export type DashboardFiles = {
  page: PreparedResponse;
  assets: ReadonlyMap<string, PreparedResponse>;
};

/** The latest build; undefined if there is none. */
export async function readDashboardFiles(): Promise<DashboardFiles | undefined> {
  const name = await readFile(join(dist, 'current'), 'utf8').catch(() => undefined);
  if (name === undefined) return undefined;
  const directory = join(dist, name);
  const assets = new Map<string, PreparedResponse>();
  for (const file of await readdir(join(directory, 'assets'))) {
    const type = types[extname(file)];
    if (type)
      assets.set(
        file,
        await prepareFile(join(directory, 'assets', file), {
          type,
          cache: immutableCache,
          etag: false,
          headers: file.endsWith('.js') ? workerPolicy : [],
        }),
      );
  }
  const page = await prepareFile(join(directory, 'index.html'), {
    type: 'text/html; charset=utf-8',
    cache: 'no-cache',
    headers: pagePolicy(policy),
    etag: name,
  });
  return { page, assets };
}

const policy = {
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  // Uploads are previewed before they are sent.
  'img-src': ["'self'", 'data:', 'blob:'],
  'worker-src': ["'self'"],
};

/** Workers may run WebAssembly for text shaping. The page may not. */
const workerPolicy = [
  'content-security-policy',
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
];

/** Includes bodies compressed at build time. */
async function prepareFile(
  file: string,
  about: Omit<Parameters<typeof prepareResponse>[0], 'body'>,
) {
  const packedAs = (ending: string) => readFile(`${file}.${ending}`).catch(() => undefined);
  const [body, br, gzip] = await Promise.all([readFile(file), packedAs('br'), packedAs('gz')]);
  const plain = prepareResponse({ ...about, body });
  return br && gzip ? withCompressedBodies(plain, { br, gzip }) : plain;
}

const script = fileURLToPath(new URL('../../../../../scripts/build-dashboard.ts', import.meta.url));

/**
 * Builds the dashboard if missing or outdated. Runs in its own process next to the database's
 * start, which frees its memory afterward, and reports its own errors.
 */
export async function provideDashboard(): Promise<void> {
  const building = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(building, 'exit');
}
