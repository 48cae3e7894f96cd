import { createHash } from 'node:crypto';
import type { Client } from '@insignia/sdk';
import { saveDownload } from '../files.ts';
import { exportStatic, type StaticOptions } from '../operator/static-export.ts';
import { addUrlOrJson, createNamedValueParser } from '../options/repeated-options.ts';
import { connectToService } from '../settings.ts';
import {
  CommandLineError,
  type Context,
  confirm,
  exitCodes,
  printResult,
} from '../terminal/output.ts';
import { stripControlCharacters } from '../terminal/rules.ts';

type Evidence = NonNullable<Parameters<Client['credentials']['issue']>[0]['evidence']>[number];
type IssueOptions = {
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
    .option('--issued-on <date>', 'issue date, such as 2026-03-01; defaults to now')
    .option('--expires <date>', 'expiry date')
    .option('--narrative <text>', 'what the recipient did to earn it, in Markdown')
    .option(
      '--evidence <url-or-json>',
      'evidence: a URL, or the complete JSON as in POST /awards; repeatable',
      addUrlOrJson,
    )
    .option(
      '--attribute <name=value>',
      "value of one of the badge's custom fields, such as Grade=1.3; repeatable",
      createNamedValueParser('Grade=1.3'),
    )
    .option('--send', 'email it to the recipient')
    .option(
      '--idempotency-key <key>',
      'key of this request; the same command again on the same day issues and emails nothing',
    )
    .addHelpText(
      'after',
      `
Example:
  insignia issue --badge <id> --name "Ada Lovelace" --email ada@example.org --issued-on 2026-03-01 --send`,
    )
    .action(
      async ({
        badge,
        name,
        email,
        issuedOn,
        expires,
        send,
        idempotencyKey,
        ...details
      }: IssueOptions) => {
        const client = await connectToService();
        const { awardId } = await client.credentials.issue(
          {
            badgeId: badge,
            recipient: { name, email },
            issuedOn: issuedOn ?? chooseIssueDate(idempotencyKey),
            ...(expires ? { expires } : {}),
            ...readDetails(details),
          },
          { signal, idempotencyKey },
        );
        if (send)
          await client.credentials.send(
            { awardId, email },
            { signal, idempotencyKey: idempotencyKey && deriveKey('send', idempotencyKey) },
          );
        printResult(output(), { awardId, sent: send === true }, [
          `Issued: ${awardId}`,
          ...(send ? [`Emailed to ${email}`] : []),
        ]);
      },
    );
}

/** With a key, the date alone: a repeated request must be the same to get the same credential. */
function chooseIssueDate(idempotencyKey: string | undefined): string {
  const now = new Date().toISOString();
  return idempotencyKey === undefined ? now : now.slice(0, 10);
}

/** The key of another request of the same command. */
const deriveKey = (name: string, key: string): string =>
  createHash('sha256').update(`${name} ${key}`).digest('hex');

function readDetails({
  narrative,
  evidence,
  attribute,
}: Pick<IssueOptions, 'narrative' | 'evidence' | 'attribute'>) {
  return {
    ...(narrative === undefined ? {} : { narrative }),
    ...(evidence
      ? { evidence: evidence.map((each) => (typeof each === 'string' ? { id: each } : each)) }
      : {}),
    ...(attribute ? { attributes: Object.fromEntries(attribute) } : {}),
  };
}

type CorrectOptions = {
  name?: string;
  email?: string;
  issuedOn?: string;
  expires?: string;
  reason?: string;
  notify?: true;
};

export function addCorrect({ program, output, signal }: Context): void {
  program
    .command('correct')
    .description('correct a credential; the URL stays, and signed copies become revoked')
    .argument('<id>', 'ID or URL of the credential')
    .option('--name <name>', "the recipient's name")
    .option('--email <address>', "the recipient's email address")
    .option('--issued-on <date>', 'date earned, such as 2026-03-01')
    .option('--expires <date>', 'new expiry date, or never for none')
    .option('--reason <text>', 'reason, for your team')
    .option('--notify', 'email the corrected credential to the recipient')
    .addHelpText(
      'after',
      `
Example:
  insignia correct <id> --name "Ada Lovelace" --reason "Misspelled name"`,
    )
    .action(async (id: string, { name, email, expires, ...more }: CorrectOptions) => {
      const client = await connectToService();
      const recipient = { ...(name && { name }), ...(email && { email }) };
      const { etag: _, ...result } = await client.credentials.correct(
        {
          awardId: id,
          ...(Object.keys(recipient).length > 0 && { recipient }),
          ...(expires && { expires: expires === 'never' ? null : expires }),
          ...more,
        },
        { signal },
      );
      printResult(output(), result, [describeCorrection(result)]);
    });
}

export function addRenew({ program, output, signal }: Context): void {
  program
    .command('renew')
    .description('set a later expiry date; the URL stays, and signed copies become revoked')
    .argument('<id>', 'ID or URL of the credential')
    .requiredOption('--expires <date>', 'new expiry date, such as 2028-03-01')
    .addHelpText(
      'after',
      `
Example:
  insignia renew <id> --expires 2028-03-01`,
    )
    .action(async (id: string, { expires }: { expires: string }) => {
      const client = await connectToService();
      const { etag: _, ...result } = await client.credentials.renew(
        { awardId: id, expires },
        { signal },
      );
      printResult(output(), result, [result.corrected ? 'Renewed' : unchanged]);
    });
}

const unchanged = 'Nothing to change: the credential already has these values';

type Correction = { corrected: boolean; email: 'none' | 'queued' | 'unsubscribed' | 'bounced' };

function describeCorrection({ corrected, email }: Correction): string {
  if (!corrected) return unchanged;
  if (email === 'none') return 'Corrected';
  if (email === 'queued') return 'Corrected and emailed';
  return `Corrected, but not emailed: ${email === 'bounced' ? 'earlier emails to the address bounced' : 'the recipient unsubscribed'}`;
}

type RevokeOptions = { reason?: string; yes?: true };

export function addRevoke({ program, output, signal }: Context): void {
  program
    .command('revoke')
    .description('revoke a credential permanently')
    .argument('<id>', 'ID or URL of the credential')
    .option('--reason <text>', 'reason, published with the credential')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia revoke <id> --reason "Issued by mistake" --yes`,
    )
    .action(async (id: string, { reason, yes }: RevokeOptions) => {
      const client = await connectToService();
      if (!yes) {
        const { recipient } = await client.credentials.get({ awardId: id }, { signal });
        await confirm(
          `Everyone will see that the credential of ${stripControlCharacters(recipient.name)} is revoked. This can't be undone.`,
          signal,
        );
      }
      await client.credentials.revoke({ awardId: id, ...(reason ? { reason } : {}) }, { signal });
      printResult(output(), { revoked: true }, ['Revoked']);
    });
}

type ExportOptions = { out?: string; badge?: string; search?: string };

export function addExport(context: Context): void {
  const { program, signal } = context;
  program
    .command('export')
    .description('export credentials as CSV, or everything public as files (operators)')
    .option('--out <file>', 'output file; defaults to standard output')
    .option('--badge <id>', 'only credentials of this badge')
    .option(
      '--search <text>',
      "only credentials whose recipient's name or email address contains this text",
    )
    .option(
      '--static <place>',
      'write everything public as files: a folder, or s3://bucket/prefix?endpoint=…&region=…',
    )
    .option('--account <id>', 'with --static: only this account')
    .addHelpText(
      'after',
      `
--static uses the service's database and settings, like operator commands. Any web server can serve its files at
BASE_URL without the service (docs/operate/static-export.md). Run it again to add what has changed, or to continue.
Exit code 6: some credentials couldn't be exported. The next run tries them again.

Example:
  insignia export --badge <id> --out graduates.csv
  insignia export --static /srv/badges`,
    )
    .action(async (options: ExportOptions & StaticOptions) => {
      if (options.static !== undefined) return exportStatic(context, options.static, options);
      if (options.account !== undefined)
        throw new CommandLineError('--account requires --static', exitCodes.usage);
      const { out, badge, search } = options;
      const client = await connectToService();
      const filter = {
        ...(badge ? { badgeId: badge } : {}),
        ...(search ? { search } : {}),
      };
      await saveDownload(context, await client.credentials.exportCsv({ filter }, { signal }), out);
    });
}
