import {
  findSizeError,
  isCompactJws,
  type Jws,
  MAX_TEXT_LENGTH,
  readJws,
} from '../shared/decode.ts';
import { createFinding, type Detail, type Finding } from '../shared/finding.ts';
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

const openBadges1Message =
  'This badge is of Open Badges 1.0, which isn’t supported. Ask its issuer for an Open Badges 2.0 badge.';

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
  const fail = (finding: Finding, isAbsent = false) => {
    report.add('fetched', finding);
    return { isAbsent };
  };
  const parsed =
    'url' in source ? ({ url: source.url.trim() } as FoundDocument) : parse(source.document);
  if ('problem' in parsed) return fail(describeUnusable(parsed));
  if ('jws' in parsed) {
    report.add('fetched', createFinding('valid', 'read_signed'));
    return { status: 200, document: parsed.jws.payload, jws: parsed.jws };
  }
  if (!parsed.url || !/^https?:\/\//i.test(parsed.url))
    return fail(createFinding('invalid', 'no_address'));
  const { url, answer } = await fetchAssertion(parsed.url, !parsed.document, read);
  if ('problem' in answer) return fail(describeUnread('assertion', answer), answer.isAbsent);
  const { document } = answer;
  if (!isOfType(document, 'Assertion') && isOfType(document, 'BadgeClass', 'Issuer', 'Profile'))
    return fail(createFinding('invalid', 'wrong_document'));
  const wrong = findIdProblem(document, url);
  if (wrong) return fail(wrong);
  if (parsed.document && !isConsistent(parsed.document, document))
    return fail(createFinding('invalid', 'hosted_differs'));
  report.add('fetched', createFinding('valid', 'fetched', { url }));
  return answer;
}

function describeUnusable({ problem, isExcess }: UnusableDocument): Finding {
  const finding = isExcess
    ? createFinding('unknown', 'too_complex')
    : createFinding('invalid', 'document_unusable');
  return { ...finding, message: problem };
}

/** Assertions of Open Badges 1.0 have no id. */
function findIdProblem(document: Json, url: string): Finding | undefined {
  const id = getId(document);
  if (id === undefined && isObject(document.verify))
    return { ...createFinding('invalid', 'format_unsupported'), message: openBadges1Message };
  return id === url ? undefined : createFinding('invalid', 'id_differs', { url });
}

/**
 * Fetches an assertion. A link may differ from its id, for example by a query, as those that Badgr's
 * users share. Then only the document at the id counts.
 */
async function fetchAssertion(link: string, mayDiffer: boolean, read: ReadDocument) {
  const answer = await fetchDocument(link, ['Assertion'], read);
  const id = 'document' in answer ? getId(answer.document) : undefined;
  const isElsewhere = mayDiffer && id !== link && isWebUrl(id);
  if ('problem' in answer || !isElsewhere || !isOfType(answer.document, 'Assertion'))
    return { url: link, answer };
  return { url: id, answer: await fetchDocument(id, ['Assertion'], read) };
}

type FoundDocument =
  | { url: string | undefined; document?: Json | undefined }
  | { jws: Jws }
  | UnusableDocument;
/** `isExcess`: too large or too complex to be read, so it may well be genuine. */
type UnusableDocument = { problem: string; isExcess?: boolean };

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
  if (text.length > MAX_TEXT_LENGTH)
    return { problem: 'The document is larger than 1 MiB.', isExcess: true };
  try {
    const jws = readJws(text);
    const excess = findSizeError([jws.header, jws.payload]);
    if (excess) return { problem: `The document ${excess}.`, isExcess: true };
    if (jws.ambiguity) return { problem: `The document ${jws.ambiguity}.` };
    return isOfType(jws.payload, 'Assertion')
      ? { jws }
      : { problem: 'The document is a JWT without a credential or assertion.' };
  } catch {
    return { problem: 'The document is neither JSON nor a JWT.' };
  }
}

/** True if a pasted document agrees with the hosted one in everything that matters. */
function isConsistent(submitted: Json, hosted: Json): boolean {
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

/** `problem` completes “The badge class …”. */
type UnreadDocument = { problem: string; outcome: Outcome; isAbsent?: true; detail: Detail };

/** `name`: the kind of document, in English. */
export function describeUnread(
  name: string,
  { outcome, problem, detail }: UnreadDocument,
): Finding {
  return { outcome, message: `The ${name} ${problem}.`, detail };
}

/** Fetches a document, selecting by type from an array or graph. Accepts only 200 and 410. */
export async function fetchDocument(
  url: string,
  types: string[],
  read: ReadDocument,
): Promise<{ status: number; document: Json } | UnreadDocument> {
  const answer = await read(url);
  if ('problem' in answer)
    return { ...answer, ...createFinding(answer.outcome, 'document_unread', { url }) };
  const document = findDocument(answer.document, ...types);
  if (document && (answer.status === 200 || answer.status === 410))
    return { status: answer.status, document };
  if (answer.status === 404 || answer.status === 410) {
    const isDeleted = answer.status === 410;
    return {
      ...createFinding('invalid', isDeleted ? 'document_deleted' : 'document_missing', { url }),
      problem: isDeleted ? `was deleted from ${url}` : `doesn’t exist at ${url}`,
      isAbsent: true,
    };
  }
  return describeOther(answer, url);
}

function describeOther(
  { status, unread }: { status: number; unread?: string | undefined },
  url: string,
): UnreadDocument {
  if (status !== 200)
    return {
      ...createFinding('unknown', 'document_refused', { url, status }),
      problem: `couldn’t be fetched: ${url} returned HTTP ${status}`,
    };
  return unread === undefined
    ? {
        ...createFinding('invalid', 'document_not_json', { url }),
        problem: `isn’t a JSON document at ${url}`,
      }
    : { ...createFinding('unknown', 'document_unread', { url }), problem: unread };
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
): Promise<{ document: Json } | UnreadDocument> {
  const value = first(property);
  const url = firstText(value);
  const isOnTheWeb = isWebUrl(url);
  if (isObject(value) && (!isOnTheWeb || getHost(url) === host)) return { document: value };
  if (!isOnTheWeb) return { ...createFinding('invalid', 'link_missing'), problem: 'isn’t named' };
  const answer = await fetchDocument(url, types, read);
  if ('problem' in answer) return answer;
  return getId(answer.document) === url
    ? answer
    : {
        ...createFinding('invalid', 'id_differs', { url }),
        problem: `has an id other than ${url}`,
      };
}
