import { z } from 'zod';
import { exampleIds, exampleRecipient } from './examples.ts';
import { defineOperation, ownAccess } from './operation.ts';
import { email, idOrUrl, line, nextPage, paged, prose } from './text.ts';
import { provenBy, verifiedEdition, verifiedStatus } from './verify.ts';
import { requestKinds } from './vocabulary.ts';

const tag = 'My credentials';
const states = ['valid', 'expired', 'revoked'] as const;

const sources = ['issued', 'imported'] as const;

export const myCredential = z
  .object({
    id: z.string().meta({ description: 'URL of the credential, or of your import' }),
    source: z
      .enum(sources)
      .meta({ description: 'issued: by an issuer here. imported: you added it from elsewhere' }),
    badge: z
      .object({
        name: z.string().meta({ description: 'Name' }),
        image: z.string().nullable().meta({ description: 'URL of the image; null if imported' }),
      })
      .meta({ description: 'The badge, as in the credential' }),
    issuer: z
      .object({
        name: z.string().nullable().meta({
          description: 'Name. Of an imported credential, a claim that nobody verified, or null',
        }),
      })
      .meta({ description: 'The issuer, as in the credential' }),
    recipient: z
      .object({
        name: z.string().nullable().meta({ description: 'Name in the credential; null if none' }),
        email: z.string().meta({ description: 'Your address' }),
      })
      .meta({ description: 'You' }),
    issuedOn: z.iso.datetime().nullable().meta({ description: 'Date earned, in UTC' }),
    expires: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Expires at, in UTC; null means never' }),
    status: verifiedStatus.meta({
      description:
        'Current status: valid, expired or revoked. Of an imported credential, any result of the last check',
    }),
    page: z.string().nullable().meta({ description: 'URL of the public page; null if imported' }),
    certificate: z.string().nullable().meta({ description: 'URL of the PDF; null if imported' }),
    openRequests: z
      .array(z.enum(requestKinds))
      .meta({ description: 'Kinds of your requests that the issuer has not answered' }),
    imported: z
      .object({
        importedId: z.string().meta({ description: 'ID' }),
        edition: verifiedEdition,
        provenBy: provenBy.nullable().meta({
          description: 'Who was proven to have signed or hosted it; null if nobody',
        }),
        checkedAt: z.iso.datetime().meta({ description: 'Last check, in UTC' }),
      })
      .nullable()
      .meta({ description: 'Null for a credential that was issued here' }),
    walletCopies: z.int().meta({ description: 'Copies in wallets' }),
    deletedCopies: z.int().meta({
      description:
        'Copies that wallets deleted, in the last 90 days. Backups and other devices may still have them',
    }),
  })
  .meta({ id: 'MyCredential' });

export const myFilter = z.object({
  search: line({ min: 0, max: 200 }).optional().meta({
    description: 'Part of the name of a badge or issuer, ignoring case, accents and apostrophes',
  }),
  status: z.enum(states).optional().meta({ description: 'Only credentials with this status' }),
  source: z.enum(sources).optional().meta({ description: 'Only issued or imported credentials' }),
});

export const listMyCredentials = defineOperation({
  id: 'listMyCredentials',
  noun: 'my.credentials',
  iterator: 'allCredentials',
  since: '1.0',
  method: 'GET',
  path: '/my/credentials',
  access: ownAccess,
  tag,
  summary: 'List your credentials',
  description:
    'Credentials of all issuers that were issued to your confirmed email addresses, and those that you imported. Upper and lower case are the same address. Newest first, 50 per page. Erased credentials are missing.',
  query: paged.extend(myFilter.shape),
  reply: z.object({
    items: z.array(myCredential).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    query: { status: 'valid' },
    reply: {
      items: [
        {
          id: exampleIds.award,
          source: 'issued',
          badge: { name: 'First steps', image: exampleIds.image },
          issuer: { name: 'Analytical Society' },
          recipient: exampleRecipient,
          ...{ issuedOn: '2026-03-01T00:00:00.000Z', expires: null, status: 'valid' },
          page: `${exampleIds.home}/credentials/${exampleIds.awardGuid}`,
          certificate: `${exampleIds.award}/pdf`,
          openRequests: [],
          imported: null,
          walletCopies: 1,
          deletedCopies: 0,
        },
      ],
    },
  },
});

export const MAX_REQUEST_MESSAGE = 2_000;

const wishes = {
  message: prose({ max: MAX_REQUEST_MESSAGE }).meta({
    description: `What is wrong, for the issuer. At most ${MAX_REQUEST_MESSAGE} characters`,
  }),
  name: line({ max: 200 }).optional().meta({ description: 'The right name, for a correction' }),
  email: email.optional().meta({ description: 'The right email address, for a correction' }),
};
export const newRequest = z.object({
  kind: z.enum(requestKinds).meta({
    description: 'correction: change name, address or other data. erasure: delete the credential',
  }),
  ...wishes,
});

const createRequest = defineOperation({
  id: 'createRequest',
  noun: 'my.request',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/my/credentials/:awardId/requests',
  access: ownAccess,
  tag,
  summary: 'Ask the issuer to correct or erase a credential',
  description:
    "The issuer's team accepts or declines, and you get an email. One open request per credential and kind. Yours closes that of an earlier recipient. Revoked credentials can be erased but not corrected. At most 20 requests per day.",
  params: z.object({ awardId: idOrUrl }),
  ids: { awardId: 'credential_not_found' },
  body: newRequest,
  reply: z.object({ requestId: z.string().meta({ description: 'ID' }) }),
  status: 201,
  errors: ['credential_gone', 'credential_revoked', 'request_open'],
  examples: {
    body: { kind: 'correction', message: 'My surname is misspelled.', name: 'Ada Lovelace' },
    reply: { requestId: exampleIds.request },
  },
});

export const myOperations = { listMyCredentials, createRequest } as const;

export const exportMine = defineOperation({
  id: 'exportMine',
  noun: 'my.export',
  since: '1.0',
  method: 'GET',
  path: '/my/export',
  access: ownAccess,
  tag,
  summary: 'Export your credentials and data',
  description:
    'Returns a zip file. `index.html` opens without a network, lists your credentials, verifies their signatures and says what it couldn’t check. For each credential: the 2.0 assertion, the signed 3.0 credential as JSON-LD and JWT, the badge with the assertion baked in, and the PDF. Credentials that you imported are in it as you sent them. Also the issuers’ keys (`did.json`), the status lists of this moment, and `my-data.json` with your addresses, collections, profile, requests and connected apps. A certificate that can’t be drawn is missing. You can run two exports at a time.',
  serves: ['application/zip'],
});

const deleteMe = defineOperation({
  id: 'deleteMe',
  noun: 'my.delete',
  audit: null,
  since: '1.0',
  method: 'DELETE',
  path: '/my',
  access: ownAccess,
  tag,
  summary: 'Delete your user and data',
  description:
    "This can't be undone. Deletes your user, addresses, sessions, collections, profile, imported credentials and requests at once. Your credentials belong to their issuers and stay valid: ask each issuer to erase them first. Those requests stay until they are answered. Requires a sign-in within the last 5 minutes. Members of an account must leave it or delete it first.",
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['fresh_sign_in_required', 'has_account'],
  examples: { reply: { deleted: true } },
});

export const myDataOperations = { exportMine, deleteMe } as const;
