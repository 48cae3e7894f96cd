import { all, isObject, type Json, text, words } from '../../shared/read.ts';
import { decodeStatusList, fewestEntries, readStatus } from '../status-list.ts';
import { checkDates, periodOf } from './check-dates.ts';
import type { Contexts } from './contexts.ts';
import type { Seeking } from './find-key.ts';
import { excess } from './limits.ts';
import { type Opened, open, prove } from './open.ts';
import { isOfType } from './plain.ts';
import type { Finding, Status } from './report.ts';
import { faultsOfCredential, issuerOf } from './shape.ts';

const purposes = new Map<unknown, { means: Status; message: string }>([
  ['revocation', { means: 'revoked', message: 'It was revoked by its issuer.' }],
  ['suspension', { means: 'suspended', message: 'It is suspended by its issuer for now.' }],
]);
/** More are there to make verifiers ask around. */
const mostEntries = 8;
const lists: Record<string, Types> = {
  BitstringStatusListEntry: {
    ...{ credential: 'BitstringStatusListCredential', list: 'BitstringStatusList' },
  },
  StatusList2021Entry: { credential: 'StatusList2021Credential', list: 'StatusList2021' },
};

type Asking = { seeking: Seeking; contexts: Contexts };

/** Whether its issuer took it back (Verifiable Credentials 2.0 §4.10). Whatever cannot be read is `unknown`. */
export async function checkStatus(document: Json, asking: Asking): Promise<Finding> {
  const entries = all(document.credentialStatus);
  if (entries.length === 0)
    return { outcome: 'valid', message: 'It has no status that could change.' };
  if (entries.length > mostEntries)
    return { outcome: 'unknown', message: `It has more than ${mostEntries} statuses.` };
  const found: Finding[] = [];
  for (const entry of entries)
    found.push(await checkEntry(isObject(entry) ? entry : {}, document, asking));
  const worst = (['invalid', 'unknown'] as const)
    .map((outcome) => found.find((each) => each.outcome === outcome))
    .find((each) => each !== undefined);
  return worst ?? { outcome: 'valid', message: 'It has not been revoked.' };
}

function checkEntry(entry: Json, document: Json, asking: Asking): Promise<Finding> | Finding {
  const kind = Object.keys(lists).find((each) => isOfType(entry, each));
  if (kind) return checkListed(entry, kind, asking);
  if (isOfType(entry, '1EdTechRevocationList')) return checkNamed(entry, document, asking);
  return unknown('Its kind of status is not known here');
}

/** Bitstring Status List §3.2 Validate Algorithm; StatusList2021 before it differs in names, and has no multibase. */
async function checkListed(entry: Json, kind: string, asking: Asking): Promise<Finding> {
  const { statusPurpose, statusListIndex, statusListCredential: address, statusSize } = entry;
  const purpose = purposes.get(statusPurpose);
  if (typeof statusPurpose === 'string' && !purpose)
    return {
      outcome: 'valid',
      message: `Its status says nothing of validity (${statusPurpose.slice(0, 30)}).`,
    };
  const isIndex = typeof statusListIndex !== 'object' && /^\d{1,15}$/.test(String(statusListIndex));
  const index = isIndex ? Number(statusListIndex) : undefined;
  if (!purpose || index === undefined || typeof address !== 'string')
    return { outcome: 'invalid', message: 'Its status is not written as it must be.' };
  if (statusSize !== undefined && statusSize !== 1) return unknown('Its status has several bits');
  const list = await listAt(address, lists[kind] as Types, statusPurpose, asking);
  if (typeof list === 'string') return unknown(`Its status list ${list}`);
  if (index >= list.length * 8) return unknown('Its status list has no entry for it');
  return readStatus(list, index)
    ? { outcome: 'invalid', ...purpose }
    : { outcome: 'valid', message: 'It has not been revoked.' };
}

/** A list may be signed just as it is asked for, and by a clock that is a little ahead of ours. */
const aheadMs = 60_000;

/** The bits of a list that the credential's issuer signed, or a phrase that says what is wrong with it. */
async function listAt(
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
  if (proof.outcome !== 'valid' || issuer.outcome !== 'valid') return 'is not signed by its issuer';
  const { from = 0 } = periodOf(document);
  const isJustSigned = from > seeking.now && from <= seeking.now + aheadMs;
  const dates = checkDates(document, isJustSigned ? from : seeking.now);
  if (dates.outcome !== 'valid')
    return dates.message
      .replace(/^It is valid/, 'is valid only')
      .replace(/^It|\.$/g, '')
      .trim();
  const encoded = words(subject.encodedList).join();
  const isBare = types.list === 'StatusList2021' && !encoded.startsWith('u');
  const bits = await decodeStatusList(isBare ? `u${encoded}` : encoded).catch(() => undefined);
  if (!bits) return 'cannot be unpacked';
  return bits.length * 8 < fewestEntries ? 'is shorter than any may be' : bits;
}

type Types = { credential: string; list: string };
type Wanted = { address: string; types: Types; purpose: unknown; issuer: string };

function faultOfList(document: Json, subject: Json, wanted: Wanted): string | undefined {
  const { address, types, purpose, issuer } = wanted;
  const [malformed] = faultsOfCredential(document);
  const rules: [isGood: boolean, fault: string][] = [
    [!malformed, `is malformed: it ${malformed?.message}`],
    [document.id === address, 'calls itself something else'],
    [isOfType(document, types.credential) && isOfType(subject, types.list), 'is no status list'],
    [issuerOf(document) === issuer, 'is of another issuer'],
    [all(subject.statusPurpose).includes(purpose), 'is for another purpose'],
  ];
  return rules.find(([isGood]) => !isGood)?.[1];
}

async function fetchSigned(address: string, { read }: Seeking): Promise<Opened | string> {
  const answer = await fetched(address, read);
  if (typeof answer === 'string') return answer;
  const { document } = answer;
  if (typeof document !== 'string' && !isObject(document)) return 'is no document';
  const opened = open(typeof document === 'string' ? document : JSON.stringify(document));
  return 'problem' in opened ? opened.problem : opened;
}

async function fetched(
  address: string,
  read: Seeking['read'],
): Promise<{ document: unknown } | string> {
  if (!/^https?:\/\//i.test(address)) return 'has no web address';
  const answer = await read(address);
  if ('problem' in answer) return answer.problem;
  return answer.status === 200 ? answer : `could not be fetched (${answer.status})`;
}

/** 1EdTech Revocation List 1.0: a list of ids. Deprecated, but there. */
async function checkNamed(entry: Json, document: Json, { seeking }: Asking): Promise<Finding> {
  const answer = await fetched(text(entry.id) ?? '', seeking.read);
  if (typeof answer === 'string') return unknown(`Its revocation list ${answer}`);
  const list = answer.document;
  if (!isObject(list) || excess(list)) return unknown('Its revocation list is none');
  if (issuerOf(list) !== seeking.issuer) return unknown('Its revocation list is of another issuer');
  const revoked = [...all(list.revokedCredential), ...all(list.revokedCredentials)];
  const found = revoked.find((each) => text(each) === document.id);
  if (found === undefined) return { outcome: 'valid', message: 'It has not been revoked.' };
  const reason = isObject(found) ? text(found.revocationReason) : undefined;
  return {
    outcome: 'invalid',
    means: 'revoked',
    message: reason ? `It was revoked by its issuer: ${reason}` : 'It was revoked by its issuer.',
  };
}

function unknown(message: string): Finding {
  return { outcome: 'unknown', message: `${message}.` };
}
