import { pagePaths } from '@insignia/contract';
import {
  type App,
  type PreparedResponse,
  prepareResponse,
  type Scope,
  withCompressedBodies,
  writePrepared,
} from '../../platform/http/index.ts';
import type { ReferenceSettings } from './make-document.ts';
import type { PackedDocument } from './pack-document.ts';
import { servePage } from './page.ts';
import { createThreadLoader } from './thread-loader.ts';

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
