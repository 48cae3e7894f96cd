import { isCompactJws } from '../../shared/decode.ts';
import { describeIdentity } from '../../shared/describe-identity.ts';
import { createFinding, type Finding } from '../../shared/finding.ts';
import type { ProvenBy } from '../../shared/found.ts';
import { all, allTexts, isObject, type Json, type ShapeError } from '../../shared/read.ts';
import { type Outcome, overall } from '../../shared/reader.ts';
import { identifyIssuer } from '../did.ts';
import { checkDates } from './check-dates.ts';
import { checkPresentation, describeErrors, getHolder, proveHolder } from './check-presentation.ts';
import type { ProofResult } from './check-proof.ts';
import { checkStatus } from './check-status.ts';
import { checkRecipient, type FoundCredential, readContents } from './contents.ts';
import type { VerificationSetting } from './find-key.ts';
import { describeTypes, getDocumentKind, hasType, type SignedDocumentKind, v2 } from './form.ts';
import { open, type ParsedDocument, type ParseFailure } from './open.ts';
import { prove } from './prove.ts';
import { checkResources } from './related-resources.ts';
import { type CredentialCheck, CredentialReport, type VerdictStatus } from './report.ts';
import { checkKeyBinding } from './sd-jwt.ts';
import { findBadgeCredentialErrors, findCredentialErrors, getIssuerId } from './shape.ts';
import { findEndorsementErrors, findLearnerRecordErrors } from './shape-kinds.ts';

/**
 * In a presentation or a learner record. The size of the document limits the work, because each of
 * its credentials is hashed once.
 */
export const MAX_CREDENTIALS = 100;
/**
 * Enough for an enveloped presentation that contains an enveloped record with enveloped
 * credentials.
 */
const MAX_DEPTH = 5;

export type VerificationResult = {
  report: CredentialReport;
  found: FoundCredential;
  issuedTo?: string;
  contains?: VerificationResult[];
  endorsements?: VerificationResult[];
};
/** A credential whose endorsements are verified after all credentials of the document. */
export type GenuineCredential = {
  document: Json;
  identity: ProvenBy | undefined;
  result: VerificationResult;
};
/** Collects the genuine credentials of a document. */
export type DocumentSetting = VerificationSetting & { genuine: GenuineCredential[] };
/** Vouches for a credential that has no proof of its own. `prove` checks that the key may make claims. */
type Vouching = { holder: string; prove: () => Promise<ProofResult> };

/** Verifies an opened document of any kind. */
export async function verifyOpened(
  opened: ParsedDocument | ParseFailure,
  setting: DocumentSetting,
  depth = 0,
  vouching?: Vouching,
): Promise<VerificationResult> {
  if ('problem' in opened) return reportUnread(describeFailure('document', opened));
  if (depth > MAX_DEPTH) return reportUnread(createFinding('unknown', 'nested_too_deeply'));
  const kind = getDocumentKind(opened.document);
  if (kind === 'envelope') return verifyEnveloped(opened, setting, depth);
  if (kind === 'presentation') return verifyPresented(opened, setting, depth);
  if (setting.budget.credentials-- <= 0) return refuseMore();
  return verifySingle(opened, kind, setting, depth, vouching);
}

function refuseMore(): VerificationResult {
  return reportUnread(createFinding('unknown', 'too_many_credentials', { limit: MAX_CREDENTIALS }));
}

/** `name`: the kind of document, in English. */
export function describeFailure(name: string, { problem, outcome, code }: ParseFailure): Finding {
  const finding =
    outcome === 'unknown'
      ? createFinding('unknown', code ?? 'format_unsupported')
      : createFinding('invalid', 'document_unusable');
  return { ...finding, message: `The ${name} ${problem}.` };
}

export function reportUnread(finding: Finding): VerificationResult {
  const report = new CredentialReport();
  report.add('read', finding);
  return { report, found: {} };
}

async function verifyEnveloped(
  { document, jwt }: ParsedDocument,
  setting: DocumentSetting,
  depth: number,
): Promise<VerificationResult> {
  if (jwt) return reportUnread(refuseEnvelope('The JWT contains an envelope, which isn’t allowed'));
  const found = readEnvelope(document);
  if ('outcome' in found) return reportUnread(found);
  const inner = open(found.jwt);
  const isPresentation =
    inner.document !== undefined && getDocumentKind(inner.document) === 'presentation';
  const isMeant = isPresentation === hasType(document, 'EnvelopedVerifiablePresentation');
  if (!('problem' in inner) && !isMeant)
    return reportUnread(refuseEnvelope('The envelope’s content doesn’t match its type'));
  return verifyOpened(inner, setting, depth + 1);
}

/** A single credential is reported as if it had been submitted alone. Several are summarized. */
async function verifyPresented(
  opened: ParsedDocument,
  setting: DocumentSetting,
  depth: number,
): Promise<VerificationResult> {
  const presentation = await checkPresentation(opened, setting);
  const { document, jwt } = opened;
  const isSigned = jwt !== undefined || document.proof !== undefined;
  let proven: Promise<ProofResult> | undefined;
  const vouching =
    presentation.outcome === 'valid' && isSigned
      ? {
          holder: getHolder(opened),
          // Hashes the presentation again, which few need.
          prove: () => (proven ??= proveHolder(opened, setting, 'assertionMethod')),
        }
      : undefined;
  const inside = await verifyInside(document.verifiableCredential, setting, depth, vouching);
  const [only, ...more] = inside;
  if (only && more.length === 0) {
    only.report.add('presentation', presentation);
    return only;
  }
  const report = new CredentialReport();
  const { length: total } = all(document.verifiableCredential);
  report.add('presentation', presentation);
  report.add(
    'contents',
    only ? summarize(inside, total) : createFinding('unknown', 'presentation_empty'),
  );
  return { report, found: {}, contains: inside };
}

async function verifyInside(
  credentials: unknown,
  setting: DocumentSetting,
  depth: number,
  vouching?: Vouching,
): Promise<VerificationResult[]> {
  const listed = all(credentials);
  const found: VerificationResult[] = [];
  for (const each of listed.slice(0, MAX_CREDENTIALS))
    found.push(await verifyOpened(openInside(each), setting, depth + 1, vouching));
  // One result is for all the others.
  return listed.length > MAX_CREDENTIALS ? [...found, refuseMore()] : found;
}

export function openInside(value: unknown): ParsedDocument | ParseFailure {
  if (typeof value === 'string') return open(value);
  return isObject(value) ? { document: value } : { problem: 'isn’t a credential' };
}

const shapeChecks: Partial<Record<SignedDocumentKind, (document: Json) => ShapeError[]>> = {
  badge: findBadgeCredentialErrors,
  endorsement: findEndorsementErrors,
  record: findLearnerRecordErrors,
};
const goodShape: Partial<Record<SignedDocumentKind, Finding>> = {
  badge: createFinding('valid', 'badge_complete'),
  endorsement: createFinding('valid', 'endorsement_complete'),
  record: createFinding('valid', 'record_complete'),
};

export async function verifySingle(
  opened: ParsedDocument,
  kind: SignedDocumentKind,
  setting: DocumentSetting,
  depth: number,
  vouching: Vouching | undefined,
): Promise<VerificationResult> {
  const { document } = opened;
  const { contexts, email, now } = setting;
  const report = new CredentialReport();
  await addKeyBinding(report, opened, setting);
  report.add('shape', checkShape(document, kind));
  const proven =
    (await proveByHolder(opened, vouching)) ?? (await prove(opened, contexts, setting));
  const isGenuine = isValid(proven);
  const identity = isGenuine ? identifyIssuer(getIssuerId(document)) : getCarriedKey(proven);
  addSignature(report, proven, isGenuine ? identity : undefined);
  report.add('expiry', checkDates(document, now));
  const search = { ...setting, issuer: getIssuerId(document) };
  await addLinked(report, opened, isGenuine, search);
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const recipient = email === undefined ? undefined : checkRecipient(subject, email);
  if (recipient) report.add('recipient', recipient.finding);
  const found = readContents(document, identity);
  const { issuedTo } = recipient ?? {};
  const result: VerificationResult = {
    ...{ report, found },
    ...(issuedTo !== undefined && typeof email !== 'string' && { issuedTo }),
  };
  // Without a valid signature, anyone could have added endorsements.
  if (isGenuine && kind !== 'endorsement') setting.genuine.push({ document, identity, result });
  if (kind !== 'record') return result;
  // Compare the learner's address with the record only. A credential in it may have another
  // address.
  const inner = { ...setting, email: undefined };
  result.contains = await verifyInside(subject.verifiableCredential, inner, depth);
  const { length: total } = all(subject.verifiableCredential);
  if (total > 0) report.add('contents', summarize(result.contains, total));
  return result;
}

/** The holder's signature, if an SD-JWT has one. */
async function addKeyBinding(
  report: CredentialReport,
  { jwt, binding }: ParsedDocument,
  setting: VerificationSetting,
): Promise<void> {
  if (jwt && binding)
    report.add('presentation', await checkKeyBinding(binding, jwt.payload, setting));
}

/** Status and related resources, which are read only for genuine credentials. */
async function addLinked(
  report: CredentialReport,
  { document, jwt }: ParsedDocument,
  isGenuine: boolean,
  search: VerificationSetting & { issuer: string },
): Promise<void> {
  const { contexts, statusLists } = search;
  report.add(
    'revocation',
    isGenuine
      ? await checkStatus(document, jwt, { search, contexts, statusLists })
      : createFinding('unknown', 'status_unchecked'),
  );
  const resources = isGenuine
    ? await checkResources(document, search)
    : createFinding('unknown', 'resources_unchecked');
  if (resources && document.relatedResource !== undefined) report.add('resources', resources);
}

function isValid({ proof, issuer }: ProofResult): boolean {
  return proof.outcome === 'valid' && issuer.outcome === 'valid';
}

function addSignature(
  report: CredentialReport,
  { proof, issuer }: ProofResult,
  identity?: ProvenBy,
): void {
  report.add('proof', proof);
  report.add('issuer', identity ? { ...issuer, message: describeIdentity(identity) } : issuer);
}

/** The signature proves only the key that the JWT carries. */
function getCarriedKey({ proof, carriedKey }: ProofResult): ProvenBy | undefined {
  return proof.outcome === 'valid' && carriedKey !== undefined
    ? { by: 'jwk', thumbprint: carriedKey }
    : undefined;
}

function checkShape(document: Json, kind: SignedDocumentKind): Finding {
  const errors = (shapeChecks[kind] ?? findCredentialErrors)(document);
  if (errors.length > 0) return describeErrors('credential', errors);
  return (
    goodShape[kind] ??
    createFinding('unknown', 'type_unsupported', { type: describeTypes(document) })
  );
}

/**
 * A credential without a proof is signed with the presentation if its issuer is the holder
 * (Verifiable Credentials Data Model 2.0 §4.13.3), with a key that may make claims (Controlled
 * Identifiers 1.0 §2.3.2). Websites give other keys for signing in.
 */
async function proveByHolder(
  { document, jwt }: ParsedDocument,
  vouching?: Vouching,
): Promise<ProofResult | undefined> {
  if (jwt || document.proof !== undefined || vouching?.holder !== getIssuerId(document))
    return undefined;
  const { proof, issuer } = await vouching.prove();
  const failed = [proof, issuer].find(({ outcome }) => outcome !== 'valid');
  return {
    proof: createFinding('valid', 'signed_by_presentation'),
    issuer:
      failed?.outcome === 'invalid'
        ? createFinding('invalid', 'key_not_of_issuer')
        : (failed ?? createFinding('valid', 'presented_by_issuer')),
  };
}

const genuine = ['revoked', 'suspended', 'expired', 'not_yet_valid'] as const;

/** `total`: how many there are. Those without a result of their own weren't verified. */
function summarize(inside: VerificationResult[], total: number): Finding {
  const verdicts = inside.map(toVerdict);
  const outcome = overall(verdicts);
  if (outcome === 'valid') return createFinding(outcome, 'all_inside_valid', { total });
  const deciding = verdicts.filter((each) => each.outcome === outcome);
  const [first] = deciding;
  const at = first ? verdicts.indexOf(first) : 0;
  const name = first?.found.achievement?.name ?? first?.found.id ?? `#${at + 1}`;
  const check = first?.checks.find((check) => check.outcome === outcome);
  const state = outcome === 'invalid' ? 'not valid' : 'not verified';
  const statuses = new Set(deciding.map(({ status }) => status));
  const means = genuine.find((status) => statuses.has(status));
  const shown = name.slice(0, 100);
  const others = outcome === 'unknown' ? total - verdicts.length : 0;
  const count = deciding.length + others;
  return {
    ...createFinding(
      outcome,
      outcome === 'invalid' ? 'some_inside_invalid' : 'some_inside_unknown',
      { count, total, name: shown, reason: check?.detail ?? '' },
    ),
    message: `${count} of ${total} credentials inside ${count === 1 ? 'is' : 'are'} ${state}. “${shown}”: ${check?.message ?? ''}`,
    means: statuses.size === 1 ? means : undefined,
  };
}

export function toVerdict(result: VerificationResult): CredentialVerdict {
  const { report, found, issuedTo, contains, endorsements } = result;
  const { status, outcome, checks } = report;
  return {
    status,
    outcome,
    checks,
    found,
    ...(issuedTo !== undefined && { issuedTo }),
    ...(contains ? { contains: contains.map(toVerdict) } : {}),
    ...(endorsements ? { endorsements: endorsements.map(toVerdict) } : {}),
  };
}

const credential = 'EnvelopedVerifiableCredential';

const presentation = 'EnvelopedVerifiablePresentation';

/** Media types of JWTs (Securing Verifiable Credentials using JOSE and COSE §6.1, and its drafts). */
const jwtTypes = new Map([
  [credential, ['application/vc+jwt', 'application/vc-ld+jwt', 'application/jwt']],
  [presentation, ['application/vp+jwt', 'application/vp-ld+jwt', 'application/jwt']],
]);

/**
 * Returns the JWT in an envelope (Verifiable Credentials Data Model 2.0 §4.13.1, §4.13.2), or why
 * none can be read.
 */
function readEnvelope(document: Json): { jwt: string } | Finding {
  const [type, ...more] = allTexts(document.type);
  const types = jwtTypes.get(type ?? '');
  if (!types || more.length > 0)
    return refuseEnvelope('The envelope has types that aren’t allowed');
  if (!all(document['@context']).includes(v2))
    return refuseEnvelope('The envelope lacks the context of verifiable credentials');
  const url = readDataUrl(allTexts(document.id).join());
  if (!url) return refuseEnvelope('The envelope’s id isn’t a data: URL');
  const { media, content } = url;
  const isOther = [...jwtTypes.values()].flat().includes(media);
  if (isOther && !types.includes(media))
    return refuseEnvelope('The envelope’s content doesn’t match its type');
  if (!isOther)
    return createFinding('unknown', 'envelope_unsupported', { type: media.slice(0, 60) });
  return isCompactJws(content)
    ? { jwt: content }
    : refuseEnvelope('The envelope doesn’t contain a JWT');
}

/** The media type and text of a data: URL (RFC 2397), whose letters may be of any case before the text. */
function readDataUrl(url: string): { media: string; content: string } | undefined {
  const [, media, parameters = '', data = ''] = /^data:([^;,]*)(;[^,]*)?,(.*)$/is.exec(url) ?? [];
  if (media === undefined) return undefined;
  try {
    const text = decodeURIComponent(data);
    // Some issuers call the parts of a JWT base64. Its dots are never in Base64.
    const isEncoded = /;base64$/i.test(parameters) && !isCompactJws(text);
    const content = isEncoded ? atob(text) : text;
    return { media: media.toLowerCase() || 'text/plain', content };
  } catch {
    return { media: media.toLowerCase() || 'text/plain', content: '' };
  }
}

function refuseEnvelope(reason: string): Finding {
  return { ...createFinding('invalid', 'envelope_malformed'), message: `${reason} (VC 4.13).` };
}

export type CredentialVerdict = {
  status: VerdictStatus;
  outcome: Outcome;
  checks: CredentialCheck[];
  found: FoundCredential;
  /** The address that it was issued to. Only if several were given. */
  issuedTo?: string;
  /**
   * Results for the credentials in a learner record, or in a presentation of several. The check
   * `contents` summarizes them.
   */
  contains?: CredentialVerdict[];
  /** Results for the endorsements in a credential. They don't affect its own result. */
  endorsements?: CredentialVerdict[];
};
