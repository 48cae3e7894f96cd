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
  since: '1.0',
  method: 'GET',
  path: '/status/:listId',
  ...signedDocumentDefaults,
  summary: 'Status list: which credentials of an issuer are revoked',
  description: `A signed BitstringStatusListCredential of 131,072 entries, to be kept for 30 seconds at most. ${mediaTypeNote}`,
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
