import { findExcess, isCompactJws, type Jws, MAX_TEXT_LENGTH, readJws } from '../shared/decode.ts';
import {
  findDocument,
  first,
  firstText,
  getHost,
  getId,
  isObject,
  isOfType,
  type Json,
} from '../shared/read.ts';
import type { Outcome, ReadDocument } from '../shared/reader.ts';
import type { AssertionReport } from './report.ts';

/** An assertion's URL, or a document that was pasted or baked. */
export type Source = { url: string } | { document: string };

/**
 * Reads the assertion from its host. A pasted document only names the address: the hosted one
 * counts (Open Badges 2.0 § "Hosted verification").
 */
export async function findAssertion(
  source: Source,
  read: ReadDocument,
  report: AssertionReport,
): Promise<{ status: number; document: Json; jws?: Jws } | { isAbsent: boolean }> {
  const fail = (message: string, outcome: Outcome = 'invalid', isAbsent = false) => {
    report.add('fetched', outcome, message);
    return { isAbsent };
  };
  const parsed =
    'url' in source ? ({ url: source.url.trim() } as FoundDocument) : parse(source.document);
  if ('problem' in parsed) return fail(parsed.problem);
  if ('jws' in parsed) {
    report.add('fetched', 'valid', 'The credential was read from its signed document (JWS).');
    return { status: 200, document: parsed.jws.payload, jws: parsed.jws };
  }
  const { url } = parsed;
  if (!url || !/^https?:\/\//i.test(url))
    return fail('The credential has no web address to download it from.');
  const answer = await fetchDocument(url, ['Assertion'], read);
  if ('problem' in answer)
    return fail(`The assertion ${answer.problem}.`, answer.outcome, answer.isAbsent);
  const { document } = answer;
  if (!isOfType(document, 'Assertion') && isOfType(document, 'BadgeClass', 'Issuer', 'Profile'))
    return fail(
      'This document is a badge class or an issuer profile, not a credential. Enter the credential’s link or file.',
    );
  if (getId(document) !== url)
    return fail(`The id of the document at ${url} doesn’t match its address.`);
  if (parsed.document && !agree(parsed.document, document))
    return fail('This document differs from the one that the issuer hosts.');
  report.add('fetched', 'valid', `Fetched from ${url}`);
  return answer;
}

type FoundDocument =
  | { url: string | undefined; document?: Json | undefined }
  | { jws: Jws }
  | { problem: string };

/** JSON, a bare URL (as baked by Open Badges 1.0), or a signed assertion (§SignedBadge). */
function parse(written: string): FoundDocument {
  const trimmed = written.trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) return { url: trimmed, document: undefined };
  if (isCompactJws(trimmed)) return parseSigned(trimmed);
  try {
    const document = findDocument(JSON.parse(trimmed), 'Assertion');
    return document
      ? { url: getId(document), document }
      : { problem: 'The document isn’t an assertion.' };
  } catch {
    return { problem: 'The document isn’t JSON.' };
  }
}

function parseSigned(text: string): FoundDocument {
  if (text.length > MAX_TEXT_LENGTH) return { problem: 'The document is larger than 1 MiB.' };
  try {
    const jws = readJws(text);
    const problem = findExcess(jws.payload) ?? jws.ambiguity;
    if (problem) return { problem: `The document ${problem}.` };
    return isOfType(jws.payload, 'Assertion')
      ? { jws }
      : { problem: 'The document is a JWT without a credential or assertion.' };
  } catch {
    return { problem: 'The document is neither JSON nor a JWT.' };
  }
}

/** True if a pasted document agrees with the hosted one in everything that matters. */
function agree(submitted: Json, hosted: Json): boolean {
  const same = (name: string): boolean => {
    const [mine, theirs] = [submitted[name], hosted[name]];
    return mine === undefined || theirs === undefined || essence(mine) === essence(theirs);
  };
  return ['badge', 'recipient', 'issuedOn', 'expires'].every(same);
}

function essence(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  if (isObject(one) && 'identity' in one) return firstText(one.identity)?.toLowerCase();
  const written = firstText(one);
  const at = written && /^\d{4}-/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? written : String(at);
}

/** Fetches a document, selecting by type from an array or graph. Accepts only 200 and 410. */
export async function fetchDocument(
  url: string,
  types: string[],
  read: ReadDocument,
): Promise<
  { status: number; document: Json } | { problem: string; outcome: Outcome; isAbsent?: true }
> {
  const answer = await read(url);
  if ('problem' in answer) return answer;
  const document = findDocument(answer.document, ...types);
  if (document && (answer.status === 200 || answer.status === 410))
    return { status: answer.status, document };
  if (answer.status === 404 || answer.status === 410) {
    const problem = answer.status === 404 ? `doesn’t exist at ${url}` : `was deleted from ${url}`;
    return { outcome: 'invalid', problem, isAbsent: true };
  }
  if (answer.status !== 200)
    return {
      outcome: 'unknown',
      problem: `couldn’t be fetched: ${url} returned HTTP ${answer.status}`,
    };
  return { outcome: 'invalid', problem: `isn’t a JSON document at ${url}` };
}

export function isWebUrl(value: string | undefined): value is string {
  return value !== undefined && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Host of a document. Ids that aren't URLs prove nothing: `harvard.edu` would read like a host. */
export function getDocumentHost(document: Json): string | undefined {
  const id = getId(document);
  return isWebUrl(id) ? new URL(id).host : undefined;
}

/**
 * Resolves a property's value: a URL or an embedded document. An embedded one is trusted if its id
 * is on `host`, which embeds it, or isn't a URL. Any other is read from its id, because anyone can
 * embed anything (Open Badges 2.0 § "Badge Verification").
 */
export async function followLink(
  property: unknown,
  types: string[],
  read: ReadDocument,
  host: string | undefined,
): Promise<{ document: Json } | { problem: string; outcome: Outcome }> {
  const value = first(property);
  const url = firstText(value);
  const isOnTheWeb = isWebUrl(url);
  if (isObject(value) && (!isOnTheWeb || getHost(url) === host)) return { document: value };
  if (!isOnTheWeb) return { outcome: 'invalid', problem: 'isn’t named' };
  const answer = await fetchDocument(url, types, read);
  if ('problem' in answer) return answer;
  return getId(answer.document) === url
    ? answer
    : { outcome: 'invalid', problem: `has an id other than ${url}` };
}
