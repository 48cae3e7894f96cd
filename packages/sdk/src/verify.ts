import type { Answer, FoundAssertion, ReadDocument } from '@insignia/openbadges';
import { readAnswer, readCredentialFile, verifyEither } from '@insignia/openbadges/either';

/**
 * A credential as JSON, JWT or SD-JWT text, parsed JSON, its URL or its page's URL (also without `https://`),
 * or the bytes of a file or baked picture. Only a service's `/verify` takes PDFs, ids and short codes.
 */
export type CredentialSource = string | URL | Blob | Uint8Array | object;
/** @deprecated Use `CredentialSource`. */
export type Credential = CredentialSource;

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
  credential: CredentialSource,
  { email, now = new Date(), fetch: ask = globalThis.fetch }: VerifyOptions = {},
): Promise<Verdict> {
  const source = await toSource(credential).catch(() => undefined);
  if (!source) return unreadable;
  const at = Number.isFinite(now.getTime()) ? now.getTime() : Date.now();
  return verifyEither({ source, email, now: at, read: createDocumentReader(ask) });
}

type Source = { url: string } | { document: string };

async function toSource(credential: CredentialSource): Promise<Source | undefined> {
  if (credential instanceof URL) return { url: credential.href };
  if (typeof credential === 'string') return readSource(credential);
  if (credential instanceof Blob) return toSource(new Uint8Array(await credential.arrayBuffer()));
  if (!(credential instanceof Uint8Array)) return { document: JSON.stringify(credential) };
  const text = await readCredentialFile(credential);
  return text === undefined ? undefined : readSource(text);
}

/** A host with a path. */
const bareUrl = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\S*$/;

function readSource(text: string): Source {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) return { url: trimmed };
  return bareUrl.test(trimmed) ? { url: `https://${trimmed}` } : { document: trimmed };
}

const unreadable: Verdict = {
  edition: '3.0',
  status: 'invalid',
  outcome: 'invalid',
  checks: [
    {
      check: 'read',
      outcome: 'invalid',
      message: 'The file isn’t an image that contains exactly one credential.',
    },
  ],
  found: {},
};

type Outcome = 'valid' | 'invalid' | 'unknown';

/** Result of verifying a credential. */
export type Verdict = {
  edition: '2.0' | '3.0';
  /**
   * The result in one word. `valid` says nothing about who the issuer is: see
   * `found.issuer.provenBy`. `expired`, `not_yet_valid`, `revoked` and `suspended` credentials are
   * signed or hosted by the issuer.
   */
  status:
    | 'valid'
    | 'expired'
    | 'not_yet_valid'
    | 'revoked'
    | 'suspended'
    | 'not_found'
    | 'invalid'
    | 'unknown';
  /** `unknown` means that something could not be checked. Don't treat it as `valid`. */
  outcome: Outcome;
  /** Each check with a sentence for people. */
  checks: { check: string; outcome: Outcome; message: string }[];
  /**
   * The content of the credential, all of it claimed by its issuer. Only `issuer.id` can be proven,
   * by `issuer.provenBy`.
   */
  found: FoundAssertion;
  /**
   * Results for the credentials in a learner record, or in a presentation of several. The check
   * `contents` summarizes them.
   */
  contains?: Verdict[];
  /**
   * Results for the endorsements in a genuine credential. They don't affect its own result. `found.about`
   * is the id of what each is about.
   */
  endorsements?: Verdict[];
};

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
const accept =
  'application/ld+json, application/vc+ld+json, application/did+ld+json, application/json;q=0.9, application/statuslist+jwt;q=0.9, text/plain;q=0.4';

/** Reads keys, status lists and hosted documents: no cookies, no redirects, 10 seconds, 1 MiB. */
function createDocumentReader(ask: typeof fetch): ReadDocument {
  return async (url) => {
    try {
      const answer = await ask(url, {
        ...{ headers: { accept }, redirect: 'error', credentials: 'omit', cache: 'no-store' },
        ...{ referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(TIMEOUT_MS) },
      });
      const body = await readBody(answer);
      if (!body) return createProblem(url, 'is larger than 1 MiB at');
      const read = await readAnswer(body);
      return 'fault' in read
        ? createProblem(url, `${read.fault} at`)
        : { status: answer.status, ...read, body };
    } catch {
      return createProblem(url, 'couldn’t be fetched from');
    }
  };
}

function createProblem(url: string, why: string): Answer {
  return { outcome: 'unknown', problem: `${why} ${url}` };
}

async function readBody({ body }: Response): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(piece.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
