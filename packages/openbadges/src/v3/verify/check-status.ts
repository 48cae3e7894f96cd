import { findSizeError, type Jws, readJws } from '../../shared/decode.ts';
import { createFinding, type Finding } from '../../shared/finding.ts';
import { all, allTexts, firstText, isObject, type Json } from '../../shared/read.ts';
import { fetchNamedDocument } from '../../shared/reader.ts';
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
import { findCredentialErrors, getIssuerId } from './shape.ts';

const purposes = new Map<unknown, Finding>([
  ['revocation', { ...createFinding('invalid', 'revoked'), means: 'revoked' }],
  ['suspension', { ...createFinding('invalid', 'suspended'), means: 'suspended' }],
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
  if (entries.length === 0 && claim === undefined) return createFinding('valid', 'status_absent');
  if (entries.length > MAX_ENTRIES)
    return createFinding('unknown', 'too_many_statuses', { limit: MAX_ENTRIES });
  const found: Finding[] = [];
  for (const entry of entries)
    found.push(await checkEntry(isObject(entry) ? entry : {}, document, context));
  if (claim !== undefined) found.push(await checkStatusClaim(claim, context));
  const worst = (['invalid', 'unknown'] as const)
    .map((outcome) => found.find((each) => each.outcome === outcome))
    .find((each) => each !== undefined);
  return worst ?? createFinding('valid', 'not_revoked');
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
  return createFinding('unknown', 'status_type_unsupported');
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
    return createFinding('valid', 'status_irrelevant', { purpose: statusPurpose.slice(0, 30) });
  const isIndex = typeof statusListIndex !== 'object' && /^\d{1,15}$/.test(String(statusListIndex));
  const index = isIndex ? Number(statusListIndex) : undefined;
  if (!purpose || index === undefined || typeof address !== 'string')
    return createFinding('invalid', 'status_malformed');
  if (statusSize !== undefined && statusSize !== 1)
    return createFinding('unknown', 'status_bits_unsupported');
  const list = await readStatusList(address, lists[kind] as ListTypes, statusPurpose, context);
  if (typeof list === 'string') return describeStatusList(list, address);
  if (index >= list.length * 8) return createFinding('unknown', 'status_unlisted');
  return readStatus(list, index) ? purpose : createFinding('valid', 'not_revoked');
}

/** `problem` completes “The status list …”. */
function describeStatusList(problem: string, url: string): Finding {
  return {
    ...createFinding('unknown', 'status_list_unusable', { url }),
    message: `The status list ${problem}.`,
  };
}

const tokenStatuses: (Finding | undefined)[] = [
  createFinding('valid', 'not_revoked'),
  ...purposes.values(),
];

/** Token Status List §8.3 Validation Rules. */
async function checkStatusClaim(claim: unknown, context: StatusContext): Promise<Finding> {
  const reference = isObject(claim) ? claim.status_list : undefined;
  if (reference === undefined) return createFinding('unknown', 'status_type_unsupported');
  const { idx, uri } = isObject(reference) ? reference : {};
  if (!Number.isSafeInteger(idx) || Number(idx) < 0 || typeof uri !== 'string')
    return createFinding('invalid', 'status_malformed');
  const list = await readStatusListToken(uri, context);
  if (typeof list === 'string') return describeStatusList(list, uri);
  const status = readTokenStatus(list, Number(idx));
  if (status === undefined) return createFinding('unknown', 'status_unlisted');
  return tokenStatuses[status] ?? createFinding('unknown', 'status_value_unsupported');
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
  const answer = await fetchNamedDocument(uri, search.read);
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
  const refuse = (problem: string): Finding => ({
    ...createFinding('unknown', 'revocation_list_unusable', { url: address }),
    message: `The revocation list ${problem}.`,
  });
  if (!isSecure(address)) return refuse('has no https address');
  const answer = await fetchNamedDocument(address, search.read);
  if (typeof answer === 'string') return refuse(answer);
  const list = answer.document;
  if (!isObject(list) || findSizeError(list)) return refuse('isn’t valid');
  if (getIssuerId(list) !== search.issuer) return refuse('belongs to another issuer');
  const revoked = [...all(list.revokedCredential), ...all(list.revokedCredentials)];
  const found = revoked.find((each) => {
    const id = firstText(each);
    return id !== undefined && id === document.id;
  });
  if (found === undefined) return createFinding('valid', 'not_revoked');
  const reason = isObject(found) ? firstText(found.revocationReason) : undefined;
  return {
    ...(reason
      ? createFinding('invalid', 'revoked_for', { reason })
      : createFinding('invalid', 'revoked')),
    means: 'revoked',
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
  const answer = await fetchNamedDocument(address, read);
  if (typeof answer === 'string') return answer;
  const { document } = answer;
  if (typeof document !== 'string' && !isObject(document)) return 'isn’t a document';
  const opened = open(typeof document === 'string' ? document : JSON.stringify(document));
  return 'problem' in opened ? opened.problem : opened;
}
