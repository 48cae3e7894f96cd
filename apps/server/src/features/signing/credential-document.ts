import { getResultType } from '@insignia/contract';
import { hashIdentity } from '@insignia/openbadges';
import {
  type CredentialFacts,
  credentialDocument,
  credentialsContext,
} from '@insignia/openbadges/v3';
import type { Urls } from '../../kernel/urls.ts';
import type { IssuedContent, SigningEntry } from './entry-store.ts';

/** The Open Badges 3.0 credential without proof. */
export function buildCredentialDocument(
  stated: IssuedContent & SigningEntry,
  urls: Urls,
): Record<string, unknown> {
  return credentialDocument(collectFacts(stated, urls));
}

/** A presentation that hands a credential to a wallet (VCALM 1.0, §Participate in an Exchange). */
export function createWalletOffer(credential: Record<string, unknown>) {
  return {
    verifiablePresentation: {
      '@context': [credentialsContext],
      type: ['VerifiablePresentation'],
      verifiableCredential: [credential],
    },
  };
}

function collectFacts(stated: IssuedContent & SigningEntry, urls: Urls): CredentialFacts {
  const { id, salt, logoCid, listId, listIndex, credentialDetails } = stated;
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
      narrative: credentialDetails?.narrative,
      results: collectResults(stated, urls),
    },
    achievement: {
      id: urls.badge(stated.badgeId),
      name: stated.badgeName,
      description: stated.description,
      criteria: { narrative: stated.criteria },
      image: urls.image(stated.imageCid),
      achievementType: stated.details?.achievementType,
      creditsAvailable: stated.details?.credits,
      language: stated.details?.language,
      tags: stated.details?.tags,
      alignments: stated.details?.alignment,
      results: describeResults(stated, urls),
    },
    evidence: credentialDetails?.evidence,
    status: { list: urls.statusList(listId), index: listIndex, purpose: 'revocation' },
  };
}

/** Result descriptions of the badge, such as a grade. */
function describeResults({ badgeId, details }: IssuedContent, urls: Urls) {
  return details?.attributes?.flatMap((attribute) => {
    const kind = getResultType(attribute);
    const { name } = attribute;
    return kind ? { id: `${urls.badge(badgeId)}#${encodeURIComponent(name)}`, name, kind } : [];
  });
}

function collectResults(stated: IssuedContent, urls: Urls) {
  const described = describeResults(stated, urls) ?? [];
  return stated.credentialDetails?.attributes?.flatMap(({ name, value }) => {
    const result = described.find((each) => each.name === name);
    return result ? { describedBy: result.id, value } : [];
  });
}
