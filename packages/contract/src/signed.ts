import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation, notModified } from './operation.ts';

/** Shared by signed Open Badges 3.0 documents. */
export const signedDocumentDefaults = {
  access: 'public',
  tag: 'Public documents',
  others: [notModified],
  anyOrigin: true,
} as const;

export const exampleContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const;
export const signedMediaTypes = [
  'application/vc+ld+json',
  'application/json',
  'application/ld+json',
] as const;
export const mediaTypeNote = 'Returns the one of three media types that `Accept` ranks highest.';

export const contextsSchema = z
  .array(z.string())
  .meta({ description: 'JSON-LD contexts, in order' });
export const typesSchema = z.array(z.string()).meta({ description: 'Type' });
export const proofSchema = z
  .looseObject({
    type: z.literal('DataIntegrityProof').meta({ description: 'Type of proof' }),
    cryptosuite: z.literal('eddsa-rdfc-2022').meta({ description: 'Cryptosuite' }),
    verificationMethod: z.string().meta({ description: 'URL of the key in the DID document' }),
    proofValue: z.string().meta({ description: 'The signature' }),
  })
  .meta({ description: 'Signed with a key of the issuer' });
export const exampleDid = exampleIds.did;
export const exampleKey = `${exampleDid}#z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK`;
export const exampleProof = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created: '2026-03-01T09:30:00Z',
  verificationMethod: exampleKey,
  proofPurpose: 'assertionMethod',
  proofValue:
    'z3yXUFv7LhzGsEuUmRZ1PVfwjP7eB3mgjrqf6SQZLNnXxhTWBkSCBZ9bwCHnbNPSfbxhYk7CbqwbeZFdH2EXAMPLE',
} as const;

const byGuid = z.object({ guid: z.string().meta({ description: 'ID of a credential' }) });
/** The first request stores the signature entry, which fails if the disk is full. */
const refusals = ['credential_not_found', 'credential_gone', 'storage_full'] as const;
const versionQuery = z.object({
  download: z.string().optional().meta({ description: 'Return the file as an attachment' }),
});

export const signedCredential = defineOperation({
  id: 'signedCredential',
  noun: 'documents.signedCredential',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/vc',
  ...signedDocumentDefaults,
  summary: 'Get a signed Open Badges 3.0 credential',
  description: `An OpenBadgeCredential with a data integrity proof (eddsa-rdfc-2022). Verifiers need only the issuer's key and the status list. The document shows the credential's edition. Revoking doesn't change the document. The status list shows the revocation. ${mediaTypeNote} With \`download\`, it's sent as an attachment.`,
  params: byGuid,
  query: versionQuery,
  answers: z
    .looseObject({
      '@context': contextsSchema,
      id: z.string().meta({ description: 'URL of this document' }),
      type: typesSchema,
      issuer: z
        .looseObject({
          id: z.string().meta({ description: 'DID of the issuer, did:web' }),
          name: z.string().meta({ description: 'Name of the issuer' }),
        })
        .meta({ description: 'The issuer' }),
      validFrom: z.string().meta({ description: 'Date earned, in UTC' }),
      validUntil: z.string().optional().meta({ description: 'Expires at. Absent means never' }),
      credentialSubject: z
        .looseObject({})
        .meta({ description: 'The recipient (hashed email address) and the achievement' }),
      credentialStatus: z
        .looseObject({})
        .meta({ description: 'Entry in a status list (Bitstring Status List 1.0)' }),
      proof: proofSchema,
    })
    .meta({ id: 'SignedCredential' }),
  errors: refusals,
  serves: signedMediaTypes,
  examples: {
    reply: {
      '@context': exampleContexts,
      id: `${exampleIds.home}/credentials/${exampleIds.awardGuid}/vc`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: 'First steps',
      issuer: {
        id: exampleDid,
        type: ['Profile'],
        name: 'Example Academy',
        url: 'https://academy.example.org',
        email: 'badges@example.org',
      },
      validFrom: '2026-03-01T00:00:00Z',
      credentialSubject: {
        id: 'urn:uuid:c7fd4e6a-5d0f-4c11-9b0c-0d2e5d1f7b3e',
        type: ['AchievementSubject'],
        identifier: [
          {
            type: 'IdentityObject',
            hashed: true,
            identityHash: 'sha256$cfe00dde46ef942601ffafb9e2825e802858b460e586b8305b344c1eb826357d',
            identityType: 'emailAddress',
            salt: '5ca1ab1e0ddba11cafe0decafc0ffee0',
          },
          {
            type: 'IdentityObject',
            hashed: false,
            identityHash: 'Ada Lovelace',
            identityType: 'name',
          },
        ],
        achievement: {
          id: exampleIds.badge,
          type: ['Achievement'],
          name: 'First steps',
          description: 'Knows how a badge is issued.',
          criteria: { narrative: 'Issued a badge and **verified** it.' },
          image: { id: exampleIds.image, type: 'Image' },
        },
      },
      credentialStatus: {
        id: `${exampleIds.home}/status/${exampleIds.statusList}#94567`,
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: '94567',
        statusListCredential: `${exampleIds.home}/status/${exampleIds.statusList}`,
      },
      proof: exampleProof,
    },
  },
});

export const signedJwt = defineOperation({
  id: 'signedJwt',
  noun: 'documents.signedJwt',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/vc.jwt',
  ...signedDocumentDefaults,
  summary: 'Get a credential as JWT',
  description:
    "The Open Badges 3.0 credential as a compact JWS (VC-JWT, ES256). With `download`, it's sent as an attachment.",
  params: byGuid,
  query: versionQuery,
  errors: refusals,
  serves: ['text/plain'],
});

export const signedBadge = defineOperation({
  id: 'signedBadge',
  noun: 'documents.signedPicture',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/badge3.png',
  ...signedDocumentDefaults,
  summary: 'Get the baked badge (Open Badges 3.0)',
  description:
    "The badge's image at the time of issue, with the signed credential baked in. With `download`, it's sent as an attachment.",
  params: byGuid,
  query: versionQuery,
  errors: [...refusals, 'image_unavailable'],
  serves: ['image/png'],
});

export const signedOperations = { signedCredential, signedJwt, signedBadge } as const;

/** One step of a VCALM 1.0 exchange: the wallet starts it and receives the credential. */
export const walletExchange = defineOperation({
  id: 'walletExchange',
  noun: 'documents.offerToWallet',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/credentials/:guid/exchange',
  access: 'public',
  anyOrigin: true,
  tag: 'Public documents',
  summary: 'Offer a credential to a wallet',
  description:
    "A wallet exchange (VCALM, formerly VC API). Whatever the wallet sends, the response is a presentation with the public Open Badges 3.0 credential, which isn't bound to the wallet, and the exchange is complete. Visitors of the credential's page who aren't signed in as its recipient get this one.",
  params: signedCredential.params,
  answers: z.object({
    verifiablePresentation: z
      .looseObject({
        '@context': contextsSchema,
        type: typesSchema,
        verifiableCredential: z
          .array(z.looseObject({}))
          .meta({ description: 'The signed credential' }),
      })
      .meta({
        description: 'The presentation. Not signed, because nobody needs to prove anything',
      }),
  }),
  errors: signedCredential.errors,
  serves: ['application/json'],
  examples: {
    reply: {
      verifiablePresentation: {
        '@context': [exampleContexts[0]],
        type: ['VerifiablePresentation'],
        verifiableCredential: [signedCredential.examples.reply],
      },
    },
  },
});

export const walletOperations = { walletExchange } as const;
