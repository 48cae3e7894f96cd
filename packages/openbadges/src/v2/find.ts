import type { Outcome } from '../shared/outcome.ts';
import { documentIn, idOf, isObject, isOfType, type Json, text } from '../shared/read.ts';
import type { ReadDocument } from '../shared/reader.ts';
import { fetched } from './follow.ts';
import type { Report } from './report.ts';

/** An assertion's URL, or a document that somebody has: pasted, or baked into a picture. */
export type Source = { url: string } | { document: string };

/**
 * The assertion as its host has it. A document that somebody holds only says where to look: what counts is at its id
 * (Open Badges 2.0 § "Hosted verification").
 */
export async function findAssertion(
  source: Source,
  read: ReadDocument,
  report: Report,
): Promise<{ status: number; document: Json } | { isAbsent: boolean }> {
  const fail = (message: string, outcome: Outcome = 'invalid', isAbsent = false) => {
    report.add('fetched', outcome, message);
    return { isAbsent };
  };
  const held = 'document' in source ? parse(source.document) : undefined;
  if (held !== undefined && 'problem' in held) return fail(held.problem);
  const url = 'url' in source ? source.url.trim() : held?.url;
  if (!url || !/^https?:\/\//i.test(url)) return fail('It has no web address to fetch it from.');
  const answer = await fetched(url, ['Assertion'], read);
  if ('problem' in answer)
    return fail(`The assertion ${answer.problem}.`, answer.outcome, answer.isAbsent);
  const { document } = answer;
  if (!isOfType(document, 'Assertion') && isOfType(document, 'BadgeClass', 'Issuer', 'Profile'))
    return fail(
      'This is a badge class or an issuer, not an assertion: it says nothing of anybody.',
    );
  if (idOf(document) !== url) return fail(`The document at ${url} calls itself something else.`);
  if (held?.document && !agree(held.document, document))
    return fail('The document differs from the one that its issuer hosts.');
  report.add('fetched', 'valid', `Fetched from ${url}`);
  return answer;
}

type Held = { url: string | undefined; document: Json | undefined } | { problem: string };

/** JSON, or the URL alone (Open Badges 1.0 baked it), or a signed assertion, which is not checked. */
function parse(written: string): Held {
  const trimmed = written.trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) return { url: trimmed, document: undefined };
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed))
    return { problem: 'It is a signed badge (JWS): only hosted ones can be checked here.' };
  try {
    const document = documentIn(JSON.parse(trimmed), 'Assertion');
    return document ? { url: idOf(document), document } : { problem: 'It is not an assertion.' };
  } catch {
    return { problem: 'It is not JSON.' };
  }
}

/** Whether what somebody holds says the same as what is hosted, in all that matters to a reader. */
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
