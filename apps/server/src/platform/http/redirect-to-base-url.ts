import type { IncomingMessage } from 'node:http';
import type { App } from './app.ts';

const mark = 'led';

/** Returns true if a browser asks for a host other than that of BASE_URL. */
export function hasOtherHost({ method, headers }: IncomingMessage, host: string): boolean {
  return (
    method === 'GET' && headers.host !== host && headers.accept?.includes('text/html') === true
  );
}

/**
 * Redirects pages opened under another host to BASE_URL, where cookies and links work. A marker
 * prevents loops behind proxies that don't pass on the Host.
 */
export function redirectToBaseUrl(app: App, baseUrl: string): void {
  const { host } = new URL(baseUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (!hasOtherHost(request.raw, host)) return;
    const { url } = request;
    // Proxies may send an absolute URL (RFC 9112 §3.2.2).
    const requested = URL.parse(url.startsWith('/') ? `${baseUrl}${url}` : url);
    if (!requested?.pathname.startsWith('/')) return;
    const target = new URL(`${baseUrl}${requested.pathname}${requested.search}`);
    if (target.origin !== baseUrl || target.searchParams.has(mark)) return;
    target.searchParams.set(mark, '1');
    await reply.redirect(target.href, 302);
  });
}
