import { assertDeclared } from './declared.ts';
import { sendHttp } from './send-http.ts';

const plain = globalThis.fetch;
const checkedOrigins = new Set<string>();
// At once, because tests that replace fetch call this one.
globalThis.fetch = checkedFetch;

/** Checks every later response of the service in this file against the contract. */
export function checkResponses(url: string): void {
  checkedOrigins.add(new URL(url).origin);
}

export const isChecked = (url: string): boolean => checkedOrigins.has(new URL(url).origin);

async function checkedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await plain(input, init);
  const { url, status, headers, redirected } = response;
  if (!isChecked(url)) return response;
  // A form redirects to a page.
  const method = redirected
    ? 'GET'
    : (init?.method ?? (input instanceof Request ? input.method : 'GET'));
  const text = response.ok ? '' : await response.clone().text();
  check(method, url, status, headers.get('content-type'), text);
  return response;
}

type PlainRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
};
type PlainResponse = { status: number; type: string | null; headers: Headers; text: string };

const decoder = new TextDecoder();

/** Like `fetch` without following redirects, with the text. Takes a fraction of its CPU. */
export async function fetchText(url: URL, request: PlainRequest): Promise<PlainResponse> {
  const { method, headers, body } = request;
  if (!isPlain(url, headers)) {
    const response = await fetch(url, {
      ...{ method, redirect: 'manual' as const },
      headers: { 'accept-encoding': 'identity', ...headers },
      ...(body !== undefined && { body }),
    });
    const { status, headers: answered } = response;
    const text = await response.text();
    return { status, type: answered.get('content-type'), headers: answered, text };
  }
  const response = await sendHttp(url, method, headers, body);
  const { status, type } = response;
  const text = decoder.decode(response.bytes);
  if (checkedOrigins.has(url.origin)) check(method, url.href, status, type, text);
  return {
    ...{ status, type, text },
    get headers() {
      return response.headers;
    },
  };
}

/** A `fetch` for the SDK, which takes a fraction of its CPU. */
export const fetchForSdk: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', body, signal } = init;
  const headers = init.headers as Record<string, string>;
  const isBytes = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  if (!(input instanceof URL) || !isPlain(input, headers) || !isBytes || signal)
    return fetch(input, init);
  const response = await sendHttp(input, method, headers, body);
  const { status, type, bytes } = response;
  const isBodyless = status === 204 || status === 304;
  if (checkedOrigins.has(input.origin))
    check(method, input.href, status, type, isSuccess(status) ? '' : decoder.decode(bytes));
  const place = response.headers.get('location');
  if (place && !isSuccess(status)) throw new Error(`redirected to ${place}`);
  return new Response(isBodyless ? null : bytes, { status, headers: response.headers });
};

/** Some tests replace `fetch`, or want a compressed response. */
const isPlain = (url: URL, headers: Record<string, string>): boolean =>
  globalThis.fetch === checkedFetch &&
  url.protocol === 'http:' &&
  Object.keys(headers).every((name) => name !== 'accept-encoding' && !/[A-Z]/.test(name));

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function check(
  method: string,
  url: string,
  status: number,
  type: string | null,
  text: string,
): void {
  assertDeclared(method, url, {
    status,
    code: isSuccess(status) ? undefined : codeIn(type, text),
    type,
  });
}

function codeIn(type: string | null, text: string): string | undefined {
  return type?.includes('json') && text ? JSON.parse(text)?.code : undefined;
}
