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
  const { url, status, headers, redirected } = response;
  if (!isChecked(url)) return response;
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const type = headers.get('content-type');
  const code = response.ok ? undefined : codeIn(type, await response.clone().text());
  // A form redirects to a page.
  assertDeclared(redirected ? 'GET' : method, url, { status, code, type });
  return response;
}

function codeIn(type: string | null, text: string): string | undefined {
  return type?.includes('json') && text ? JSON.parse(text)?.code : undefined;
}
