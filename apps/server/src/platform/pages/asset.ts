import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, prepareResponse, writePrepared } from '../http/index.ts';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
} as const;

/** A style, script or font. Its path contains a content hash, so it can be cached forever. */
export type Asset = { path: string; serve: (app: App) => void };

export function defineAsset(base: string, file: string): Asset {
  const { name, ext } = parse(file);
  const bytes = readFileSync(fileURLToPath(new URL(file, base)));
  return makeAsset(name, ext as keyof typeof types, bytes);
}

export function makeAsset(name: string, ext: keyof typeof types, bytes: Buffer): Asset {
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const cache = 'public, max-age=31536000, immutable';
  return createAsset(`/assets/${name}-${tag}${ext}`, { type: types[ext], body: bytes, cache });
}

/** An asset at a fixed path. */
function createAsset(path: string, file: { type: string; body: Buffer; cache: string }): Asset {
  const prepared = prepareResponse({ ...file, etag: false });
  return {
    path,
    serve: (app) => {
      app.get(path, async (request, reply) => {
        reply.hijack();
        writePrepared(prepared, request.raw, reply.raw);
        return reply;
      });
    },
  };
}

/** Browsers request it for documents, pictures and the reference. */
export const favicon: Asset = createAsset('/favicon.ico', {
  type: 'image/x-icon',
  body: readFileSync(fileURLToPath(new URL('favicon.ico', import.meta.url))),
  cache: 'public, max-age=86400',
});
