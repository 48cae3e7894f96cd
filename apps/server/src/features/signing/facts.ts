import { hashIdentity } from '@insignia/openbadges';
import { type CredentialFacts, credentialDocument } from '@insignia/openbadges/v3';
import type { Urls } from '../../kernel/urls.ts';
import type { Entry, Stated } from './entry-store.ts';

/** The credential as Open Badges 3.0 has it, without proof. */
export function documentOf(stated: Stated & Entry, urls: Urls): Record<string, unknown> {
  return credentialDocument(factsOf(stated, urls));
}

function factsOf(stated: Stated & Entry, urls: Urls): CredentialFacts {
  const { id, salt, logoCid, listId, listIndex } = stated;
  return {
    id: urls.signed(id),
    name: stated.badgeName,
    issuer: {
      id: urls.did(stated.issuerId),
      name: stated.issuerName,
      url: stated.issuerUrl,
      email: stated.issuerEmail,
      image: logoCid ? urls.image(logoCid) : undefined,
    },
    validFrom: stated.issuedOn,
    validUntil: stated.expires ?? undefined,
    subject: {
      id: `urn:uuid:${stated.subjectId}`,
      identifiers: [
        {
          ...{ kind: 'emailAddress', hashed: true, salt },
          value: hashIdentity(stated.recipientEmail, salt),
        },
        { kind: 'name', hashed: false, value: stated.recipientName },
      ],
    },
    achievement: {
      id: urls.badge(stated.badgeId),
      name: stated.badgeName,
      description: stated.description,
      criteria: { narrative: stated.criteria },
      image: urls.image(stated.imageCid),
      achievementType: stated.details?.achievementType,
      language: stated.details?.language,
      tags: stated.details?.tags,
      alignments: stated.details?.alignment,
    },
    status: { list: urls.statusList(listId), index: listIndex, purpose: 'revocation' },
  };
}
