import helmet from '@fastify/helmet';
import type { App } from '../http/index.ts';

type Policy = Record<string, string[]>;

/** What browsers may do with our pages: show our own style, letters and pictures, and send forms back to us. */
const directives: Policy = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The headers of a page that is sent as ready bytes: the same policy, and what the page needs beside it. */
export function pagePolicy(more: Policy = {}): string[] {
  const policy = Object.entries({ ...directives, ...more }).map(
    ([name, values]) => `${name} ${values.join(' ')}`,
  );
  return [
    ...['content-security-policy', policy.join('; ')],
    ...['referrer-policy', 'strict-origin-when-cross-origin'],
    ...['cross-origin-opener-policy', 'same-origin'],
  ];
}

export function protectPages(app: App): void {
  void app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
