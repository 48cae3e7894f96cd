export type Visit = { url: string; status: number; text: string; headers: Headers };

/** A browser without scripts: keeps cookies by origin and follows redirects. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Sends one request, without following a redirect. */
  async send(url: string, request: RequestInit = {}): Promise<Visit> {
    const { origin } = new URL(url);
    const own = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, own);
    const headers = new Headers(request.headers);
    const given = headers.get('cookie');
    const pairs = [...own].map((pair) => pair.join('='));
    headers.set('cookie', [...(given ? [given] : []), ...pairs].join('; '));
    const response = await fetch(url, { ...request, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      own.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const { status } = response;
    return { url, status, headers: response.headers, text: await response.text() };
  }

  /** Follows redirects until one leads to `end`, or to a page. */
  async follow(url: string, end = (_url: string): boolean => false): Promise<Visit> {
    for (let next = url, hops = 0; hops < 20; hops++) {
      const visit = await this.send(next);
      const location = visit.headers.get('location');
      if (!location) return visit;
      next = new URL(location, next).href;
      if (end(next)) return { ...visit, url: next };
    }
    throw new Error(`too many redirects from ${url}`);
  }

  cookie(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map((pair) => pair.join('=')).join('; ');
  }
}
