import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pagePaths } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  type App,
  type PreparedResponse,
  prepareResponse,
  type Scope,
  withCompressedBodies,
  writePrepared,
} from '../../platform/http/index.ts';
import { createPageScope, pagePolicy, renderPage } from '../../platform/pages/index.ts';
import { fontFolder } from '../../platform/typeset/font-files.ts';

/** `files` is undefined if the dashboard wasn't built. */
type DashboardDeps = { urls: Urls; files: DashboardFiles | undefined };

const notBuiltPage = renderPage(
  'The dashboard isn’t built',
  '<section class="card"><h1>The dashboard isn’t built</h1><p>On the server, run <code>npm ci &amp;&amp; npm run build</code>. Then restart the service.</p></section>',
);

const home = pagePaths.dashboard;

/** The single-page dashboard and its files. */
function dashboardPages(app: App, files: DashboardFiles | undefined): void {
  app.get(home.slice(0, -1), async (_request, reply) => reply.redirect(home, 301));
  app.get('/keys', async (_request, reply) => reply.redirect(`${home}keys`, 301));

  app.get<{ Params: { file: string } }>(`${home}assets/:file`, async (request, reply) => {
    const asset = files?.assets.get(request.params.file);
    // A script of another build: serving the page instead would execute it.
    if (!asset) throw new Problem('not_found');
    reply.hijack();
    writePrepared(asset, request.raw, reply.raw);
    return reply;
  });

  // Compression would take half a second of CPU for 13 MB and save a seventh.
  const unpacked = { compress: false } as const;
  app.get<{ Params: { file: string } }>(`${home}fonts/:file`, unpacked, async (request, reply) => {
    const font = await findFont(request.params.file);
    if (!font) throw new Problem('not_found');
    reply.header('cache-control', 'public, max-age=86400').header('etag', font.etag);
    if (request.headers['if-none-match'] === font.etag) return reply.code(304).send();
    return reply.type(font.type).header('content-length', font.bytes).send(font.open());
  });

  app.get(`${home}*`, async (request, reply) => {
    if (!files)
      return reply.code(503).type('text/html; charset=utf-8').serializer(String).send(notBuiltPage);
    reply.hijack();
    writePrepared(files.page, request.raw, reply.raw);
    return reply;
  });
}

export function registerDashboard(scope: Scope, { urls, files }: DashboardDeps): void {
  scope.within(createPageScope(urls.base), ({ app }) => dashboardPages(app, files));
}

type Font = { type: string; bytes: number; etag: string; open: () => ReadStream };

/** Font files and the list of their characters. */
const fontNamePattern = /^(?:\w+-(?:Regular|SemiBold|Bold|Italic)\.(?:ttf|otf)|coverage\.txt)$/;
const fontTypes: Readonly<Record<string, string>> = {
  otf: 'font/otf',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
};

/** A fallback font for the designer. Read on demand: some have 13 MB. */
async function findFont(file: string): Promise<Font | undefined> {
  const path = join(fontFolder, file);
  const found = fontNamePattern.test(file) && (await stat(path).catch(() => undefined));
  if (!found) return undefined;
  return {
    type: fontTypes[file.slice(-3)] ?? '',
    bytes: found.size,
    etag: `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`,
    open: () => createReadStream(path),
  };
}

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
type DashboardFiles = {
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

/** The script of the page that verifies in the browser. Undefined if it wasn't built. */
export async function readOfflineVerifier(): Promise<Buffer | undefined> {
  const name = await readFile(join(dist, 'current'), 'utf8').catch(() => undefined);
  if (name === undefined) return undefined;
  return readFile(join(dist, name, 'verifier/verifier.js')).catch(() => undefined);
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
