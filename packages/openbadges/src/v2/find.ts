import { isCompactJws, type Jws, readJws } from '../shared/jws.ts';
import { documentIn, idOf, isObject, isOfType, type Json, text } from '../shared/read.ts';
import type { Outcome, ReadDocument } from '../shared/reader.ts';
import { excess, mostText } from '../v3/verify/limits.ts';
import { fetchDocument } from './follow.ts';
import type { Report } from './report.ts';

/** An assertion's URL, or a document that was pasted or baked. */
export type Source = { url: string } | { document: string };

/**
 * Reads the assertion from its host. A pasted document only names the address: the hosted one
 * counts (Open Badges 2.0 § "Hosted verification").
 */
export async function findAssertion(
  source: Source,
  read: ReadDocument,
  report: Report,
): Promise<{ status: number; document: Json; jws?: Jws } | { isAbsent: boolean }> {
  const fail = (message: string, outcome: Outcome = 'invalid', isAbsent = false) => {
    report.add('fetched', outcome, message);
    return { isAbsent };
  };
  const held =
    'url' in source ? ({ url: source.url.trim() } as FoundDocument) : parse(source.document);
  if ('problem' in held) return fail(held.problem);
  if ('jws' in held) {
    report.add('fetched', 'valid', 'The credential was read from its signed document (JWS).');
    return { status: 200, document: held.jws.payload, jws: held.jws };
  }
  const { url } = held;
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
  if (idOf(document) !== url)
    return fail(`The id of the document at ${url} doesn’t match its address.`);
  if (held.document && !agree(held.document, document))
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
    const document = documentIn(JSON.parse(trimmed), 'Assertion');
    return document
      ? { url: idOf(document), document }
      : { problem: 'The document isn’t an assertion.' };
  } catch {
    return { problem: 'The document isn’t JSON.' };
  }
}

function parseSigned(text: string): FoundDocument {
  if (text.length > mostText) return { problem: 'The document is larger than 1 MiB.' };
  try {
    const jws = readJws(text);
    const problem = excess(jws.payload) ?? jws.ambiguity;
    if (problem) return { problem: `The document ${problem}.` };
    return isOfType(jws.payload, 'Assertion')
      ? { jws }
      : { problem: 'The document is a JWT without a credential or assertion.' };
  } catch {
    return { problem: 'The document is neither JSON nor a JWT.' };
  }
}

/** True if a pasted document agrees with the hosted one in everything that matters. */
function agree(held: Json, hosted: Json): boolean {
  const same = (name: string): boolean => {
    const [mine, theirs] = [held[name], hosted[name]];
    return mine === undefined || theirs === undefined || essence(mine) === essence(theirs);
  };
  return ['badge', 'recipient', 'issuedOn', 'expires'].every(same);
}

function essence(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  if (isObject(one) && 'identity' in one) return text(one.identity)?.toLowerCase();
  const written = text(one);
  const at = written && /^\d{4}-/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? written : String(at);
}
