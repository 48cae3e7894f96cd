import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import { pagePaths } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import {
  type App,
  chooseEncoding,
  type PreparedResponse,
  prepareResponse,
  type Scope,
  withCompressedBodies,
  writePrepared,
} from '../../platform/http/index.ts';
import type { ReferenceSettings } from './make-document.ts';
import type { PackedDocument } from './pack-document.ts';

export function registerReference({ app }: Scope, settings: ReferenceSettings): void {
  serveDocument(app, settings);
  servePage(app);
}

/** The OpenAPI document, generated on first use. */
function serveDocument(app: App, settings: ReferenceSettings): void {
  const pack = createThreadLoader<PackedDocument>(
    new URL('./pack-document.ts', import.meta.url),
    settings,
  );
  let prepared: PreparedResponse | undefined;
  app.get(pagePaths.description, { config: { anyOrigin: true } }, async (request, reply) => {
    prepared ??= prepare(await pack());
    reply.hijack();
    writePrepared(prepared, request.raw, reply.raw);
    return reply;
  });
}

function prepare({ body, br, gzip }: PackedDocument): PreparedResponse {
  const prepared = prepareResponse({
    type: 'application/json; charset=utf-8',
    body: Buffer.from(body),
    cache: 'no-cache',
    headers: ['access-control-allow-origin', '*'],
  });
  return withCompressedBodies(prepared, { br: Buffer.from(br), gzip: Buffer.from(gzip) });
}

export type PackedPage = {
  html: string;
  scriptPath: string;
  br: Uint8Array;
  gzip: Uint8Array;
};

/**
 * Replaces colors of the viewer whose contrast is below 4.5:1 (WCAG 2.2, 1.4.3), wraps code that
 * could be scrolled only with a mouse (2.1.1), and enlarges buttons of 22 pixels to 24 (2.5.8).
 */
const customCss = `
  .light-mode {
    --scalar-color-2: #5c5c5c;
    --scalar-color-3: #6b6b6b;
    --scalar-color-blue: #0067a8;
    --scalar-color-orange: #b03c00;
  }
  .dark-mode {
    --scalar-color-3: #949494;
  }
  code.hljs.custom-scroll {
    overflow: visible !important;
    white-space: pre-wrap !important;
    overflow-wrap: anywhere;
  }
  aside button[aria-expanded] {
    min-width: 24px;
    min-height: 24px;
  }
`;

/** Nothing from other hosts, and no promotion of the viewer. */
const pageOptions = {
  url: pagePaths.description,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenFirstTag: false,
  hideModels: true,
  expandAllSchemaProperties: true,
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve',
  authentication: { preferredSecurityScheme: 'apiKey' },
  metaData: { title: 'Insignia API' },
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss,
} as const;

const home = pagePaths.reference;

/** The reference viewer. Its script is compressed on first use. */
function servePage(app: App): void {
  const packed = createThreadLoader<PackedPage>(
    new URL('./pack-page.ts', import.meta.url),
    pageOptions,
  );
  app.get(home.slice(0, -1), (_request, reply) => reply.redirect(home, 301));
  app.get(home, async (_request, reply) => {
    const { html } = await packed();
    return reply
      .header('content-security-policy', createPolicy(html))
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(html);
  });
  app.get(`${home}js/:file`, async (request, reply) => {
    const { scriptPath, br, gzip } = await packed();
    if (request.url !== scriptPath) throw new Problem('not_found');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .type('text/javascript; charset=utf-8')
      .serializer((bytes: unknown) => bytes as string);
    if (encoding)
      return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzip);
    const plain = createGunzip();
    plain.end(gzip);
    return reply.send(plain);
  });
}

/** Allows the page's inline scripts by hash and nothing from other hosts. */
function createPolicy(html: string): string {
  const [, ...scripts] = html.split('<script');
  const inline = scripts
    .map((rest) => rest.slice(rest.indexOf('>') + 1, rest.indexOf('</script>')))
    .filter(Boolean);
  const hashes = inline.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'",
    `script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:`,
  ].join('; ');
}

/** Runs a module in a thread on first use and caches what it posts. Retries after a failure. */
/** Making a document takes at most 64 MB. */
const MAX_MEMORY_MB = 256;

function createThreadLoader<T>(file: URL, workerData: unknown): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= runThread<T>(file, workerData).catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

function runThread<T>(file: URL, workerData: unknown): Promise<T> {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY_MB };
  const worker = new Worker(file, { workerData, resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of ${file} ended with ${code}`)));
  });
}
