import type { Jws } from '../shared/decode.ts';
import { describeIdentity } from '../shared/describe-identity.ts';
import { createFinding, type Finding } from '../shared/finding.ts';
import type { FoundAssertion, FoundIssuer, ProvenBy } from '../shared/found.ts';
import { first, firstText, getId, isObject, type Json, parseTime } from '../shared/read.ts';
import type { ReadDocument } from '../shared/reader.ts';
import { assertMoment, type Outcome, overall } from '../shared/reader.ts';
import type { RecipientEmail } from '../shared/recipient.ts';
import { identifyIssuer } from '../v3/did.ts';
import { describeUnread, findAssertion, followLink, getDocumentHost, type Source } from './find.ts';
import {
  type AssertionCheck,
  AssertionReport,
  type AssertionStatus,
  computeStatus,
  judgeDates,
  judgeRecipient,
  judgeRevocation,
  reportErrors,
} from './report.ts';
import {
  checkScope,
  findAssertionErrors,
  findBadgeErrors,
  findIssuerErrors,
  getPictureUrl,
} from './rules.ts';
import { checkRevocationList, checkSignature } from './signed.ts';

export type AssertionVerdict = {
  status: AssertionStatus;
  outcome: Outcome;
  checks: AssertionCheck[];
  found: FoundAssertion;
  /** The address that it was issued to. Only if several were given. */
  issuedTo?: string;
};

export type CheckInput = {
  source: Source;
  /** Checks that it was issued to this address, or to one of these. */
  email?: RecipientEmail | undefined;
  /** Epoch milliseconds. */
  now: number;
  read: ReadDocument;
};

/**
 * Verifies an Open Badges 2.0 assertion (§ "Badge Verification"). A hosted one is read from its id;
 * the signature of a signed one (JWS) is checked. Then badge class, issuer, shape, hosted scope,
 * revocation, expiry and, on request, the recipient. Throws only what `read` throws, and for an
 * invalid `now`. Anything unreachable is `unknown`, which is not `valid`.
 */
export async function check({ source, email, now, read }: CheckInput): Promise<AssertionVerdict> {
  assertMoment(now);
  const report = new AssertionReport();
  const found: FoundAssertion = {};
  const assertion = await findAssertion(source, read, report);
  if ('isAbsent' in assertion) {
    const { checks } = report;
    const outcome = overall(checks);
    return { status: assertion.isAbsent ? 'not_found' : outcome, outcome, checks, found };
  }
  const { document, jws } = assertion;
  found.id = getId(document);
  found.issuedOn = parseTime(document.issuedOn);
  found.expires = parseTime(document.expires);
  const name = getRecipientName(document);
  if (name !== undefined) found.recipient = { name };
  if (!jws) judgeRevocation(report, document, assertion.status, found);
  const isStripped = assertion.status === 410;
  if (!isStripped)
    reportErrors(
      report,
      'shape',
      findAssertionErrors(document),
      createFinding('valid', 'assertion_complete'),
    );
  if (jws) await judgeSigned(report, jws, found, read);
  else await judgeHosted(report, document, isStripped, found, read);
  judgeDates(report, found, now, isStripped);
  const issuedTo =
    email === undefined ? undefined : judgeRecipient(report, first(document.recipient), email);
  const { checks } = report;
  const { issuedOn = now, expires = now } = found;
  const isExpired = issuedOn <= now && expires < now;
  return {
    ...{ status: computeStatus(checks, isExpired), outcome: overall(checks), checks, found },
    ...(issuedTo !== undefined && typeof email !== 'string' && { issuedTo }),
  };
}

/**
 * Extension for the recipient's name (https://openbadgespec.org/extensions, "Recipient Profile").
 */
function getRecipientName(document: Json): string | undefined {
  const profile = first(document['extensions:recipientProfile']);
  return isObject(profile) ? firstText(profile.name) : undefined;
}

/**
 * Checks the badge class and the issuer, and whether the issuer allows its assertions on this
 * assertion's host.
 */
async function judgeHosted(
  report: AssertionReport,
  assertion: Json,
  isStripped: boolean,
  found: FoundAssertion,
  read: ReadDocument,
): Promise<void> {
  if (isStripped && assertion.badge === undefined) {
    for (const name of ['scope', 'issuer', 'badge'] as const)
      report.add(name, createFinding('unknown', 'omitted_if_revoked'));
    return;
  }
  const issuer = await judgeChain(report, assertion, found, read, false);
  if (!issuer) return;
  report.add('scope', checkScope(assertion, issuer));
}

/**
 * Checks the issuer's signature and revocation list (Open Badges 2.0 §SignedBadge Verification).
 */
async function judgeSigned(
  report: AssertionReport,
  jws: Jws,
  found: FoundAssertion,
  read: ReadDocument,
): Promise<void> {
  const issuer = await judgeChain(report, jws.payload, found, read, true);
  if (!issuer) {
    for (const name of ['proof', 'revocation'] as const)
      report.add(name, createFinding('unknown', 'key_unknown'));
    return;
  }
  const proof = await checkSignature(jws, issuer, read);
  report.add('proof', proof);
  const isProven = proof.outcome === 'valid';
  const provenBy = isProven ? identifyIssuer(getId(issuer) ?? '') : undefined;
  if (provenBy && found.issuer) {
    found.issuer.provenBy = provenBy;
    if (findIssuerErrors(issuer).length === 0) report.add('issuer', describeProven(provenBy));
  }
  const revocation: Finding & { reason?: string | undefined } = isProven
    ? await checkRevocationList(jws.payload, issuer, read)
    : createFinding('unknown', 'revocation_list_unchecked');
  report.add('revocation', revocation);
  if ('reason' in revocation && revocation.reason !== undefined)
    found.revocationReason = revocation.reason;
}

/**
 * Returns the issuer after checking the badge class and the issuer. A signed assertion has no host
 * that could vouch for the documents it embeds, and its issuer is always read from its own address,
 * which the signature then proves.
 */
async function judgeChain(
  report: AssertionReport,
  assertion: Json,
  found: FoundAssertion,
  read: ReadDocument,
  isSigned: boolean,
): Promise<Json | undefined> {
  const host = isSigned ? undefined : getDocumentHost(assertion);
  const onlyIssuer = isSigned ? [] : (['scope'] as const);
  const badge = await followLink(assertion.badge, ['BadgeClass'], read, host);
  if ('problem' in badge) {
    report.add('badge', describeUnread('badge class', badge));
    for (const name of ['issuer', ...onlyIssuer] as const)
      report.add(name, createFinding('unknown', 'issuer_unknown'));
    return undefined;
  }
  found.badge = {
    name: firstText(badge.document.name),
    description: firstText(badge.document.description),
    image: getPictureUrl(badge.document),
  };
  reportErrors(
    report,
    'badge',
    findBadgeErrors(badge.document),
    createFinding('valid', 'badge_named', { name: found.badge.name ?? '' }),
  );

  const { document: badgeClass } = badge;
  const badgeHost = embeddingHost(badgeClass, host, isSigned);
  const issuer = await followLink(badgeClass.issuer, ['Issuer', 'Profile'], read, badgeHost);
  if ('problem' in issuer) {
    report.add('issuer', describeUnread('issuer', issuer));
    for (const name of onlyIssuer) report.add(name, createFinding('unknown', 'hosting_unknown'));
    return undefined;
  }
  const documents = { assertion, badge: badgeClass, issuer: issuer.document };
  const provenBy = isSigned ? undefined : getProvenHost(documents, badgeHost);
  found.issuer = describeIssuer(issuer.document, provenBy);
  reportErrors(
    report,
    'issuer',
    findIssuerErrors(issuer.document),
    provenBy ? describeProven(provenBy) : createFinding('valid', 'issuer_complete'),
  );
  return issuer.document;
}

/** `found.issuer.provenBy` has the identity as data. */
function describeProven(provenBy: ProvenBy): Finding {
  return { ...createFinding('valid', 'issuer_complete'), message: describeIdentity(provenBy) };
}

/** Host of the document that contains a badge class. */
function embeddingHost(
  badge: Json,
  hostOfAssertion: string | undefined,
  isSigned: boolean,
): string | undefined {
  return isSigned ? undefined : (getDocumentHost(badge) ?? hostOfAssertion);
}

function getProvenHost(
  documents: Parameters<typeof findProvenHost>[0],
  badgeHost: string | undefined,
): ProvenBy | undefined {
  const { outcome } = checkScope(documents.assertion, documents.issuer);
  return outcome === 'valid' ? findProvenHost(documents, badgeHost) : undefined;
}

function describeIssuer(issuer: Json, provenBy: ProvenBy | undefined): FoundIssuer {
  const name = firstText(issuer.name);
  return {
    ...{ id: getId(issuer), claimedName: name, name, url: firstText(issuer.url) },
    ...(provenBy && { provenBy }),
  };
}

/**
 * Returns the host that a hosted assertion proves. Call it only once the issuer's profile is known
 * to cover the assertion's address. A profile without its own address proves the document that
 * contains it, which is on `embeddingHost`.
 */
function findProvenHost(
  documents: { assertion: Json; badge: Json; issuer: Json },
  embeddingHost: string | undefined,
): ProvenBy | undefined {
  const { assertion, badge, issuer } = documents;
  const hostOfAssertion = webAddress(assertion)?.host;
  const host = webAddress(issuer)?.host ?? embeddingHost;
  if (hostOfAssertion === undefined || host === undefined) return undefined;
  const addresses = [assertion, badge, issuer].map(webAddress);
  return {
    ...{ by: 'hosted', host },
    ...(hostOfAssertion === host ? {} : { assertionHost: hostOfAssertion }),
    encrypted: addresses.every((each) => each === undefined || each.protocol === 'https:'),
  };
}

function webAddress(document: Json): URL | undefined {
  const id = getId(document);
  return id !== undefined && /^https?:\/\//i.test(id) && URL.canParse(id) ? new URL(id) : undefined;
}
