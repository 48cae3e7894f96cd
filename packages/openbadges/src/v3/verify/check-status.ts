import { all, isObject, type Json, text } from '../../shared/read.ts';
import { readStatus } from '../status-list.ts';
import { fetchNamed } from './fetch-named.ts';
import type { Seeking } from './find-key.ts';
import { excess } from './limits.ts';
import { isOfType } from './plain.ts';
import { type Finding, type Status, unknown } from './report.ts';
import { issuerOf } from './shape.ts';
import { type Asking, statusListAt, type Types } from './status-list-at.ts';

const purposes = new Map<unknown, { means: Status; message: string }>([
  ['revocation', { means: 'revoked', message: 'The issuer revoked this credential.' }],
  ['suspension', { means: 'suspended', message: 'The issuer has suspended this credential.' }],
]);
/** More entries only make verifiers send requests. */
const mostEntries = 8;
const lists: Record<string, Types> = {
  BitstringStatusListEntry: {
    ...{ credential: 'BitstringStatusListCredential', list: 'BitstringStatusList' },
  },
  StatusList2021Entry: { credential: 'StatusList2021Credential', list: 'StatusList2021' },
};

/** Checks revocation (Verifiable Credentials 2.0 §4.10). Unreadable lists are `unknown`. */
export async function checkStatus(document: Json, asking: Asking): Promise<Finding> {
  const entries = all(document.credentialStatus);
  if (entries.length === 0)
    return { outcome: 'valid', message: 'The credential has no status that could change.' };
  if (entries.length > mostEntries)
    return {
      outcome: 'unknown',
      message: `The credential has more than ${mostEntries} status entries.`,
    };
  const found: Finding[] = [];
  for (const entry of entries)
    found.push(await checkEntry(isObject(entry) ? entry : {}, document, asking));
  const worst = (['invalid', 'unknown'] as const)
    .map((outcome) => found.find((each) => each.outcome === outcome))
    .find((each) => each !== undefined);
  return worst ?? { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
}

function checkEntry(entry: Json, document: Json, asking: Asking): Promise<Finding> | Finding {
  const kind = Object.keys(lists).find((each) => isOfType(entry, each));
  if (kind) return checkListed(entry, kind, asking);
  if (isOfType(entry, '1EdTechRevocationList')) return checkNamed(entry, document, asking.seeking);
  return unknown('This type of status isn’t supported');
}

/**
 * Bitstring Status List §3.2 Validate Algorithm. Its predecessor StatusList2021 has other names and
 * no multibase.
 */
async function checkListed(entry: Json, kind: string, asking: Asking): Promise<Finding> {
  const { statusPurpose, statusListIndex, statusListCredential: address, statusSize } = entry;
  const purpose = purposes.get(statusPurpose);
  if (typeof statusPurpose === 'string' && !purpose)
    return {
      outcome: 'valid',
      message: `The status isn’t about validity (${statusPurpose.slice(0, 30)}).`,
    };
  const isIndex = typeof statusListIndex !== 'object' && /^\d{1,15}$/.test(String(statusListIndex));
  const index = isIndex ? Number(statusListIndex) : undefined;
  if (!purpose || index === undefined || typeof address !== 'string')
    return { outcome: 'invalid', message: 'The status entry is malformed.' };
  if (statusSize !== undefined && statusSize !== 1)
    return unknown('Status entries with several bits aren’t supported');
  const list = await statusListAt(address, lists[kind] as Types, statusPurpose, asking);
  if (typeof list === 'string') return unknown(`The status list ${list}`);
  if (index >= list.length * 8) return unknown('The status list has no entry for this credential');
  return readStatus(list, index)
    ? { outcome: 'invalid', ...purpose }
    : { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
}

/**
 * 1EdTech Revocation List 1.0: a list of ids. Deprecated but in use. Unsigned, so only its origin
 * shows whose it is.
 */
async function checkNamed(entry: Json, document: Json, seeking: Seeking): Promise<Finding> {
  const address = text(entry.id) ?? '';
  if (!isSecure(address)) return unknown('The revocation list has no https address');
  const answer = await fetchNamed(address, seeking.read);
  if (typeof answer === 'string') return unknown(`The revocation list ${answer}`);
  const list = answer.document;
  if (!isObject(list) || excess(list)) return unknown('The revocation list isn’t valid');
  if (issuerOf(list) !== seeking.issuer)
    return unknown('The revocation list belongs to another issuer');
  const revoked = [...all(list.revokedCredential), ...all(list.revokedCredentials)];
  const found = revoked.find((each) => text(each) === document.id);
  if (found === undefined)
    return { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
  const reason = isObject(found) ? text(found.revocationReason) : undefined;
  return {
    outcome: 'invalid',
    means: 'revoked',
    message: reason
      ? `The issuer revoked this credential: ${reason}`
      : 'The issuer revoked this credential.',
  };
}

/** Can't be changed in transit: TLS, or this machine. */
function isSecure(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  );
}
