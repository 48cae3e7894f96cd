import { assertMoment } from '../shared/moment.ts';
import { isObject } from '../shared/read.ts';
import type { ReadDocument } from '../shared/reader.ts';
import { check, type Source } from '../v2/index.ts';
import { open, type VerifyOptions as SignedOptions, verifyParsed } from '../v3/verify/index.ts';
import { mostText } from '../v3/verify/limits.ts';
import { documentOfPage } from './page-link.ts';
import { isSigned, readValue } from './recognize.ts';
import { ofHosted, ofSigned, type Verdict } from './verdict.ts';

export type VerifyOptions = Omit<SignedOptions, 'source'> & {
  /** The credential, its address, or its page's address. */
  source: Source;
};

/**
 * Verifies an Open Badges 2.0 or 3.0 credential of any issuer. Throws only what `read` throws, and
 * for an invalid `now`.
 */
export async function verify({ source, ...options }: VerifyOptions): Promise<Verdict> {
  const { email, now } = options;
  assertMoment(now);
  const read = once(options.read);
  const meant = await whatIsMeant(source, read);
  if ('document' in meant) {
    const opened = open(meant.document);
    const isTooLarge = meant.document.length > mostText;
    if (isTooLarge || isSigned(opened.document))
      return ofSigned(await verifyParsed(opened, { ...options, read }));
  }
  return ofHosted(await check({ source: meant, email, now, read }));
}

/**
 * Reads the document at an address, except for Open Badges 2.0, which counts only at its own
 * address.
 */
async function whatIsMeant(source: Source, read: ReadDocument): Promise<Source> {
  const address = addressIn(source);
  if (address === undefined) return source;
  const there = await documentAt(address, read);
  const page = documentOfPage(there, address);
  const [url, document] = page ? [page, await documentAt(page, read)] : [address, there];
  // Text was baked into a picture, or is signed.
  if (typeof document === 'string')
    return isObject(readValue(document)) || isAddress(document) ? { document } : { url };
  return isSigned(document) ? { document: JSON.stringify(document) } : { url };
}

/** A document may consist of an address only. */
function addressIn(source: Source): string | undefined {
  const text = 'url' in source ? source.url : source.document;
  return 'url' in source || isAddress(text) ? text.trim() : undefined;
}

function isAddress(text: string): boolean {
  return /^\s*https?:\/\/\S+\s*$/i.test(text);
}

async function documentAt(url: string, read: ReadDocument): Promise<unknown> {
  const answer = await read(url);
  return 'problem' in answer || answer.status !== 200 ? undefined : answer.document;
}

/** Reads each address once per verification. */
function once(read: ReadDocument): ReadDocument {
  const asked = new Map<string, ReturnType<ReadDocument>>();
  return (url) => {
    const answer = asked.get(url) ?? read(url);
    asked.set(url, answer);
    return answer;
  };
}
