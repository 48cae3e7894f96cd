import { z } from 'zod';
import { defineOperation, userAccess } from './operation.ts';

const tag = 'My credentials';

export const exportMine = defineOperation({
  id: 'exportMine',
  noun: 'my.export',
  since: '1.0',
  method: 'GET',
  path: '/my/export',
  access: userAccess,
  tag,
  summary: 'Export your credentials and data',
  description:
    'Returns a zip file. `index.html` opens without a network, lists your credentials, verifies their signatures and says what it couldn’t check. For each credential: the 2.0 assertion, the signed 3.0 credential as JSON-LD and JWT, the badge with the assertion baked in, and the PDF. Credentials that you imported are in it as you sent them. Also the issuers’ keys (`did.json`), the status lists of this moment, and `my-data.json` with your addresses, collections, profile and requests. A certificate that can’t be drawn is missing. You can run two exports at a time.',
  serves: ['application/zip'],
});

const deleteMe = defineOperation({
  id: 'deleteMe',
  noun: 'my.delete',
  audit: null,
  since: '1.0',
  method: 'DELETE',
  path: '/my',
  access: userAccess,
  tag,
  summary: 'Delete your user and data',
  description:
    "This can't be undone. Deletes your user, addresses, sessions, collections, profile, imported credentials and requests at once. Your credentials belong to their issuers and stay valid: ask each issuer to erase them first. Those requests stay until they are answered. Requires a sign-in within the last 5 minutes. Members of an account must leave it or delete it first.",
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['fresh_sign_in_required', 'has_account'],
  examples: { reply: { deleted: true } },
});

export const myDataOperations = { exportMine, deleteMe } as const;
