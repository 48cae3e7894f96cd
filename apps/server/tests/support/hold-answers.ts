import { assertDeclared } from './declared.ts';

const plain = globalThis.fetch;
const held = new Set<string>();
// At once, because tests that replace fetch call this one.
globalThis.fetch = holding;

/** Checks every later response of the service in this file against the contract. */
export function holdAnswersOf(url: string): void {
  held.add(new URL(url).origin);
}

export const isHeld = (url: string): boolean => held.has(new URL(url).origin);

async function holding(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await plain(input, init);
  const { url, status, headers, redirected } = response;
  if (!isHeld(url)) return response;
  const asked = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const type = headers.get('content-type');
  const code = response.ok ? undefined : codeIn(type, await response.clone().text());
  // A form redirects to a page.
  assertDeclared(redirected ? 'GET' : asked, url, { status, code, type });
  return response;
}

function codeIn(type: string | null, text: string): string | undefined {
  return type?.includes('json') && text ? JSON.parse(text)?.code : undefined;
}
