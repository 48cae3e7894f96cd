import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { App } from '../http/index.ts';

const css = readFileSync(fileURLToPath(new URL('./style.css', import.meta.url)));
const tag = createHash('sha256').update(css).digest('hex').slice(0, 12);

/** Changes with its content, so it may be kept for ever. */
export const stylePath = `/assets/style-${tag}.css`;

export function serveStyle(app: App): void {
  app.get(stylePath, { schema: { hide: true } as object }, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .serializer((body: unknown) => body as string)
      .send(css),
  );
}
