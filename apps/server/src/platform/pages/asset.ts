import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { App } from '../http/index.ts';

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/** A style or script of ours; its path changes with its content, so it may be kept for ever. */
export type Asset = { path: string; serve: (app: App) => void };

export function defineAsset(base: string, file: string): Asset {
  const bytes = readFileSync(fileURLToPath(new URL(file, base)));
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const [, name = '', kind = 'css'] = /([\w-]+)\.(css|js)$/.exec(file) ?? [];
  const path = `/assets/${name}-${tag}.${kind}`;
  return {
    path,
    serve: (app) => {
      app.get(path, { schema: { hide: true } as object }, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(types[kind as keyof typeof types])
          .serializer((body: unknown) => body as string)
          .send(bytes),
      );
    },
  };
}
