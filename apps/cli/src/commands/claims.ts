import type { Command } from 'commander';
import { parseNumber } from '../options/badge-details.ts';
import { addValue } from '../options/repeated-options.ts';
import { connectToService, readAll } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { formatTable, printResult } from '../terminal/output.ts';

type CreateOptions = {
  badge: string;
  limit?: number;
  expires?: string;
  approval?: boolean;
  field?: string[];
};

export function addClaims(context: Context): void {
  const { program, output, signal } = context;
  const claims = program
    .command('claims')
    .description('let recipients claim a credential on a page with a QR code')
    .addHelpText(
      'after',
      `
Example:
  insignia claims create --badge <id> --limit 100 --expires 2026-06-30`,
    );

  claims
    .command('create')
    .description('create a claim code')
    .requiredOption('--badge <id>', 'ID or URL of the badge')
    .option('--limit <n>', 'number of places', parseNumber)
    .option('--expires <date>', 'last day')
    .option('--approval', 'requests wait until your team approves them')
    .option('--field <name>', 'custom field that the page asks for; repeatable', addValue)
    .action(async ({ badge, limit, expires, approval, field }: CreateOptions) => {
      const client = await connectToService();
      const created = await client.claims.create(
        {
          ...{ badgeId: badge, approval: approval ?? false },
          ...(limit !== undefined && { limit }),
          ...(expires !== undefined && { expires }),
          ...(field && { fields: field }),
        },
        { signal },
      );
      printResult(output(), created, [created.url]);
    });

  claims
    .command('list')
    .description('list the claim codes of a badge, newest first')
    .requiredOption('--badge <id>', 'ID or URL of the badge')
    .action(async ({ badge }: { badge: string }) => {
      const client = await connectToService();
      const items = await readAll(client.claims.all({ badgeId: badge }, { signal }));
      const lines = formatTable(
        items,
        {
          ID: ({ claimId }) => claimId,
          STATUS: ({ status }) => status,
          CLAIMED: ({ claimed, limit }) => (limit === null ? `${claimed}` : `${claimed}/${limit}`),
          WAITING: ({ waiting }) => String(waiting),
          PAGE: ({ url }) => url,
        },
        'No claim codes yet. Create one: insignia claims create --help',
      );
      printResult(output(), { items }, lines);
    });

  claims
    .command('stop')
    .description('stop a claim code, so that nobody can claim with it')
    .argument('<claim>', 'ID')
    .action(async (claimId: string) => {
      const client = await connectToService();
      const stopped = await client.claims.update({ claimId, active: false }, { signal });
      printResult(output(), stopped, ['Stopped']);
    });

  addDecisions(context, claims);
}

function addDecisions({ output, signal }: Context, claims: Command): void {
  claims
    .command('requests')
    .description('list requests that wait for approval, oldest first')
    .argument('<claim>', 'ID')
    .action(async (claimId: string) => {
      const client = await connectToService();
      const items = await readAll(client.claims.allRequests({ claimId }, { signal }));
      const lines = formatTable(
        items,
        {
          ID: ({ requestId }) => requestId,
          NAME: ({ recipient }) => recipient.name,
          EMAIL: ({ recipient }) => recipient.email,
          REQUESTED: ({ createdAt }) => new Date(createdAt),
        },
        'No requests wait for approval',
      );
      printResult(output(), { items }, lines);
    });

  claims
    .command('approve')
    .description('issue and email the credentials of these requests, all or none')
    .argument('<claim>', 'ID')
    .argument('<request...>', 'IDs from: insignia claims requests')
    .action(async (claimId: string, requestIds: string[]) => {
      const client = await connectToService();
      const done = await client.claims.approve({ claimId, requestIds }, { signal });
      printResult(output(), done, [`Issued ${done.issued}, skipped ${done.skipped}`]);
    });

  claims
    .command('decline')
    .description('decline these requests; deletes their names and addresses, sends no email')
    .argument('<claim>', 'ID')
    .argument('<request...>', 'IDs from: insignia claims requests')
    .action(async (claimId: string, requestIds: string[]) => {
      const client = await connectToService();
      const done = await client.claims.decline({ claimId, requestIds }, { signal });
      printResult(output(), done, [`Declined ${done.declined}, skipped ${done.skipped}`]);
    });
}
