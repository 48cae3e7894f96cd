import { unbakeAll } from '../baking/unbake.ts';
import {
  decodeBase64Url,
  findAmbiguity,
  findSizeError,
  MAX_TEXT_LENGTH,
} from '../shared/decode.ts';
import { allTexts, isObject, type Json } from '../shared/read.ts';
import { assertMoment, type ReadDocument } from '../shared/reader.ts';
import {
  check,
  type FoundAssertion,
  type AssertionVerdict as Hosted,
  type Source,
} from '../v2/index.ts';
import {
  open,
  openValue,
  type CredentialVerdict as Signed,
  type VerifyCredentialOptions as SignedOptions,
  verifyParsed,
} from '../v3/verify/index.ts';

export type VerifyEitherOptions = Omit<SignedOptions, 'source'> & {
  /** The credential, its URL, or its page's URL. `value` is JSON that was parsed already. */
  source: Source | { value: Json };
};

/**
 * Verifies an Open Badges 2.0 or 3.0 credential of any issuer. Throws only what `read` throws
 * for a credential itself, and for an invalid `now`.
 */
export async function verifyEither({ source, ...options }: VerifyEitherOptions): Promise<Verdict> {
  const { email, now } = options;
  assertMoment(now);
  const read = cacheReads(options.read);
  const resolved = await resolveSource(source, read);
  if ('value' in resolved)
    return fromCredential(await verifyParsed(openValue(resolved.value), { ...options, read }));
  if ('document' in resolved) {
    const opened = open(resolved.document);
    const isTooLarge = resolved.document.length > MAX_TEXT_LENGTH;
    if (isTooLarge || isSigned(opened.document))
      return fromCredential(await verifyParsed(opened, { ...options, read }));
  }
  return fromAssertion(await check({ source: resolved, email, now, read }));
}

/**
 * Reads the document at an address, except for Open Badges 2.0, which counts only at its own
 * address.
 */
async function resolveSource(
  source: VerifyEitherOptions['source'],
  read: ReadDocument,
): Promise<Source | { value: Json }> {
  if ('value' in source)
    return isSigned(source.value) ? source : { document: JSON.stringify(source.value) };
  const address = readAddress(source);
  if (address === undefined) return source;
  const fetched = await fetchDocument(address, read);
  const page = findAlternate(fetched, address);
  const [url, document] = page ? [page, await fetchDocument(page, read)] : [address, fetched];
  // Text was baked into a picture, or is signed.
  if (typeof document === 'string')
    return isObject(readValue(document)) || isUrl(document) ? { document } : { url };
  return isSigned(document) ? { value: document } : { url };
}

/** A document may consist of a URL only. */
function readAddress(source: Source): string | undefined {
  const text = 'url' in source ? source.url : source.document;
  return 'url' in source || isUrl(text) ? text.trim() : undefined;
}

function isUrl(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/i.test(text);
}

async function fetchDocument(url: string, read: ReadDocument): Promise<unknown> {
  const answer = await read(url);
  return 'problem' in answer || answer.status !== 200 ? undefined : answer.document;
}

/** Reads each address once per verification. */
function cacheReads(read: ReadDocument): ReadDocument {
  const answers = new Map<string, ReturnType<ReadDocument>>();
  return (url) => {
    const answer = answers.get(url) ?? read(url);
    answers.set(url, answer);
    return answer;
  };
}

/** In characters. Links to alternates come early. */
const MAX_HEAD_LENGTH = 128 * 1024;

const [isAlternate, ofType, leadingTo] = [
  /\srel="([^"]*)"/i,
  /\stype="([^"]*)"/i,
  /\shref="([^"]*)"/i,
] as const;

const types = ['application/ld+json', 'application/vc+ld+json', 'application/vc'];

/**
 * The document that a web page names as its alternate (HTML §4.6.7.1 “alternate”), because people
 * paste page addresses. Same site only. Undefined if there is none or it isn't a page.
 */
function findAlternate(page: unknown, address: string): string | undefined {
  if (typeof page !== 'string' || !URL.canParse(address)) return undefined;
  const { href: base, origin } = new URL(address);
  for (const [tag] of page.slice(0, MAX_HEAD_LENGTH).matchAll(/<link\s[^<>]*>/gi)) {
    const isForm = readAttribute(tag, isAlternate).toLowerCase() === 'alternate';
    if (!isForm || !types.includes(readAttribute(tag, ofType).toLowerCase())) continue;
    const named = readAttribute(tag, leadingTo).replaceAll('&amp;', '&');
    if (!URL.canParse(named, base)) continue;
    const { href, origin: linkedOrigin } = new URL(named, base);
    if (linkedOrigin === origin) return href;
  }
  return undefined;
}

function readAttribute(tag: string, attribute: RegExp): string {
  return attribute.exec(tag)?.[1] ?? '';
}

/**
 * Reads the body of a response: JSON as a document, anything else as text, such as a JWT, a page, or what is baked into an image.
 * Baked text never replaces a document that must be at the address itself. Ambiguous signed JSON stays text, so that
 * verification reports it. `readPicture` returns what is baked into an image, for example from another thread.
 */
export async function readAnswer(
  body: Uint8Array,
  readPicture = (picture: Uint8Array): Promise<string | undefined> =>
    unbakeCredential(picture).catch(() => undefined),
): Promise<{ document: unknown } | { fault: string }> {
  const written = readTextFile(body);
  if (written === undefined) {
    const baked = await readPicture(body);
    return { document: baked ?? new TextDecoder().decode(body).trim() };
  }
  let document: unknown;
  try {
    document = JSON.parse(written);
  } catch {
    return { document: written };
  }
  const problem = findSizeError(document);
  if (problem) return { fault: problem };
  return { document: isSigned(document) && findAmbiguity(written) ? written : document };
}

/** Result of the checks, for both versions of Open Badges. */
export type Verdict = {
  edition: '2.0' | '3.0';
  status: Hosted['status'] | Signed['status'];
  outcome: Hosted['outcome'];
  checks: (Hosted['checks'][number] | Signed['checks'][number])[];
  found: FoundAssertion;
  /** The address that it was issued to. Only if several were given. */
  issuedTo?: string;
  /** Results for the credentials in a learner record, or in a presentation of several. */
  contains?: Verdict[];
  /** Results for the endorsements in a credential. They don't affect its own result. */
  endorsements?: Verdict[];
};

function fromAssertion(verdict: Hosted): Verdict {
  return { edition: '2.0', ...verdict };
}

function fromCredential({
  status,
  outcome,
  checks,
  found,
  issuedTo,
  contains,
  endorsements,
}: Signed): Verdict {
  const { id, about, achievement, issuer, recipient, validFrom, validUntil } = found;
  return {
    ...{ edition: '3.0', status, outcome, checks },
    found: {
      id,
      ...(about !== undefined && { about }),
      ...(achievement && { badge: achievement }),
      ...(issuer && { issuer }),
      ...(recipient && { recipient }),
      ...{ issuedOn: validFrom, expires: validUntil },
    },
    ...(issuedTo !== undefined && { issuedTo }),
    ...(contains && { contains: contains.map(fromCredential) }),
    ...(endorsements && { endorsements: endorsements.map(fromCredential) }),
  };
}

/** True for a compact JWS and for an SD-JWT. */
export function isJwt(text: string): boolean {
  return /^[\w-]{4,}\.[\w-]{4,}\.[\w-]*(?:~[\w.~-]*)?$/.test(text.trim());
}

/**
 * True for Open Badges 3.0: it names a verifiable credentials context, which no 2.0 assertion does,
 * or is the payload of a JWT of data model 1.1.
 */
export function isSigned(document: unknown): document is Json {
  if (!isObject(document)) return false;
  if (isObject(document.vc) || isObject(document.vp)) return true;
  return [...allTexts(document['@context']), ...allTexts(document.type)].some(
    (each) =>
      each === 'VerifiableCredential' ||
      /^https:\/\/www\.w3\.org\/(2018|ns)\/credentials\//.test(each),
  );
}

/** Parses JSON, or the payload of a JWT. Undefined otherwise. */
export function readValue(text: string): unknown {
  try {
    // Some editors add a byte order mark.
    if (!isJwt(text)) return JSON.parse(text.trim());
    const [, payload = ''] = text.trim().split('.');
    return JSON.parse(new TextDecoder().decode(decodeBase64Url(payload)));
  } catch {
    return undefined;
  }
}

/**
 * The credential in a picture. An Open Badges 3.0 one is self-contained and comes first. Undefined
 * if there is none. Throws if the file isn't a picture or contains several candidates.
 */
export async function unbakeCredential(picture: Uint8Array): Promise<string | undefined> {
  const found = await unbakeAll(picture);
  const signed = found.filter(({ edition }) => edition === '3.0');
  if (signed.length > 1) throw new Error('it contains several credentials, but only 1 is allowed');
  return (signed[0] ?? found[0])?.text;
}

/** The content of a file: a document, JWT or address as text, else the result of {@link unbakeCredential}. */
export async function readCredentialFile(file: Uint8Array): Promise<string | undefined> {
  return readTextFile(file) ?? unbakeCredential(file);
}

/** Binary files don't start like text. */
function readTextFile(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file).trim();
  return /^(?:[[{"]|https?:\/\/\S+$)/i.test(text) || isJwt(text) ? text : undefined;
}
