import type { Context } from '../context.ts';
import { tell } from '../output.ts';
import { connect } from '../settings.ts';
import { table } from '../table.ts';

export function addIssuers({ program, output, signal }: Context): void {
  const issuers = program
    .command('issuers')
    .description('in whose names you issue: list')
    .addHelpText(
      'after',
      `
Example:
  insignia issuers list`,
    );

  issuers
    .command('list')
    .description('all of them, the newest first')
    .action(async () => {
      const client = await connect();
      const items = await Array.fromAsync(client.issuers.all({}, { signal }));
      const lines = table(
        items,
        {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          VERIFIED: ({ verified }) => verified,
          WEBSITE: ({ url }) => url,
        },
        'There are no issuers yet: register one in the dashboard',
      );
      tell(output(), { items }, lines);
    });
}
