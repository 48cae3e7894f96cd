import { InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import { tell } from '../output.ts';
import { connect } from '../settings.ts';

type Options = {
  badge: string;
  name: string;
  email: string;
  issuedOn?: string;
  expires?: string;
  narrative?: string;
  evidence?: string[];
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
    .option('--evidence <url>', 'what shows that it was earned; may be given again', oneMore)
    .option(
      '--attribute <name=value>',
      "value of one of the badge's attributes, such as Grade=1.3; may be given again",
      oneMoreValue,
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
        const client = await connect();
        const { awardId } = await client.credentials.issue(
          {
            badgeId: badge,
            recipient: { name, email },
            issuedOn: issuedOn ?? new Date().toISOString(),
            ...(expires ? { expires } : {}),
            ...moreOf(said),
          },
          { signal, idempotencyKey },
        );
        if (send) await client.credentials.send({ awardId, email }, { signal });
        tell(output(), { awardId, sent: send === true }, [
          `Issued: ${awardId}`,
          ...(send ? [`Mailed to ${email}`] : []),
        ]);
      },
    );
}

const oneMore = (value: string, before: string[] = []): string[] => [...before, value];

function oneMoreValue(text: string, before: [string, string][] = []): [string, string][] {
  const end = text.indexOf('=');
  const name = text.slice(0, end).trim();
  if (end < 0 || name === '')
    throw new InvalidArgumentError('It has to be a name and a value, such as Grade=1.3.');
  if (before.some(([given]) => given === name))
    throw new InvalidArgumentError(`${name} is given twice.`);
  return [...before, [name, text.slice(end + 1).trim()]];
}

function moreOf({
  narrative,
  evidence,
  attribute,
}: Pick<Options, 'narrative' | 'evidence' | 'attribute'>) {
  return {
    ...(narrative === undefined ? {} : { narrative }),
    ...(evidence ? { evidence: evidence.map((id) => ({ id })) } : {}),
    ...(attribute ? { attributes: Object.fromEntries(attribute) } : {}),
  };
}
