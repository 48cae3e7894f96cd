import { heldIn, verify as verifyEither } from '@insignia/openbadges/either';
import { documentReader } from './read-document.ts';
import type { Verdict } from './verdict.ts';

export type { Verdict };

/**
 * A credential as somebody has it: JSON or a JWT as text, JSON read, its address or its page's, or the bytes of a file with one of
 * these or of a picture that it is baked into.
 */
export type Credential = string | URL | Blob | Uint8Array | object;

export type VerifyOptions = {
  /** Whether it was issued to this address. */
  email?: string;
  /** The present where it is left out, or is no date. */
  now?: Date;
  /**
   * For keys, status lists and hosted documents, at addresses that the credential names. On a server it must not reach
   * what is not public.
   */
  fetch?: typeof globalThis.fetch;
};

/**
 * Verifies a credential of Open Badges 2.0 or 3.0, of any issuer, here: nobody is told of it but its issuer's server, which
 * is asked for the key and the status. Never throws: what cannot be checked is `unknown`, which is not `valid`.
 */
export async function verify(
  credential: Credential,
  { email, now = new Date(), fetch: ask = globalThis.fetch }: VerifyOptions = {},
): Promise<Verdict> {
  const source = await sourceOf(credential).catch(() => undefined);
  if (!source) return unreadable;
  const at = Number.isFinite(now.getTime()) ? now.getTime() : Date.now();
  return verifyEither({ source, email, now: at, read: documentReader(ask) });
}

type Source = { url: string } | { document: string };

async function sourceOf(credential: Credential): Promise<Source | undefined> {
  if (credential instanceof URL) return { url: credential.href };
  if (typeof credential === 'string') return sourceIn(credential);
  if (credential instanceof Blob) return sourceOf(new Uint8Array(await credential.arrayBuffer()));
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
