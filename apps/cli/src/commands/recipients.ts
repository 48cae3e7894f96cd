import { connectToService } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { formatTable, printResult } from '../terminal/output.ts';

type ListOptions = { search?: string };

export function addRecipients({ program, output, signal }: Context): void {
  const recipients = program
    .command('recipients')
    .description('list recipients')
    .addHelpText(
      'after',
      `
Example:
  insignia recipients list --search oneill`,
    );

  recipients
    .command('list')
    .description('list recipients, all or those that match a search')
    .option(
      '--search <text>',
      'part of a name or email address; accents and apostrophes are ignored',
    )
    .action(async ({ search }: ListOptions) => {
      const client = await connectToService();
      const parameters = search === undefined ? {} : { search };
      const { earlierAddresses = [] } = await client.recipients.list(parameters, { signal });
      const items = await Array.fromAsync(client.recipients.all(parameters, { signal }));
      const lines = formatTable(
        items,
        {
          ID: ({ recipientId }) => recipientId,
          NAME: ({ name }) => name,
          EMAIL: ({ email }) => email,
          CREDENTIALS: ({ awards }) => String(awards),
        },
        'No recipients found',
      );
      const earlier = formatTable(
        earlierAddresses,
        {
          ID: ({ recipientId }) => recipientId,
          'EARLIER ADDRESS': ({ email }) => email,
          NOW: ({ movedTo }) => movedTo.email,
        },
        '',
      );
      const all = earlierAddresses.length > 0 ? [...lines, '', ...earlier] : lines;
      printResult(output(), { items, earlierAddresses }, all);
    });
}
