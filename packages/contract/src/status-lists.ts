import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import {
  contextsSchema,
  exampleContexts,
  exampleDid,
  exampleKey,
  exampleProof,
  mediaTypeNote,
  proofSchema,
  signedDocumentDefaults,
  signedMediaTypes,
  typesSchema,
} from './signed.ts';

export const statusList = defineOperation({
  id: 'statusList',
  noun: 'documents.statusList',
  since: '1.0',
  method: 'GET',
  path: '/status/:listId',
  ...signedDocumentDefaults,
  summary: 'Get a status list',
  description: `A signed BitstringStatusListCredential that shows which of an issuer's credentials are revoked. It has 131,072 entries. Cache it for at most 30 seconds. ${mediaTypeNote}`,
  params: z.object({ listId: z.string().meta({ description: 'As in credentials' }) }),
  answers: z
    .looseObject({
      '@context': contextsSchema,
      id: z.string().meta({ description: 'URL of this document' }),
      type: typesSchema,
      issuer: z.string().meta({ description: 'DID of the issuer' }),
      credentialSubject: z
        .looseObject({
          encodedList: z.string().meta({ description: 'The bits: gzip, base64url, multibase' }),
        })
        .meta({ description: 'The status list' }),
      proof: proofSchema,
    })
    .meta({ id: 'StatusList' }),
  errors: ['status_list_not_found'],
  serves: signedMediaTypes,
  examples: {
    reply: {
      '@context': [exampleContexts[0]],
      id: `${exampleIds.home}/status/${exampleIds.statusList}`,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: exampleDid,
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

export const statusListToken = defineOperation({
  id: 'statusListToken',
  noun: 'documents.statusListToken',
  since: '1.0',
  method: 'GET',
  path: '/status/:listId/token',
  ...signedDocumentDefaults,
  summary: 'Get a status list as a token',
  description:
    'The same list as a Status List Token (IETF), which SD-JWT VC copies in wallets refer to. ES256, 1 bit for each credential, valid for one to two hours. Cache it for at most 30 seconds.',
  params: statusList.params,
  errors: ['status_list_not_found'],
  serves: ['application/statuslist+jwt'],
});

export const statusListOperations = { statusList, statusListToken } as const;

export const issuerDid = defineOperation({
  id: 'issuerDid',
  noun: 'documents.did',
  since: '1.0',
  method: 'GET',
  path: '/issuer/:guid/did.json',
  ...signedDocumentDefaults,
  summary: 'Get the DID document of an issuer',
  description:
    'The did:web document with the keys that sign for the issuer. Replaced keys stay in it. Revoked keys are listed with the date and no longer sign.',
  params: z.object({ guid: z.string().meta({ description: 'ID of an issuer' }) }),
  answers: z
    .looseObject({
      '@context': contextsSchema,
      id: z.string().meta({ description: 'The DID' }),
      verificationMethod: z
        .array(z.looseObject({ id: z.string().meta({ description: 'URL of the key' }) }))
        .meta({ description: 'Public keys: Ed25519 as Multikey, P-256 as JWK' }),
      assertionMethod: z.array(z.string()).meta({ description: 'Keys that may sign credentials' }),
    })
    .meta({ id: 'DidDocument' }),
  errors: ['issuer_not_found', 'storage_full'],
  serves: ['application/did+ld+json', 'application/json'],
  examples: {
    reply: {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
      id: exampleDid,
      verificationMethod: [
        {
          id: exampleKey,
          controller: exampleDid,
          type: 'Multikey',
          publicKeyMultibase: exampleKey.slice(exampleDid.length + 1),
        },
      ],
      assertionMethod: [exampleKey],
    },
  },
});

export const didOperations = { issuerDid } as const;
