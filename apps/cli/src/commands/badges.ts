import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { connectToService } from '../settings.ts';
import { formatTable } from '../table.ts';
import { addBadgeCreate } from './badge-create.ts';
import { addTemplates } from './badge-templates.ts';

export function addBadges(context: Context): void {
  const { program, output, signal } = context;
  const badges = program
    .command('badges')
    .description('list and create badges, and list image templates')
    .addHelpText(
      'after',
      `
Example:
  insignia badges create --issuer <id> --name "First Aid" --description "Helps until help comes." \\
    --criteria "Passed the exam." --template crest`,
    );

  badges
    .command('list')
    .description('list all, newest first')
    .action(async () => {
      const client = await connectToService();
      const answer = await client.badges.list({}, { signal });
      const items = Array.isArray(answer) ? answer : [answer];
      const lines = formatTable(
        items,
        {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          CREATED: ({ timestamp }) => new Date(timestamp),
        },
        'No badges yet. Create one: insignia badges create --help',
      );
      printResult(output(), items, lines);
    });

  addTemplates(context, badges);
  addBadgeCreate(context, badges);
}
