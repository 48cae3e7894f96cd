import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { operation } from './operation.ts';
import {
  context,
  contexts,
  exampleDid,
  exampleProof,
  formsSaid,
  proof,
  served,
  signedForms,
  type,
} from './signed-parts.ts';

export const statusList = operation({
  id: 'statusList',
  since: '1.0',
  method: 'GET',
  path: '/status/:listId',
  ...served,
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
  examples: {
    reply: {
      '@context': [contexts[0]],
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
