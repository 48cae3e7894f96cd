import { describeIdentity } from '../../shared/describe-identity.ts';
import type { FoundIssuer, ProvenBy } from '../../shared/found-issuer.ts';
import { assertMoment } from '../../shared/moment.ts';
import type { Outcome } from '../../shared/outcome.ts';
import { isObject, type Json, text } from '../../shared/read.ts';
import type { ReadDocument } from '../../shared/reader.ts';
import { checkDates, periodOf } from './check-dates.ts';
import { checkRecipient, nameOf } from './check-recipient.ts';
import { checkStatus } from './check-status.ts';
import { bundled, type Contexts } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { Disclosure } from './disclosure.ts';
import { open, prove } from './open.ts';
import { provenIssuer } from './proven-issuer.ts';
import { type Check, Report, type Status } from './report.ts';
import { faultsOfBadgeCredential, issuerOf } from './shape.ts';

/** What was found, for people to look at; nothing of it is trusted beyond what the checks say. */
export type Found = {
  id?: string | undefined;
  achievement?: {
    name?: string | undefined;
    description?: string | undefined;
    image?: string | undefined;
  };
  issuer?: FoundIssuer;
  recipient?: { name: string };
  /** Epoch milliseconds. */
  validFrom?: number | undefined;
  validUntil?: number | undefined;
};

export type Verdict = { status: Status; outcome: Outcome; checks: Check[]; found: Found };

export type VerifyOptions = {
  /** The credential as somebody holds it: JSON with a proof, or a compact JWS. */
  source: string;
  /** Whether it was issued to this address. */
  email?: string | undefined;
  /** Epoch milliseconds. */
  now: number;
  /** For keys and status lists; a JWT comes as text. Whom it lets be asked is its own to judge. */
  read: ReadDocument;
  /** Contexts that are known beside those of Open Badges, by their address. */
  contexts?: Contexts | undefined;
  /** Where documents are hashed; here, when none is given. */
  digest?: ((document: Json, hash: HashName) => Promise<Digest>) | undefined;
  /** Where proofs by ecdsa-sd-2023 are taken apart, which hashes some times over; here, when none is given. */
  disclose?: ((document: Json, proof: Json) => Promise<Disclosure>) | undefined;
};

/**
 * Verifies an OpenBadgeCredential (Open Badges 3.0 §OpenBadgeCredential Verification): its shape, its signature, whether the key is its issuer's, its
 * dates, its status and, when asked, the recipient. Throws only what `read` throws, and at a `now` that is none: what cannot be
 * checked is `unknown`, which is not `valid`. Endorsements, refreshing and JSON schemas are not looked at.
 */
export async function verify(options: VerifyOptions): Promise<Verdict> {
  const { source, email, now, read } = options;
  assertMoment(now);
  const report = new Report();
  const opened = open(source);
  if ('problem' in opened) {
    report.add('read', { outcome: 'invalid', message: `It ${opened.problem}.` });
    return verdict(report, {});
  }
  const { document } = opened;
  const contexts = new Map([...bundled, ...(options.contexts ?? [])]);
  const digest = options.digest ?? (await here(contexts));
  const disclose = options.disclose ?? disclosedHere(contexts);
  const faults = faultsOfBadgeCredential(document);
  const all = faults.map(({ message, section }) => `${message} (${section})`).join('; ');
  report.add('shape', {
    ...(faults.length > 0
      ? { outcome: 'invalid', message: `It ${all}.` }
      : { outcome: 'valid', message: 'It has all that Open Badges 3.0 asks for.' }),
  });
  const { proof, issuer } = await prove(opened, contexts, { now, read, digest, disclose });
  report.add('proof', proof);
  const isGenuine = proof.outcome === 'valid' && issuer.outcome === 'valid';
  const provenBy = isGenuine ? provenIssuer(issuerOf(document)) : undefined;
  report.add('issuer', provenBy ? { ...issuer, message: describeIdentity(provenBy) } : issuer);
  report.add('expiry', checkDates(document, now));
  const seeking = { issuer: issuerOf(document), now, read, digest, disclose };
  report.add(
    'revocation',
    isGenuine
      ? await checkStatus(document, { seeking, contexts })
      : { outcome: 'unknown', message: 'Only what is signed says where its status is.' },
  );
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  if (email !== undefined) report.add('recipient', checkRecipient(subject, email));
  return verdict(report, foundIn(document, subject, provenBy));
}

/** The JSON-LD processor is loaded only by who uses it. */
async function here(contexts: Contexts): Promise<NonNullable<VerifyOptions['digest']>> {
  const { digestOf } = await import('./digest.ts');
  return (document, hash) => digestOf(document, hash, contexts);
}

/** So is what takes apart proofs that few have. */
function disclosedHere(contexts: Contexts): NonNullable<VerifyOptions['disclose']> {
  return async (document, proof) =>
    (await import('./disclosure.ts')).disclosureOf(document, proof, contexts);
}

function verdict(report: Report, found: Found): Verdict {
  return { status: report.status, outcome: report.outcome, checks: report.checks, found };
}

function foundIn(document: Json, subject: Json, provenBy: ProvenBy | undefined): Found {
  const { from, until } = periodOf(document);
  const achievement = isObject(subject.achievement) ? subject.achievement : undefined;
  const issuer = isObject(document.issuer) ? document.issuer : {};
  const name = nameOf(subject);
  return {
    id: text(document.id),
    ...(achievement
      ? {
          achievement: {
            name: text(achievement.name),
            description: text(achievement.description),
            image: text(achievement.image),
          },
        }
      : {}),
    issuer: {
      ...{ id: issuerOf(document) || undefined, claimedName: text(issuer.name) },
      ...{ name: text(issuer.name), url: text(issuer.url) },
      ...(provenBy && { provenBy }),
    },
    ...(name === undefined ? {} : { recipient: { name } }),
    validFrom: from,
    validUntil: until,
  };
}
