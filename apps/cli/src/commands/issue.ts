import type { Client } from '@insignia/sdk';
import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { addUrlOrJson, createNamedValueParser } from '../repeated-options.ts';
import { connectToService } from '../settings.ts';

type Evidence = NonNullable<Parameters<Client['credentials']['issue']>[0]['evidence']>[number];
type Options = {
  badge: string;
  name: string;
  email: string;
  issuedOn?: string;
  expires?: string;
  narrative?: string;
  evidence?: (string | Evidence)[];
  attribute?: [string, string][];
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
    .option('--narrative <text>', 'what the recipient did to earn it, in Markdown')
    .option(
      '--evidence <url-or-json>',
      'what shows that it was earned: its address, or all of it as in POST /awards; may be given again',
      addUrlOrJson,
    )
    .option(
      '--attribute <name=value>',
      "value of one of the badge's attributes, such as Grade=1.3; may be given again",
      createNamedValueParser('Grade=1.3'),
    )
    .option('--send', 'mail it to the recipient')
    .option('--idempotency-key <key>', 'the same key again issues nothing new')
    .addHelpText(
      'after',
      `
Example:
  insignia issue --badge <id> --name "Ada Lovelace" --email ada@example.org --issued-on 2026-03-01 --send`,
    )
    .action(
      async ({ badge, name, email, issuedOn, expires, send, idempotencyKey, ...said }: Options) => {
        const client = await connectToService();
        const { awardId } = await client.credentials.issue(
          {
            badgeId: badge,
            recipient: { name, email },
            issuedOn: issuedOn ?? new Date().toISOString(),
            ...(expires ? { expires } : {}),
            ...readDetails(said),
          },
          { signal, idempotencyKey },
        );
        if (send) await client.credentials.send({ awardId, email }, { signal });
        printResult(output(), { awardId, sent: send === true }, [
          `Issued: ${awardId}`,
          ...(send ? [`Mailed to ${email}`] : []),
        ]);
      },
    );
}

function readDetails({
  narrative,
  evidence,
  attribute,
}: Pick<Options, 'narrative' | 'evidence' | 'attribute'>) {
  return {
    ...(narrative === undefined ? {} : { narrative }),
    ...(evidence
      ? { evidence: evidence.map((each) => (typeof each === 'string' ? { id: each } : each)) }
      : {}),
    ...(attribute ? { attributes: Object.fromEntries(attribute) } : {}),
  };
}
