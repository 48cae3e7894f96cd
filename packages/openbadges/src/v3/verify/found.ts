import type { FoundIssuer, ProvenBy } from '../../shared/found-issuer.ts';
import { isObject, type Json, text } from '../../shared/read.ts';
import { periodOf } from './check-dates.ts';
import { nameOf } from './check-recipient.ts';
import { issuerOf } from './shape.ts';

/** Contents for display. Trust only what the checks confirm. */
export type Found = {
  id?: string | undefined;
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

export function foundIn(document: Json, provenBy: ProvenBy | undefined): Found {
  const { from, until } = periodOf(document);
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const issuer = isObject(document.issuer) ? document.issuer : {};
  const name = nameOf(subject);
  const achievement = achievementIn(document, subject);
  return {
    id: text(document.id),
    ...(achievement ? { achievement } : {}),
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

function achievementIn(document: Json, subject: Json): Found['achievement'] {
  if (isObject(subject.achievement)) {
    const { name, description, image } = subject.achievement;
    return { name: text(name), description: text(description), image: text(image) };
  }
  const name = text(document.name);
  if (name === undefined) return undefined;
  const description = text(document.description) ?? text(subject.endorsementComment);
  return { name, description, image: text(document.image) };
}
