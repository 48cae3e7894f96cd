import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { notModified } from './other-responses.ts';

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
