import { Worker } from 'node:worker_threads';
import type { App } from './app.ts';
import type { ReferenceSettings } from './make-reference.ts';
import type { PackedDocument } from './pack-document.ts';
import { prepareResponse } from './prepare-response.ts';
import { serveReferencePage } from './reference-page.ts';
import type { PreparedResponse } from './response-cache.ts';
import { packedAhead, writePrepared } from './write-prepared.ts';

/** `/openapi.json`, made when somebody first asks for it, and `/docs`, which shows it. */
export function serveReference(app: App, settings: ReferenceSettings): void {
  let making: Promise<PreparedResponse> | undefined;
  const document = (): Promise<PreparedResponse> => {
    making ??= packDocument(settings).catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
  app.get('/openapi.json', { config: { anyOrigin: true } }, async (request, reply) => {
    const made = await document();
    reply.hijack();
    writePrepared(made, request.raw, reply.raw);
    return reply;
  });
  serveReferencePage(app);
}

async function packDocument(workerData: ReferenceSettings): Promise<PreparedResponse> {
  const file = new URL('./pack-document.ts', import.meta.url);
  const worker = new Worker(file, { workerData });
  const { body, br, gzip } = await new Promise<PackedDocument>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the document's thread ended with ${code}`)));
  });
  const prepared = prepareResponse({
    type: 'application/json; charset=utf-8',
    body: Buffer.from(body),
    cache: 'no-cache',
    headers: ['access-control-allow-origin', '*'],
  });
  return packedAhead(prepared, { br: Buffer.from(br), gzip: Buffer.from(gzip) });
}
