import { createFinding, type Finding } from '../../shared/finding.ts';
import type { FoundIssuer, ProvenBy } from '../../shared/found.ts';
import { all, firstText, isObject, type Json } from '../../shared/read.ts';
import {
  describeRecipient,
  isRecipient,
  listAddressForms,
  listEmails,
  type RecipientEmail,
} from '../../shared/recipient.ts';
import { readPeriod } from './check-dates.ts';
import { getIssuerId } from './shape.ts';

/** Contents for display. Trust only what the checks confirm. */
export type FoundCredential = {
  id?: string | undefined;
  /** The id of what an endorsement is about. The check `subject` says whether it's the issuer's. */
  about?: string | undefined;
  /** For an endorsement or a learner record, its own name and description. */
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

export function readContents(document: Json, provenBy: ProvenBy | undefined): FoundCredential {
  const { from, until } = readPeriod(document);
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const issuer = isObject(document.issuer) ? document.issuer : {};
  const name = getRecipientName(subject);
  const achievement = readAchievement(document, subject);
  return {
    id: firstText(document.id),
    ...(achievement ? { achievement } : {}),
    issuer: {
      ...{ id: getIssuerId(document) || undefined, claimedName: firstText(issuer.name) },
      ...{ name: firstText(issuer.name), url: firstText(issuer.url) },
      ...(provenBy && { provenBy }),
    },
    ...(name === undefined ? {} : { recipient: { name } }),
    validFrom: from,
    validUntil: until,
  };
}

function readAchievement(document: Json, subject: Json): FoundCredential['achievement'] {
  if (isObject(subject.achievement)) {
    const { name, description, image } = subject.achievement;
    return { name: firstText(name), description: firstText(description), image: firstText(image) };
  }
  const name = firstText(document.name);
  if (name === undefined) return undefined;
  const description = firstText(document.description) ?? firstText(subject.endorsementComment);
  return { name, description, image: firstText(document.image) };
}

/**
 * Checks that the credential was issued to an email address (Open Badges 3.0 §Verify the Recipient
 * Using an Identifier). `issuedTo` is that address.
 */
export function checkRecipient(
  subject: Json,
  email: RecipientEmail,
): { finding: Finding; issuedTo: string | undefined } {
  const results = listEmails(email).map((each) => ({ each, isTheirs: isIssuedTo(subject, each) }));
  const issuedTo = results.find(({ isTheirs }) => isTheirs)?.each;
  const isUnknown = results.every(({ isTheirs }) => isTheirs === undefined);
  const finding: Finding = isUnknown
    ? createFinding('unknown', 'recipient_unstated')
    : describeRecipient(email, issuedTo);
  return { finding, issuedTo };
}

/** Undefined if the credential doesn't state the address. */
function isIssuedTo(subject: Json, email: string): boolean | undefined {
  const hashes = all(subject.identifier)
    .filter(isObject)
    .filter(({ identityType }) => identityType === 'emailAddress');
  const found = hashes.map(({ identityHash, salt }) =>
    isRecipient({ type: 'email', identity: identityHash, salt }, email),
  );
  const known = firstText(subject.id)?.toLowerCase();
  if (listAddressForms(email.trim()).some((form) => known === `mailto:${form}`)) found.push(true);
  if (found.includes(true)) return true;
  return found.includes(false) ? false : undefined;
}

/** The recipient's name, if it isn't hashed. */
function getRecipientName(subject: Json): string | undefined {
  const named = all(subject.identifier)
    .filter(isObject)
    .find(({ identityType, hashed }) => identityType === 'name' && hashed === false);
  return named && firstText(named.identityHash);
}
