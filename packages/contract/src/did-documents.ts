import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { context, exampleDid, exampleKey, signedDocumentDefaults } from './signed-schemas.ts';

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
      '@context': context,
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
