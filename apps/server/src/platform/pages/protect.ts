import helmet from '@fastify/helmet';
import { type App, acceptForms, redirectToBaseUrl } from '../http/index.ts';

type Policy = Record<string, string[]>;

/** Content security policy of pages: our own styles, fonts and pictures, and forms to us. */
const directives: Policy = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Helmet sends these headers with every other page (cached-reads.test.ts compares them). */
const protection = [
  ...['origin-agent-cluster', '?1'],
  ...['x-dns-prefetch-control', 'off'],
  ...['x-download-options', 'noopen'],
  ...['x-permitted-cross-domain-policies', 'none'],
  ...['x-xss-protection', '0'],
];
const ownSiteOnly = [
  ...['cross-origin-resource-policy', 'same-origin'],
  ...['x-frame-options', 'SAMEORIGIN'],
];
// Omit X-Frame-Options: older browsers would refuse what the policy of such a page allows.
const anySite = ['cross-origin-resource-policy', 'cross-origin'];

/**
 * Returns the headers of a page that is sent as prepared bytes: the common policy, and what this
 * page adds.
 */
export function pagePolicy(more: Policy = {}, isFramed = false): string[] {
  const policy = Object.entries({ ...directives, ...more }).map(
    ([name, values]) => `${name} ${values.join(' ')}`,
  );
  return [
    ...['content-security-policy', policy.join('; ')],
    ...['referrer-policy', 'strict-origin-when-cross-origin'],
    ...['cross-origin-opener-policy', 'same-origin'],
    ...protection,
    ...(isFramed ? anySite : ownSiteOnly),
  ];
}

function protectPages(app: App): void {
  void app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}

/** Prepares a scope for pages: policy, forms, and redirects from other hosts. */
export function createPageScope(baseUrl: string, accept = acceptForms): (app: App) => void {
  return (app) => {
    protectPages(app);
    accept(app);
    redirectToBaseUrl(app, baseUrl);
  };
}
