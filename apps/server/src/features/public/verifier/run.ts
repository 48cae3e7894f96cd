import { check, type ReadDocument, type Source } from '@insignia/openbadges';
import { unbakeAll } from '@insignia/openbadges/baking';
import { type Question, verify } from '@insignia/openbadges/v3/verify';
import { readId } from '../../../kernel/id.ts';
import { excessOf } from '../../../kernel/json-bounds.ts';
import { invalid } from '../../../kernel/problem.ts';
import { wholeCredential } from '../store.ts';
import type { VerifyDeps } from './deps.ts';
import { createReader } from './read-document.ts';
import { assertionUrl, isJwt, isSigned, ownDocument, readValue, signedAt } from './rules.ts';
import { ofHosted, ofSigned, type Verdict } from './verdict.ts';

const callsOutside = { name: 'verify', points: 60, seconds: 60 };
const wholeMs = 20_000;

export type VerifyInput = {
  url?: string | undefined;
  document?: unknown;
  file?: Buffer | undefined;
  email?: string | undefined;
  /** Whose requests to others are counted. */
  client: string;
};

/** Runs the checks; undefined when there is nothing to look at. */
export async function runChecks(
  deps: VerifyDeps,
  input: VerifyInput,
): Promise<Verdict | undefined> {
  const source = await sourceOf(deps, input);
  if (!source) return undefined;
  const { clock, throttle } = deps;
  const signal = AbortSignal.timeout(wholeMs);
  const read = once(createReader(deps, () => throttle.take(callsOutside, input.client), signal));
  const question = { email: input.email, now: clock().getTime(), read };
  const signed = await signedText(source, read);
  if (signed !== undefined) {
    const digest: Question['digest'] = (document, hash) =>
      deps.digester.digest(input.client, { document, hash });
    return ofSigned(await verify({ ...question, digest, source: signed }));
  }
  const verdict = ofHosted(await check({ ...question, source }));
  const name = await ownRecipient(deps, verdict);
  return name === undefined
    ? verdict
    : { ...verdict, found: { ...verdict.found, recipient: { name } } };
}

/** The credential of Open Badges 3.0 that it is, or that is at its address; undefined where it is none. */
async function signedText(source: Source, read: ReadDocument): Promise<string | undefined> {
  if ('document' in source)
    return isSigned(readValue(source.document)) ? source.document : undefined;
  const answer = await read(source.url);
  if ('problem' in answer || answer.status !== 200) return undefined;
  const { document } = answer;
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return isSigned(readValue(text ?? '')) ? text : undefined;
}

/** Each address is asked once, however many checks need what is there. */
function once(read: ReadDocument): ReadDocument {
  const asked = new Map<string, ReturnType<ReadDocument>>();
  return (url) => {
    const answer = asked.get(url) ?? read(url);
    asked.set(url, answer);
    return answer;
  };
}

/** Who one of our own was issued to: its page says so too. The document has only a hash. */
async function ownRecipient(
  { db, urls }: VerifyDeps,
  { found: { id } }: Verdict,
): Promise<string | undefined> {
  const own = id === undefined ? undefined : ownDocument(id, urls.base);
  const guid = own?.kind === 'credential' ? readId(own.guid) : undefined;
  return guid && (await wholeCredential(db, guid))?.recipientName;
}

async function sourceOf({ urls }: VerifyDeps, input: VerifyInput): Promise<Source | undefined> {
  if (input.file && input.file.length > 0) return { document: await baked(input.file) };
  const { document } = input;
  if (typeof document === 'string' && document.trim() !== '')
    return { document: bounded('document', document) };
  if (typeof document === 'object' && document !== null)
    return { document: JSON.stringify(document) };
  if (!input.url) return undefined;
  const isOwnSigned = signedAt(input.url, urls.base) !== undefined;
  return { url: isOwnSigned ? input.url : assertionUrl(input.url, urls.base) };
}

/** What is baked in by Open Badges 3.0 is whole by itself, so it comes first. */
async function baked(file: Buffer): Promise<string> {
  const found = await unbakeAll(file).catch((error: Error) => {
    throw invalid('file', `must be a baked badge: ${error.message}`);
  });
  const signed = found.filter(({ edition }) => edition === '3.0');
  if (signed.length > 1)
    throw invalid('file', 'has several credentials baked into it, of which a picture can show one');
  const text = (signed[0] ?? found[0])?.text;
  if (text === undefined) throw invalid('file', 'has no badge baked into it');
  return bounded('file', text);
}

function bounded(field: string, text: string): string {
  // A JWT has no brackets to count.
  const excess = isJwt(text) ? undefined : excessOf(Buffer.from(text));
  if (excess) throw invalid(field, excess);
  return text;
}
