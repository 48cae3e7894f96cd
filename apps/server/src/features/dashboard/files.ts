import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PreparedResponse, packedAhead, prepareResponse } from '../../platform/http/index.ts';
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
const forEver = 'public, max-age=31536000, immutable';

/** The page that every address of the dashboard answers, and the files that it loads, by their names. */
export type Files = { page: PreparedResponse; assets: ReadonlyMap<string, PreparedResponse> };

/** What `npm run build` made last; undefined when it never did. */
export async function readFiles(): Promise<Files | undefined> {
  const name = await readFile(join(dist, 'current'), 'utf8').catch(() => undefined);
  if (name === undefined) return undefined;
  const directory = join(dist, name);
  const assets = new Map<string, PreparedResponse>();
  for (const file of await readdir(join(directory, 'assets'))) {
    const type = types[extname(file)];
    if (type)
      assets.set(
        file,
        await prepare(join(directory, 'assets', file), {
          type,
          cache: forEver,
          etag: false,
          headers: file.endsWith('.js') ? workerPolicy : [],
        }),
      );
  }
  const page = await prepare(join(directory, 'index.html'), {
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
  // A picture is shown before it is sent.
  'img-src': ["'self'", 'data:', 'blob:'],
  'worker-src': ["'self'"],
};

/** Of a script that runs as a worker: it may run WebAssembly, which sets letters; the page itself may not. */
const workerPolicy = [
  'content-security-policy',
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
];

/** With the forms that were packed when it was built. */
async function prepare(file: string, about: Omit<Parameters<typeof prepareResponse>[0], 'body'>) {
  const packedAs = (ending: string) => readFile(`${file}.${ending}`).catch(() => undefined);
  const [body, br, gzip] = await Promise.all([readFile(file), packedAs('br'), packedAs('gz')]);
  const plain = prepareResponse({ ...about, body });
  return br && gzip ? packedAhead(plain, { br, gzip }) : plain;
}
