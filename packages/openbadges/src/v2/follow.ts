import type { Outcome } from '../shared/outcome.ts';
import { documentIn, first, hostOf, idOf, isObject, type Json, text } from '../shared/read.ts';
import type { ReadDocument } from '../shared/reader.ts';

/** Fetches a document; of an array or a graph the one of these types. Anything but 200 and 410 is no answer. */
export async function fetched(
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
    const problem = answer.status === 404 ? `does not exist at ${url}` : `was deleted from ${url}`;
    return { outcome: 'invalid', problem, isAbsent: true };
  }
  if (answer.status !== 200)
    return {
      outcome: 'unknown',
      problem: `could not be fetched: ${url} answered ${answer.status}`,
    };
  return { outcome: 'invalid', problem: `is not a JSON document at ${url}` };
}

export function isWebAddress(value: string | undefined): value is string {
  return value !== undefined && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** The host that has a document. An id that is no web address shows nothing: `harvard.edu` as an id would read as a host. */
export function hostOfDocument(document: Json): string | undefined {
  const id = idOf(document);
  return isWebAddress(id) ? new URL(id).host : undefined;
}

/**
 * What a property refers to: by URL, or embedded. An embedded document is believed when its id is on `host`, the one that
 * embeds it, or is no web address; any other is fetched from its id, since anybody can write anything into what they host
 * (Open Badges 2.0 § "Badge Verification").
 */
export async function follow(
  property: unknown,
  types: string[],
  read: ReadDocument,
  host: string | undefined,
): Promise<{ document: Json } | { problem: string; outcome: Outcome }> {
  const value = first(property);
  const url = text(value);
  const isOnTheWeb = isWebAddress(url);
  if (isObject(value) && (!isOnTheWeb || hostOf(url) === host)) return { document: value };
  if (!isOnTheWeb) return { outcome: 'invalid', problem: 'is not named' };
  const answer = await fetched(url, types, read);
  if ('problem' in answer) return answer;
  return idOf(answer.document) === url
    ? answer
    : { outcome: 'invalid', problem: `calls itself something else than ${url}` };
}
