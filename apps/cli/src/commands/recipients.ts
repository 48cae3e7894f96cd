import { connectToService, readAll } from '../settings.ts';
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
      const { earlierAddresses = [], courseLearners = [] } = await client.recipients.list(
        parameters,
        { signal },
      );
      const items = await readAll(client.recipients.all(parameters, { signal }));
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
      const learners = formatTable(
        courseLearners,
        {
          ID: ({ recipientId }) => recipientId,
          'LEARNER WITHOUT CREDENTIAL': ({ email }) => email,
        },
        '',
      );
      const all = [
        ...lines,
        ...(earlierAddresses.length > 0 ? ['', ...earlier] : []),
        ...(courseLearners.length > 0 ? ['', ...learners] : []),
      ];
      printResult(output(), { items, earlierAddresses, courseLearners }, all);
    });
}
