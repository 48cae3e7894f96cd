import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { operation } from './operation.ts';
import { unchanged } from './others.ts';

const tag = 'Public documents';
const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const;
const byGuid = z.object({ guid: z.string().meta({ description: 'Id of a credential, bare' }) });
const refusals = ['credential_not_found', 'credential_gone'] as const;
const signedForms = ['application/vc+ld+json', 'application/json', 'application/ld+json'] as const;
const formsSaid = 'The media type is the one of the three that `Accept` ranks highest.';
const kept = z.object({
  download: z.string().optional().meta({ description: 'As a file to keep' }),
});

const context = z.array(z.string()).meta({ description: 'JSON-LD contexts, in this order' });
const type = z.array(z.string()).meta({ description: 'What it is' });
const proof = z
  .looseObject({
    type: z.literal('DataIntegrityProof').meta({ description: 'Kind of proof' }),
    cryptosuite: z.literal('eddsa-rdfc-2022').meta({ description: 'How it is signed' }),
    verificationMethod: z.string().meta({ description: 'The key: in the document of the DID' }),
    proofValue: z.string().meta({ description: 'The signature' }),
  })
  .meta({ description: 'By a key of the issuer' });
const did = exampleIds.did;
const method = `${did}#z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK`;
const exampleProof = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created: '2026-03-01T09:30:00Z',
  verificationMethod: method,
  proofPurpose: 'assertionMethod',
  proofValue:
    'z3yXUFv7LhzGsEuUmRZ1PVfwjP7eB3mgjrqf6SQZLNnXxhTWBkSCBZ9bwCHnbNPSfbxhYk7CbqwbeZFdH2EXAMPLE',
} as const;

/** Open Badges 3.0 beside 2.0: docs/open-badges-3.md. */
export const signedCredential = operation({
  id: 'signedCredential',
  method: 'GET',
  path: '/credentials/:guid/vc',
  access: 'public',
  tag,
  summary: 'Open Badges 3.0 credential, signed',
  description: `An OpenBadgeCredential with a data integrity proof (eddsa-rdfc-2022): it verifies without this service, but for the issuer's key and the status list. It says what was true when it was issued; a revoked one is the same document, and its status list says so. ${formsSaid} With \`download\` in the query it comes as an attachment.`,
  params: byGuid,
  query: kept,
  answers: z
    .looseObject({
      '@context': context,
      id: z.string().meta({ description: 'Its own address' }),
      type,
      issuer: z
        .looseObject({
          id: z.string().meta({ description: 'DID of the issuer, did:web' }),
          name: z.string().meta({ description: 'Who issues' }),
        })
        .meta({ description: 'Who has issued it' }),
      validFrom: z.string().meta({ description: 'When it was earned, in UTC' }),
      validUntil: z
        .string()
        .optional()
        .meta({ description: 'Until when it holds; for good when not there' }),
      credentialSubject: z
        .looseObject({})
        .meta({ description: 'Who has earned it (the e-mail address hashed), and what' }),
      credentialStatus: z
        .looseObject({})
        .meta({ description: 'Its bit in a status list (Bitstring Status List 1.0)' }),
      proof,
    })
    .meta({ id: 'SignedCredential' }),
  errors: refusals,
  serves: signedForms,
  others: [unchanged],
  anyOrigin: true,
  examples: {
    reply: {
      '@context': contexts,
      id: `${exampleIds.home}/credentials/${exampleIds.awardGuid}/vc`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: 'First steps',
      issuer: {
        id: did,
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

export const signedJwt = operation({
  id: 'signedJwt',
  method: 'GET',
  path: '/credentials/:guid/vc.jwt',
  access: 'public',
  tag,
  summary: 'Open Badges 3.0 credential as JWT',
  description:
    'The same credential as a compact JWS (VC-JWT, ES256). With `download` in the query it comes as an attachment.',
  params: byGuid,
  query: kept,
  errors: refusals,
  serves: ['text/plain'],
  others: [unchanged],
  anyOrigin: true,
});

export const signedBadge = operation({
  id: 'signedBadge',
  method: 'GET',
  path: '/credentials/:guid/badge3.png',
  access: 'public',
  tag,
  summary: "The badge's picture with the signed credential baked in",
  description:
    'A baked badge of Open Badges 3.0, with the picture as it was when the credential was issued. With `download` in the query it comes as an attachment.',
  params: byGuid,
  query: kept,
  errors: [...refusals, 'image_unavailable'],
  serves: ['image/png'],
  others: [unchanged],
  anyOrigin: true,
});

export const issuerDid = operation({
  id: 'issuerDid',
  method: 'GET',
  path: '/issuer/:guid/did.json',
  access: 'public',
  tag,
  summary: "An issuer's DID document: the keys that sign for it",
  description:
    'did:web. Keys that were replaced stay in it; one that was revoked is named with the date, and no longer signs.',
  params: z.object({ guid: z.string().meta({ description: 'Id of an issuer, bare' }) }),
  answers: z
    .looseObject({
      '@context': context,
      id: z.string().meta({ description: 'The DID' }),
      verificationMethod: z
        .array(z.looseObject({ id: z.string().meta({ description: 'Address of the key' }) }))
        .meta({ description: 'Public keys: Ed25519 as Multikey, P-256 as JWK' }),
      assertionMethod: z
        .array(z.string())
        .meta({ description: 'Those by which credentials may be signed' }),
    })
    .meta({ id: 'DidDocument' }),
  errors: ['issuer_not_found'],
  serves: ['application/did+ld+json', 'application/json'],
  others: [unchanged],
  anyOrigin: true,
  examples: {
    reply: {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
      id: did,
      verificationMethod: [
        {
          id: method,
          controller: did,
          type: 'Multikey',
          publicKeyMultibase: method.slice(did.length + 1),
        },
      ],
      assertionMethod: [method],
    },
  },
});

export const statusList = operation({
  id: 'statusList',
  method: 'GET',
  path: '/status/:listId',
  access: 'public',
  tag,
  summary: 'Status list: which credentials of an issuer are revoked',
  description: `A signed BitstringStatusListCredential of 131,072 entries, to be kept for 30 seconds at most. ${formsSaid}`,
  params: z.object({ listId: z.string().meta({ description: 'As credentials name it' }) }),
  answers: z
    .looseObject({
      '@context': context,
      id: z.string().meta({ description: 'Its own address' }),
      type,
      issuer: z.string().meta({ description: 'DID of the issuer' }),
      credentialSubject: z
        .looseObject({
          encodedList: z.string().meta({ description: 'The bits: gzip, base64url, multibase' }),
        })
        .meta({ description: 'The list' }),
      proof,
    })
    .meta({ id: 'StatusList' }),
  errors: ['status_list_not_found'],
  serves: signedForms,
  others: [unchanged],
  anyOrigin: true,
  examples: {
    reply: {
      '@context': [contexts[0]],
      id: `${exampleIds.home}/status/${exampleIds.statusList}`,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: did,
      validFrom: '2026-03-01T09:30:00Z',
      credentialSubject: {
        id: `${exampleIds.home}/status/${exampleIds.statusList}#list`,
        type: 'BitstringStatusList',
        statusPurpose: 'revocation',
        encodedList: 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA',
        ttl: 30_000,
      },
      proof: exampleProof,
    },
  },
});
