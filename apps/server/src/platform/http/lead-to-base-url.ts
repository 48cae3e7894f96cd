import type { App } from './app.ts';

const mark = 'led';

/**
 * Pages opened under another host (127.0.0.1 for localhost) are led to BASE_URL, where cookies and links belong. The
 * mark ends the journey when a proxy does not pass the Host on, which would lead in a circle.
 */
export function leadToBaseUrl(app: App, baseUrl: string): void {
  const { host } = new URL(baseUrl);
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    if (method !== 'GET' || headers.host === host || !headers.accept?.includes('text/html')) return;
    // Whoever speaks through a proxy may name the whole address (RFC 9112 §3.2.2).
    const asked = URL.parse(url.startsWith('/') ? `${baseUrl}${url}` : url);
    if (!asked?.pathname.startsWith('/')) return;
    const target = new URL(`${baseUrl}${asked.pathname}${asked.search}`);
    if (target.origin !== baseUrl || target.searchParams.has(mark)) return;
    target.searchParams.set(mark, '1');
    await reply.redirect(target.href, 302);
  });
}
