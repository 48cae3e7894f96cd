import type { Context } from '../context.ts';
import { tell } from '../output.ts';
import { connect } from '../settings.ts';

type Given = {
  badge: string;
  name: string;
  email: string;
  issuedOn?: string;
  expires?: string;
  send?: true;
  idempotencyKey?: string;
};

export function addIssue({ program, output, signal }: Context): void {
  program
    .command('issue')
    .description('issue a credential')
    .requiredOption('--badge <id>', 'id or URL of the badge')
    .requiredOption('--name <name>', "the recipient's name")
    .requiredOption('--email <address>', "the recipient's e-mail")
    .option('--issued-on <date>', 'when it was earned, such as 2026-03-01; now when not given')
    .option('--expires <date>', 'until when it holds')
    .option('--send', 'mail it to the recipient')
    .option('--idempotency-key <key>', 'the same key again issues nothing new')
    .addHelpText(
      'after',
      `
Example:
  insignia issue --badge <id> --name "Ada Lovelace" --email ada@example.org --issued-on 2026-03-01 --send`,
    )
    .action(async ({ badge, name, email, issuedOn, expires, send, idempotencyKey }: Given) => {
      const client = await connect();
      const { awardId } = await client.credentials.issue(
        {
          badgeId: badge,
          recipient: { name, email },
          issuedOn: issuedOn ?? new Date().toISOString(),
          ...(expires ? { expires } : {}),
        },
        { signal, idempotencyKey },
      );
      if (send) await client.credentials.send({ awardId, email }, { signal });
      tell(output(), { awardId, sent: send === true }, [
        `Issued: ${awardId}`,
        ...(send ? [`Mailed to ${email}`] : []),
      ]);
    });
}
