import { documentIn, first, hostOf, idOf, isObject, type Json, text } from '../shared/read.ts';
import type { Outcome, ReadDocument } from '../shared/reader.ts';

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
  const document = documentIn(answer.document, ...types);
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

export function isWebAddress(value: string | undefined): value is string {
  return value !== undefined && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Host of a document. Ids that aren't URLs prove nothing: `harvard.edu` would read like a host. */
export function hostOfDocument(document: Json): string | undefined {
  const id = idOf(document);
  return isWebAddress(id) ? new URL(id).host : undefined;
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
  const url = text(value);
  const isOnTheWeb = isWebAddress(url);
  if (isObject(value) && (!isOnTheWeb || hostOf(url) === host)) return { document: value };
  if (!isOnTheWeb) return { outcome: 'invalid', problem: 'isn’t named' };
  const answer = await fetchDocument(url, types, read);
  if ('problem' in answer) return answer;
  return idOf(answer.document) === url
    ? answer
    : { outcome: 'invalid', problem: `has an id other than ${url}` };
}
