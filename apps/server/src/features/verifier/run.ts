import type { Source } from '@insignia/openbadges';
import { type Verdict, type VerifyEitherOptions, verifyEither } from '@insignia/openbadges/either';
import type { Clock } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { findPublishedCredential, type PublishedCredential } from '../published/index.ts';
import type { Digester } from './digester.ts';
import type { FileText } from './jobs.ts';
import { createReader, type ReaderDeps } from './read-document.ts';
import { findTextExcess, parseOwnCredentialUrl, parseSignedUrl, toAssertionUrl } from './rules.ts';

export type VerifyDeps = ReaderDeps & {
  db: Database;
  clock: Clock;
  throttle: Throttle;
  digester: Digester;
};

const outsideCallLimit = { name: 'verify', points: 60, seconds: 60 };
const TIMEOUT_MS = 20_000;

export type VerifyInput = {
  url?: string | undefined;
  document?: unknown;
  file?: Buffer | undefined;
  email?: string | undefined;
  /** Client whose outbound requests are counted. */
  client: string;
};

/** Undefined if there is nothing to check. */
export async function runChecks(
  deps: VerifyDeps,
  input: VerifyInput,
): Promise<Verdict | undefined> {
  const { clock, throttle, digester } = deps;
  const { client } = input;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const source = await resolveSource(deps, input, signal);
  if (!source) return undefined;
  const read = createReader(deps, {
    beforeOutside: () => throttle.take(outsideCallLimit, client),
    readPicture: async (bytes) => {
      const found = await digester.readPicture(client, bytes, signal);
      return 'text' in found ? found.text : undefined;
    },
    signal,
  });
  const digest: VerifyEitherOptions['digest'] = (document, hash) =>
    digester.digest(client, { document, hash }, signal);
  const disclose: VerifyEitherOptions['disclose'] = (document, proof) =>
    digester.disclose(client, { document, proof }, signal);
  const now = clock().getTime();
  const verdict = await verifyEither({ source, email: input.email, now, read, digest, disclose });
  if (verdict.edition === '3.0') return verdict;
  // Our own documents contain a hash of the recipient. The credential's page also shows the name.
  const name = (await findOwnCredential(deps, verdict))?.recipientName;
  return name === undefined
    ? verdict
    : { ...verdict, found: { ...verdict.found, recipient: { name } } };
}

async function resolveSource(
  { urls, digester }: VerifyDeps,
  { document, ...input }: VerifyInput,
  signal: AbortSignal,
): Promise<Source | undefined> {
  if (input.file && input.file.length > 0) {
    const found = await digester.readFile(input.client, input.file, signal);
    return parseSource(refuseLongUrl('file', requireText(found)), urls);
  }
  if (typeof document === 'string' && document.trim() !== '')
    return parseSource(refuseLongUrl('document', document), urls);
  if (typeof document === 'object' && document !== null)
    return { document: JSON.stringify(document) };
  return input.url ? createUrlSource(input.url, urls) : undefined;
}

/** Text may be a document or its address. */
function parseSource(text: string, urls: Urls): Source {
  return isAddress(text) ? createUrlSource(text.trim(), urls) : { document: text };
}

const isAddress = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);

function createUrlSource(url: string, urls: Urls): Source {
  const isOwnSigned = parseSignedUrl(url, urls.base) !== undefined;
  return { url: isOwnSigned ? url : toAssertionUrl(url, urls.base) };
}

function requireText(file: FileText): string {
  if ('error' in file)
    throw invalid('file', `must be a document (JSON or JWT) or a badge image: ${file.error}`);
  if (file.text === undefined) throw invalid('file', 'contains no credential');
  return file.text;
}

/** Same as for `url`. */
const MAX_URL_LENGTH = 2_048;

function refuseLongUrl(field: string, text: string): string {
  if (isAddress(text) && text.trim().length > MAX_URL_LENGTH)
    throw invalid(field, `must have at most ${MAX_URL_LENGTH} characters as a URL`);
  const excess = findTextExcess(text);
  if (excess) throw invalid(field, excess);
  return text;
}

/**
 * Returns the credential of this service that was verified. Anyone can put one of our addresses
 * into a document as its `id`, so the address isn't enough: the document must have been read here,
 * or signed by the credential's own issuer.
 */
export async function findOwnCredential(
  { db, urls }: Pick<VerifyDeps, 'db' | 'urls'>,
  { edition, found: { id, issuer } }: Pick<Verdict, 'edition' | 'found'>,
): Promise<PublishedCredential | undefined> {
  const own = id === undefined ? undefined : parseOwnCredentialUrl(id, urls.base);
  if (!own || own.edition !== edition) return undefined;
  const by = issuer?.provenBy?.by;
  // A hosted assertion is always read at its id. If the id is one of our addresses, it is read
  // here.
  const isHosted = edition === '2.0' && by === 'hosted';
  if (!isHosted && by !== 'did:web') return undefined;
  const credential = await findPublishedCredential(db, own.guid);
  const isSignedByItsIssuer = credential && issuer?.id === urls.did(credential.issuerId);
  return isHosted || isSignedByItsIssuer ? credential : undefined;
}
