import { assertDeclared } from './declared.ts';

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
  if (!isChecked(response.url)) return response;
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  check(method, response, response.ok ? '' : await response.clone().text());
  return response;
}

/** Like `fetch`, with the text. Costs less than `fetch`, which copies errors to look into them. */
export async function fetchText(
  url: URL,
  init: RequestInit & { method: string },
): Promise<{ response: Response; text: string }> {
  // Some tests replace it.
  const isOwn = globalThis.fetch === checkedFetch;
  const response = await (isOwn ? plain : fetch)(url, init);
  const text = await response.text();
  if (isOwn && isChecked(response.url)) check(init.method, response, text);
  return { response, text };
}

function check(method: string, response: Response, text: string): void {
  const { url, status, headers, redirected } = response;
  const type = headers.get('content-type');
  const code = response.ok ? undefined : codeIn(type, text);
  // A form redirects to a page.
  assertDeclared(redirected ? 'GET' : method, url, { status, code, type });
}

function codeIn(type: string | null, text: string): string | undefined {
  return type?.includes('json') && text ? JSON.parse(text)?.code : undefined;
}
