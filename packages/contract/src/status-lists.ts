import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import {
  context,
  exampleContexts,
  exampleDid,
  exampleProof,
  mediaTypeNote,
  proof,
  signedDocumentDefaults,
  signedMediaTypes,
  type,
} from './signed-schemas.ts';

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
      '@context': context,
      id: z.string().meta({ description: 'URL of this document' }),
      type,
      issuer: z.string().meta({ description: 'DID of the issuer' }),
      credentialSubject: z
        .looseObject({
          encodedList: z.string().meta({ description: 'The bits: gzip, base64url, multibase' }),
        })
        .meta({ description: 'The status list' }),
      proof,
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

export const statusListOperations = { statusList } as const;
