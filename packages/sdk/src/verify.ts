import { textIn, verify as verifyEither } from '@insignia/openbadges/either';
import { documentReader } from './read-document.ts';
import type { Verdict } from './verdict.ts';

export type { Verdict };

/**
 * A credential as somebody has it: JSON or a JWT as text, JSON read, its address, or the bytes of a file with one of
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
  if (credential instanceof Uint8Array) return writtenIn(credential) ?? baked(credential);
  return { document: JSON.stringify(credential) };
}

function sourceIn(text: string): Source {
  const trimmed = text.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) ? { url: trimmed } : { document: trimmed };
}

/** What a file says that is a text; a PNG is no UTF-8, an SVG begins with a tag, and no text has a NUL. */
function writtenIn(file: Uint8Array): Source | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file).trim();
    return text.startsWith('<') || text.includes('\0') ? undefined : sourceIn(text);
  } catch {
    return undefined;
  }
}

async function baked(picture: Uint8Array): Promise<Source | undefined> {
  const text = await textIn(picture);
  return text === undefined ? undefined : sourceIn(text);
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
