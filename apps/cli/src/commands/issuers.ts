import type { Context } from '../context.ts';
import { formatTable, printResult } from '../output.ts';
import { connectToService } from '../settings.ts';

export function addIssuers({ program, output, signal }: Context): void {
  const issuers = program
    .command('issuers')
    .description('list issuers')
    .addHelpText(
      'after',
      `
Example:
  insignia issuers list`,
    );

  issuers
    .command('list')
    .description('list all, newest first')
    .action(async () => {
      const client = await connectToService();
      const items = await Array.fromAsync(client.issuers.all({}, { signal }));
      const lines = formatTable(
        items,
        {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          VERIFIED: ({ verified }) => verified,
          WEBSITE: ({ url }) => url,
        },
        'No issuers yet. Create one in the dashboard',
      );
      printResult(output(), { items }, lines);
    });
}
