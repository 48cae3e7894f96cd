import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { myCredential } from './my.ts';
import { bodyLimits, defineOperation, ownAccess } from './operation.ts';
import { idOrUrl } from './text.ts';
import { credentialUrl, type provenBy, type verifiedStatus } from './verify.ts';

const tag = 'My credentials';

export type VerifiedStatus = z.output<typeof verifiedStatus>;
export type IssuerProof = z.output<typeof provenBy>;

/** Imported credentials of one user. */
export const MAX_IMPORTED = 1_000;
/** Size of one, in bytes. */
export const MAX_IMPORTED_BYTES = 1024 * 1024;

/** Accepts JSON, or a form with a file. */
export const importCredential = defineOperation({
  id: 'importCredential',
  noun: 'my.import',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/my/imports',
  access: ownAccess,
  tag,
  summary: 'Import a credential of another issuer',
  description: `Send one of \`url\`, \`document\` and, in a form, \`file\` of at most 1 MiB: a PNG or SVG with a badge baked in, a PDF, JSON or a JWT. The credential is verified, and must have been issued to one of your confirmed addresses, hashed or plain. Expired and revoked credentials are stored with their status, invalid ones are refused. The service keeps the file and verifies it again every week, and soon after it is shown. Nobody but you sees it unless you select it for a collection or your profile. At most ${MAX_IMPORTED} per user.`,
  bare: true,
  mayWrap: true,
  body: z.object({
    url: credentialUrl,
    document: z
      .union([
        z.string().max(MAX_IMPORTED_BYTES, 'must be at most 1 MiB'),
        z.record(z.string(), z.unknown()),
      ])
      .optional()
      .meta({ description: 'The credential as JSON, text or JWT, or its URL' }),
  }),
  accepts: ['application/json', 'multipart/form-data'],
  bodyLimit: bodyLimits.many,
  reply: myCredential,
  status: 201,
  errors: [
    ...(['not_yours', 'import_invalid', 'import_unverified', 'import_exists'] as const),
    ...(['imported_limit_reached', 'issued_here', 'credential_gone', 'busy'] as const),
  ],
  examples: {
    body: { url: exampleIds.foreign },
    reply: {
      id: `${exampleIds.home}/my/imports/${exampleIds.imported}`,
      source: 'imported',
      badge: { name: 'First steps', image: null },
      issuer: { name: 'Open Academy' },
      recipient: { name: null, email: 'ada@example.org' },
      ...{ issuedOn: '2026-03-01T00:00:00.000Z', expires: null, status: 'valid' },
      ...{ page: null, certificate: null, openRequests: [], walletCopies: 0, deletedCopies: 0 },
      imported: {
        ...{ importedId: exampleIds.imported, edition: '3.0' },
        provenBy: { by: 'did:key', key: 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' },
        checkedAt: '2026-03-02T08:00:00.000Z',
      },
    },
  },
});

export const deleteImported = defineOperation({
  id: 'deleteImported',
  noun: 'my.deleteImport',
  audit: null,
  since: '1.0',
  method: 'DELETE',
  path: '/my/imports/:importedId',
  params: z.object({ importedId: idOrUrl }),
  ids: { importedId: 'import_not_found' },
  access: ownAccess,
  tag,
  summary: 'Delete an imported credential',
  description:
    'Deletes our copy, also from your collections and your profile. The credential itself stays with its issuer.',
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { deleted: true } },
});

export const importedOperations = { importCredential, deleteImported } as const;
