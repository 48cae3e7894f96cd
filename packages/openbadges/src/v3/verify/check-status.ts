import { all, isObject, type Json } from '../../shared/read.ts';
import { readStatus } from '../status-list.ts';
import { checkNamed } from './check-named.ts';
import { isOfType } from './plain.ts';
import { type Finding, type Status, unknown } from './report.ts';
import { type Asking, statusListAt, type Types } from './status-list-at.ts';

const purposes = new Map<unknown, { means: Status; message: string }>([
  ['revocation', { means: 'revoked', message: 'It was revoked by its issuer.' }],
  ['suspension', { means: 'suspended', message: 'It is suspended by its issuer for now.' }],
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
  if (isOfType(entry, '1EdTechRevocationList')) return checkNamed(entry, document, asking.seeking);
  return unknown('Its kind of status is not known here');
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
      message: `Its status says nothing of validity (${statusPurpose.slice(0, 30)}).`,
    };
  const isIndex = typeof statusListIndex !== 'object' && /^\d{1,15}$/.test(String(statusListIndex));
  const index = isIndex ? Number(statusListIndex) : undefined;
  if (!purpose || index === undefined || typeof address !== 'string')
    return { outcome: 'invalid', message: 'Its status is not written as it must be.' };
  if (statusSize !== undefined && statusSize !== 1) return unknown('Its status has several bits');
  const list = await statusListAt(address, lists[kind] as Types, statusPurpose, asking);
  if (typeof list === 'string') return unknown(`Its status list ${list}`);
  if (index >= list.length * 8) return unknown('Its status list has no entry for it');
  return readStatus(list, index)
    ? { outcome: 'invalid', ...purpose }
    : { outcome: 'valid', message: 'It has not been revoked.' };
}
