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
    .requiredOption('--badge <id>', 'ID or URL of the badge')
    .requiredOption('--name <name>', "recipient's name")
    .requiredOption('--email <address>', "recipient's email address")
    .option('--issued-on <date>', 'date earned, such as 2026-03-01; defaults to now')
    .option('--expires <date>', 'expiry date')
    .option('--narrative <text>', 'what the recipient did to earn it, in Markdown')
    .option(
      '--evidence <url-or-json>',
      'evidence: a URL, or the complete JSON as in POST /awards; repeatable',
      addUrlOrJson,
    )
    .option(
      '--attribute <name=value>',
      "value of one of the badge's attributes, such as Grade=1.3; repeatable",
      createNamedValueParser('Grade=1.3'),
    )
    .option('--send', 'email it to the recipient')
    .option('--idempotency-key <key>', 'a repeated key issues nothing new')
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
          ...(send ? [`Emailed to ${email}`] : []),
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
