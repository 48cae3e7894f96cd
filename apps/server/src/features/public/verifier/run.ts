import type { Source } from '@insignia/openbadges';
import { type Verdict, type VerifyOptions, verify } from '@insignia/openbadges/either';
import { invalid } from '../../../kernel/problem.ts';
import type { Urls } from '../../../kernel/urls.ts';
import { excessIn } from './bounds.ts';
import type { VerifyDeps } from './deps.ts';
import type { FileText } from './jobs.ts';
import { findOwnCredential } from './own-credential.ts';
import { createReader } from './read-document.ts';
import { assertionUrl, signedAt } from './rules.ts';

const callsOutside = { name: 'verify', points: 60, seconds: 60 };
const wholeMs = 20_000;

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
  const signal = AbortSignal.timeout(wholeMs);
  const source = await sourceOf(deps, input, signal);
  if (!source) return undefined;
  const read = createReader(deps, {
    beforeOutside: () => throttle.take(callsOutside, client),
    readPicture: async (bytes) => {
      const found = await digester.readPicture(client, bytes, signal);
      return 'text' in found ? found.text : undefined;
    },
    signal,
  });
  const digest: VerifyOptions['digest'] = (document, hash) =>
    digester.digest(client, { document, hash }, signal);
  const disclose: VerifyOptions['disclose'] = (document, proof) =>
    digester.disclose(client, { document, proof }, signal);
  const now = clock().getTime();
  const verdict = await verify({ source, email: input.email, now, read, digest, disclose });
  if (verdict.edition === '3.0') return verdict;
  // Our own documents have a hash of the recipient; the credential's page shows the name too.
  const name = (await findOwnCredential(deps, verdict))?.recipientName;
  return name === undefined
    ? verdict
    : { ...verdict, found: { ...verdict.found, recipient: { name } } };
}

async function sourceOf(
  { urls, digester }: VerifyDeps,
  { document, ...input }: VerifyInput,
  signal: AbortSignal,
): Promise<Source | undefined> {
  if (input.file && input.file.length > 0) {
    const found = await digester.readFile(input.client, input.file, signal);
    return sourceIn(bounded('file', textOf(found)), urls);
  }
  if (typeof document === 'string' && document.trim() !== '')
    return sourceIn(bounded('document', document), urls);
  if (typeof document === 'object' && document !== null)
    return { document: JSON.stringify(document) };
  return input.url ? sourceAt(input.url, urls) : undefined;
}

/** Text may be a document or its address. */
function sourceIn(text: string, urls: Urls): Source {
  return isAddress(text) ? sourceAt(text.trim(), urls) : { document: text };
}

const isAddress = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);

function sourceAt(url: string, urls: Urls): Source {
  const isOwnSigned = signedAt(url, urls.base) !== undefined;
  return { url: isOwnSigned ? url : assertionUrl(url, urls.base) };
}

function textOf(file: FileText): string {
  if ('fault' in file)
    throw invalid('file', `must be a document (JSON or JWT) or a baked badge: ${file.fault}`);
  if (file.text === undefined) throw invalid('file', 'has no badge baked into it');
  return file.text;
}

/** Same as for `url`. */
const longestAddress = 2_048;

function bounded(field: string, text: string): string {
  if (isAddress(text) && text.trim().length > longestAddress)
    throw invalid(field, `is an address, and must have at most ${longestAddress} characters`);
  const excess = excessIn(text);
  if (excess) throw invalid(field, excess);
  return text;
}
