import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { importLimits } from './imports.ts';
import { migrationLimits } from './migrations.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';

/**
 * `perAccount` limits an account's redirects, `path` the characters of an old path with its query,
 * `rows` a file: one has room for all credentials of a migration, their badges and the badges' issuers.
 */
export const redirectLimits = {
  ...{ perAccount: 100_000, path: 1_000 },
  rows: importLimits.rows + 2 * migrationLimits.badges,
} as const;

const tag = 'Imports';
const columns = 'host,path,id';

export const replaceRedirects = defineOperation({
  id: 'replaceRedirects',
  noun: 'redirects.replace',
  audit: 'account',
  since: '1.0',
  method: 'PUT',
  path: '/redirects',
  access: accountEditAccess,
  tag,
  summary: 'Redirect old URLs',
  description: `Points URLs of an earlier service at credentials, badges and issuers of the account. Once the DNS of the old host names this service, GET and HEAD of these URLs return 308 to the Open Badges document, which browsers see as a page. Send UTF-8 as the body (\`text/csv\`) or as the form part \`file\`, with the columns \`host\`, \`path\` (with the query, if the old URL has one) and \`id\`, at most ${redirectLimits.rows} rows. A host must be a domain that the account has verified (\`POST /sso/domains\`), or below one. A path without a query also answers requests with one. Nothing changes if any row has an error. An account has at most ${redirectLimits.perAccount} redirects.`,
  query: z.object({
    others: z.enum(['remove', 'keep']).default('remove').meta({
      description:
        'What happens to redirects that the file doesn’t name: those of the account, and those that earlier owners of its hosts wrote',
    }),
  }),
  accepts: ['text/csv', 'multipart/form-data'],
  reply: z.object({
    total: z.int().meta({ description: 'Redirects of the account now' }),
    added: z.int().meta({ description: 'Redirects that are new' }),
    changed: z.int().meta({ description: 'Redirects that have another target now' }),
    removed: z.int().meta({ description: 'Redirects that the file doesn’t name' }),
  }),
  errors: ['redirect_limit_reached', 'busy'],
  bodyLimit: importLimits.bytes,
  examples: {
    body: `${columns}\ncredentials.university.example.org,/assertions/1,${exampleIds.award}\n`,
    reply: { total: 1, added: 1, changed: 0, removed: 0 },
  },
});

const exportRedirects = defineOperation({
  id: 'exportRedirects',
  noun: 'redirects.exportCsv',
  since: '1.0',
  method: 'GET',
  path: '/redirects',
  access: accountReadAccess,
  tag,
  summary: 'Download redirects',
  description:
    'All redirects of the account as CSV, with the columns that `PUT /redirects` takes. An account can run two exports of any kind at a time; further requests return 429.',
  serves: ['text/csv'],
});

export const redirectOperations = { replaceRedirects, exportRedirects } as const;
