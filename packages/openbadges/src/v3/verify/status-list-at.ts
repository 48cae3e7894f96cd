import { all, isObject, type Json, words } from '../../shared/read.ts';
import { decodeStatusList, fewestEntries } from '../status-list.ts';
import { checkDates, periodOf } from './check-dates.ts';
import type { Contexts } from './contexts.ts';
import { fetchNamed } from './fetch-named.ts';
import type { Seeking } from './find-key.ts';
import { open, type ParsedDocument } from './open.ts';
import { isOfType } from './plain.ts';
import { prove } from './prove.ts';
import { faultsOfCredential, issuerOf } from './shape.ts';

export type Asking = { seeking: Seeking; contexts: Contexts };
/** Type names of the list. */
export type Types = { credential: string; list: string };

/** A list may be signed on request, by a clock slightly ahead of ours. */
const aheadMs = 60_000;

/** The bits of a list signed by the credential's issuer, or a phrase that describes the problem. */
export async function statusListAt(
  address: string,
  types: Types,
  purpose: unknown,
  { seeking, contexts }: Asking,
): Promise<Uint8Array | string> {
  const opened = await fetchSigned(address, seeking);
  if (typeof opened === 'string') return opened;
  const { document } = opened;
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const fault = faultOfList(document, subject, { address, types, purpose, issuer: seeking.issuer });
  if (fault) return fault;
  const { proof, issuer } = await prove(opened, contexts, seeking);
  if (proof.outcome !== 'valid' || issuer.outcome !== 'valid') return 'isn’t signed by the issuer';
  const { from = 0 } = periodOf(document);
  const isJustSigned = from > seeking.now && from <= seeking.now + aheadMs;
  const dates = checkDates(document, isJustSigned ? from : seeking.now);
  if (dates.outcome !== 'valid') return dates.message.replace(/^The credential |\.$/g, '');
  const encoded = words(subject.encodedList).join();
  const isBare = types.list === 'StatusList2021' && !encoded.startsWith('u');
  const bits = await decodeStatusList(isBare ? `u${encoded}` : encoded).catch(() => undefined);
  if (!bits) return 'can’t be decompressed';
  return bits.length * 8 < fewestEntries ? 'is shorter than the minimum length' : bits;
}

type Wanted = { address: string; types: Types; purpose: unknown; issuer: string };

function faultOfList(document: Json, subject: Json, wanted: Wanted): string | undefined {
  const { address, types, purpose, issuer } = wanted;
  const [malformed] = faultsOfCredential(document);
  const rules: [isGood: boolean, fault: string][] = [
    [!malformed, `is malformed: it ${malformed?.message}`],
    [document.id === address, 'has an id that doesn’t match its address'],
    [isOfType(document, types.credential) && isOfType(subject, types.list), 'isn’t a status list'],
    [issuerOf(document) === issuer, 'belongs to another issuer'],
    [all(subject.statusPurpose).includes(purpose), 'is for another purpose'],
  ];
  return rules.find(([isGood]) => !isGood)?.[1];
}

async function fetchSigned(address: string, { read }: Seeking): Promise<ParsedDocument | string> {
  const answer = await fetchNamed(address, read);
  if (typeof answer === 'string') return answer;
  const { document } = answer;
  if (typeof document !== 'string' && !isObject(document)) return 'isn’t a document';
  const opened = open(typeof document === 'string' ? document : JSON.stringify(document));
  return 'problem' in opened ? opened.problem : opened;
}
