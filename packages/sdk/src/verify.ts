import { heldIn, verify as verifyEither } from '@insignia/openbadges/either';
import { createDocumentReader } from './read-document.ts';
import type { Verdict } from './verdict.ts';

export type { Verdict };

/**
 * A credential as JSON or JWT text, parsed JSON, its URL or its page's URL, or the bytes of a file
 * or baked picture.
 */
export type Credential = string | URL | Blob | Uint8Array | object;

export type VerifyOptions = {
  /** Checks that the credential was issued to this address. */
  email?: string;
  /** Defaults to the current time. */
  now?: Date;
  /**
   * Fetches keys, status lists and hosted documents from addresses in the credential. On a server,
   * it must not reach private addresses.
   */
  fetch?: typeof globalThis.fetch;
};

/**
 * Verifies an Open Badges 2.0 or 3.0 credential of any issuer locally. Only the issuer's server is
 * contacted, for keys and status. Never throws: anything that can't be checked is `unknown`, which
 * is not `valid`.
 */
export async function verify(
  credential: Credential,
  { email, now = new Date(), fetch: ask = globalThis.fetch }: VerifyOptions = {},
): Promise<Verdict> {
  const source = await toSource(credential).catch(() => undefined);
  if (!source) return unreadable;
  const at = Number.isFinite(now.getTime()) ? now.getTime() : Date.now();
  return verifyEither({ source, email, now: at, read: createDocumentReader(ask) });
}

type Source = { url: string } | { document: string };

async function toSource(credential: Credential): Promise<Source | undefined> {
  if (credential instanceof URL) return { url: credential.href };
  if (typeof credential === 'string') return sourceIn(credential);
  if (credential instanceof Blob) return toSource(new Uint8Array(await credential.arrayBuffer()));
  if (!(credential instanceof Uint8Array)) return { document: JSON.stringify(credential) };
  const text = await heldIn(credential);
  return text === undefined ? undefined : sourceIn(text);
}

function sourceIn(text: string): Source {
  const trimmed = text.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) ? { url: trimmed } : { document: trimmed };
}

const unreadable: Verdict = {
  edition: '3.0',
  status: 'invalid',
  outcome: 'invalid',
  checks: [
    { check: 'read', outcome: 'invalid', message: 'It is no picture with one badge in it.' },
  ],
  found: {},
};
