import { findExcess, type Jws, readJws } from '../../shared/decode.ts';
import { all, allTexts, firstText, isObject, type Json } from '../../shared/read.ts';
import { fetchNamed } from '../../shared/reader.ts';
import {
  decodeStatusList,
  decodeTokenStatusList,
  MIN_STATUS_LIST_ENTRIES,
  readStatus,
  readTokenStatus,
  type StatusLists,
  statusListTyp,
  type TokenStatusList,
} from '../status-list.ts';
import { checkDates, readPeriod } from './check-dates.ts';
import type { Contexts } from './contexts.ts';
import type { KeySearch } from './find-key.ts';
import { hasType } from './form.ts';
import { open, type ParsedDocument } from './open.ts';
import { checkSignature, prove } from './prove.ts';
import { type Finding, unknown, type VerdictStatus } from './report.ts';
import { findCredentialErrors, getIssuerId } from './shape.ts';

const purposes = new Map<unknown, { means: VerdictStatus; message: string }>([
  ['revocation', { means: 'revoked', message: 'The issuer revoked this credential.' }],
  ['suspension', { means: 'suspended', message: 'The issuer has suspended this credential.' }],
]);
/** More entries only make verifiers send requests. */
const MAX_ENTRIES = 8;
const lists: Record<string, ListTypes> = {
  BitstringStatusListEntry: {
    ...{ credential: 'BitstringStatusListCredential', list: 'BitstringStatusList' },
  },
  StatusList2021Entry: { credential: 'StatusList2021Credential', list: 'StatusList2021' },
};

/**
 * Checks revocation (Verifiable Credentials 2.0 §4.10), also by the `status` claim of a JWT (Token
 * Status List §6). Unreadable lists are `unknown`.
 */
export async function checkStatus(
  document: Json,
  jwt: Jws | undefined,
  context: StatusContext,
): Promise<Finding> {
  const entries = all(document.credentialStatus);
  const claim = jwt?.payload.status;
  if (entries.length === 0 && claim === undefined)
    return { outcome: 'valid', message: 'The credential has no status that could change.' };
  if (entries.length > MAX_ENTRIES)
    return {
      outcome: 'unknown',
      message: `The credential has more than ${MAX_ENTRIES} status entries.`,
    };
  const found: Finding[] = [];
  for (const entry of entries)
    found.push(await checkEntry(isObject(entry) ? entry : {}, document, context));
  if (claim !== undefined) found.push(await checkStatusClaim(claim, context));
  const worst = (['invalid', 'unknown'] as const)
    .map((outcome) => found.find((each) => each.outcome === outcome))
    .find((each) => each !== undefined);
  return worst ?? { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
}

function checkEntry(
  entry: Json,
  document: Json,
  context: StatusContext,
): Promise<Finding> | Finding {
  const kind = Object.keys(lists).find((each) => hasType(entry, each));
  if (kind) return checkStatusList(entry, kind, context);
  if (hasType(entry, '1EdTechRevocationList'))
    return checkRevocationList(entry, document, context.search);
  return unknown('This type of status isn’t supported');
}

/**
 * Bitstring Status List §3.2 Validate Algorithm. Its predecessor StatusList2021 has other names and
 * no multibase.
 */
async function checkStatusList(
  entry: Json,
  kind: string,
  context: StatusContext,
): Promise<Finding> {
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
  const list = await readStatusList(address, lists[kind] as ListTypes, statusPurpose, context);
  if (typeof list === 'string') return unknown(`The status list ${list}`);
  if (index >= list.length * 8) return unknown('The status list has no entry for this credential');
  return readStatus(list, index)
    ? { outcome: 'invalid', ...purpose }
    : { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
}

const tokenStatuses: (Finding | undefined)[] = [
  { outcome: 'valid', message: 'The credential hasn’t been revoked.' },
  ...[...purposes.values()].map((purpose): Finding => ({ outcome: 'invalid', ...purpose })),
];

/** Token Status List §8.3 Validation Rules. */
async function checkStatusClaim(claim: unknown, context: StatusContext): Promise<Finding> {
  const reference = isObject(claim) ? claim.status_list : undefined;
  if (reference === undefined) return unknown('This type of status isn’t supported');
  const { idx, uri } = isObject(reference) ? reference : {};
  if (!Number.isSafeInteger(idx) || Number(idx) < 0 || typeof uri !== 'string')
    return { outcome: 'invalid', message: 'The status entry is malformed.' };
  const list = await readStatusListToken(uri, context);
  if (typeof list === 'string') return unknown(`The status list ${list}`);
  const status = readTokenStatus(list, Number(idx));
  if (status === undefined) return unknown('The status list has no entry for this credential');
  return tokenStatuses[status] ?? unknown('This status isn’t supported');
}

/** The list in a token signed by the credential's issuer, or a phrase that describes the problem. */
async function readStatusListToken(
  uri: string,
  { search, statusLists }: StatusContext,
): Promise<TokenStatusList | string> {
  const name = nameList(search, 'token', uri);
  const proven = await statusLists.prove(name, () => fetchStatusListToken(uri, search));
  if (typeof proven === 'string') return proven;
  return statusLists.unpack((maxBytes) => decodeTokenStatusList(proven.packed, maxBytes));
}

async function fetchStatusListToken(uri: string, search: KeySearch): Promise<ProvenList | string> {
  const answer = await fetchNamed(uri, search.read);
  if (typeof answer === 'string') return answer;
  const jwt = readToken(answer.document);
  if (!jwt) return 'isn’t a status list token';
  const { sub, iat, exp, ttl, status_list: list } = jwt.payload;
  const seconds = search.now / 1_000;
  const isTime = (value: unknown): boolean => value === undefined || typeof value === 'number';
  if (sub !== uri) return 'has a subject that doesn’t match its address';
  if (typeof iat !== 'number' || !isTime(exp) || (ttl !== undefined && !(Number(ttl) > 0)))
    return 'is malformed';
  if (iat > seconds + MAX_CLOCK_LEAD_MS / 1_000) return 'isn’t valid yet';
  if (exp !== undefined && Number(exp) <= seconds) return 'has expired';
  const signed = await checkSignature(jwt, search);
  const isByIssuer =
    'proof' in signed && signed.proof.outcome === 'valid' && signed.issuer.outcome === 'valid';
  if (!isByIssuer) return 'isn’t signed by the issuer';
  return { packed: list };
}

/** Another kind of JWT is never a status list (RFC 8725 §3.11). */
function readToken(document: unknown): Jws | undefined {
  try {
    const jwt = readJws(String(document).trim());
    const isList = jwt.header.typ === statusListTyp && !jwt.ambiguity;
    return isList ? jwt : undefined;
  } catch {
    return undefined;
  }
}

/**
 * 1EdTech Revocation List 1.0: a list of ids. Deprecated but in use. Unsigned, so only its origin
 * shows whose it is.
 */
async function checkRevocationList(
  entry: Json,
  document: Json,
  search: KeySearch,
): Promise<Finding> {
  const address = firstText(entry.id) ?? '';
  if (!isSecure(address)) return unknown('The revocation list has no https address');
  const answer = await fetchNamed(address, search.read);
  if (typeof answer === 'string') return unknown(`The revocation list ${answer}`);
  const list = answer.document;
  if (!isObject(list) || findExcess(list)) return unknown('The revocation list isn’t valid');
  if (getIssuerId(list) !== search.issuer)
    return unknown('The revocation list belongs to another issuer');
  const revoked = [...all(list.revokedCredential), ...all(list.revokedCredentials)];
  const found = revoked.find((each) => firstText(each) === document.id);
  if (found === undefined)
    return { outcome: 'valid', message: 'The credential hasn’t been revoked.' };
  const reason = isObject(found) ? firstText(found.revocationReason) : undefined;
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

type StatusContext = { search: KeySearch; contexts: Contexts; statusLists: StatusLists };
/** A current list by the credential's issuer: `encodedList` or the claim `status_list`. */
type ProvenList = { packed: unknown };
/** Type names of the list. */
type ListTypes = { credential: string; list: string };

/** A list may be signed on request, by a clock slightly ahead of ours. */
const MAX_CLOCK_LEAD_MS = 60_000;

/** Another issuer or purpose would be proven in another way. */
const nameList = ({ issuer }: KeySearch, ...parts: unknown[]): string =>
  JSON.stringify([issuer, ...parts]);

/** The bits of a list signed by the credential's issuer, or a phrase that describes the problem. */
async function readStatusList(
  address: string,
  types: ListTypes,
  purpose: unknown,
  context: StatusContext,
): Promise<Uint8Array | string> {
  const { statusLists } = context;
  const proven = await statusLists.prove(
    nameList(context.search, types.list, purpose, address),
    () => fetchStatusList(address, types, purpose, context),
  );
  if (typeof proven === 'string') return proven;
  const list = await statusLists.unpack(async (maxBytes) => ({
    bytes: await decodeStatusList(String(proven.packed), maxBytes),
  }));
  if (typeof list === 'string') return list;
  const { bytes } = list;
  return bytes.length * 8 < MIN_STATUS_LIST_ENTRIES ? 'is shorter than the minimum length' : bytes;
}

async function fetchStatusList(
  address: string,
  types: ListTypes,
  purpose: unknown,
  { search, contexts }: StatusContext,
): Promise<ProvenList | string> {
  const opened = await fetchSigned(address, search);
  if (typeof opened === 'string') return opened;
  const { document } = opened;
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const problem = findListError(document, subject, {
    address,
    types,
    purpose,
    issuer: search.issuer,
  });
  if (problem) return problem;
  const { proof, issuer } = await prove(opened, contexts, search);
  if (proof.outcome !== 'valid' || issuer.outcome !== 'valid') return 'isn’t signed by the issuer';
  const { from = 0 } = readPeriod(document);
  const isJustSigned = from > search.now && from <= search.now + MAX_CLOCK_LEAD_MS;
  const dates = checkDates(document, isJustSigned ? from : search.now);
  if (dates.outcome !== 'valid') return dates.message.replace(/^The credential |\.$/g, '');
  const encoded = allTexts(subject.encodedList).join();
  const isBare = types.list === 'StatusList2021' && !encoded.startsWith('u');
  return { packed: isBare ? `u${encoded}` : encoded };
}

type ListRequirements = { address: string; types: ListTypes; purpose: unknown; issuer: string };

function findListError(
  document: Json,
  subject: Json,
  requirements: ListRequirements,
): string | undefined {
  const { address, types, purpose, issuer } = requirements;
  const [malformed] = findCredentialErrors(document);
  const rules: [isGood: boolean, problem: string][] = [
    [!malformed, `is malformed: it ${malformed?.message}`],
    [document.id === address, 'has an id that doesn’t match its address'],
    [hasType(document, types.credential) && hasType(subject, types.list), 'isn’t a status list'],
    [getIssuerId(document) === issuer, 'belongs to another issuer'],
    [all(subject.statusPurpose).includes(purpose), 'is for another purpose'],
  ];
  return rules.find(([isGood]) => !isGood)?.[1];
}

async function fetchSigned(address: string, { read }: KeySearch): Promise<ParsedDocument | string> {
  const answer = await fetchNamed(address, read);
  if (typeof answer === 'string') return answer;
  const { document } = answer;
  if (typeof document !== 'string' && !isObject(document)) return 'isn’t a document';
  const opened = open(typeof document === 'string' ? document : JSON.stringify(document));
  return 'problem' in opened ? opened.problem : opened;
}
