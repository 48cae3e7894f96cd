// biome-ignore lint/suspicious/noExplicitAny: it looks into answers of every shape
export type TextResponse = { status: number; text: string; body: any };

/** Longer than the load balancer's timeout. */
const patienceMs = 90_000;

/** Sends JSON or text. Status 0 means no response. */
export function createRequest(baseUrl: string, who: Record<string, string> = {}) {
  return async (
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<TextResponse> => {
    const isText = typeof body === 'string';
    try {
      const response = await fetch(new URL(path, baseUrl), {
        method,
        headers: { 'content-type': 'application/json', ...who, ...headers },
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, text, body: isJson && text ? JSON.parse(text) : undefined };
    } catch (error) {
      return { status: 0, text: String((error as Error).cause ?? error), body: undefined };
    }
  };
}
