import type { ImportSummary } from '@insignia/server/commands';
import type { Command } from 'commander';
import { readPassphrase } from '../files.ts';
import {
  type Context,
  colorText,
  confirm,
  exitCodes,
  formatBytes,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount, stripControlCharacters } from '../terminal/rules.ts';
import { withCommands } from './operate.ts';

type ExportOptions = { to: string; passphraseFile: string; close?: true; yes?: true };
type ImportOptions = { account: string; passphraseFile: string };

const passphraseText =
  'file whose first line is the passphrase of the archive; - reads standard input';

/** Moves an issuer between installations. Uses the service's database, unlike `issuers list`. */
export function addIssuerArchives(context: Context): void {
  const { program, output, signal, endWith } = context;
  const issuers = program.commands.find((each) => each.name() === 'issuers') as Command;

  issuers
    .command('export')
    .description(
      'operator: write an issuer with everything it issued into one file, for another installation',
    )
    .argument('<issuer>', 'ID or URL')
    .requiredOption('--to <file>', 'new file, readable only by you')
    .requiredOption('--passphrase-file <file>', passphraseText)
    .option(
      '--close',
      'first close the issuer here: pages stay, and nobody can issue, edit or revoke',
    )
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
The file contains names and addresses of recipients. Only the signing keys in it are encrypted. If --close succeeds and
the export fails, run the same command again. Exit code 6: signing keys were lost with an earlier SECRET.

Example:
  insignia issuers export <id> --to school.tar --passphrase-file passphrase --close`,
    )
    .action(async (issuer: string, { to, passphraseFile, close, yes }: ExportOptions) => {
      const passphrase = (await readPassphrase(passphraseFile)) ?? '';
      if (close && !yes)
        await confirm(
          'This closes the issuer: its account loses it, and nobody can issue, edit or revoke here. insignia issuers reopen undoes this.',
          signal,
        );
      const progress = showProgress(output(), 'rows and pictures');
      const done = await withCommands(context, (commands, commandContext) =>
        commands.exportIssuerArchive(commandContext, issuer, {
          ...{ file: to, passphrase, closes: close === true, onProgress: progress.show },
        }),
      ).finally(progress.end);
      printResult(output(), done, [
        colorText(
          'green',
          `Exported ${formatCount(done.credentials, 'credential')} and ${formatCount(done.pictures, 'picture')} to ${done.file} (${formatBytes(done.bytes)})`,
        ),
        ...(done.lostKeys > 0
          ? [
              colorText(
                'yellow',
                `${formatCount(done.lostKeys, 'signing key')} lost with an earlier SECRET: copies signed with them stay valid`,
              ),
            ]
          : []),
        done.closed
          ? 'The issuer is closed here'
          : 'The issuer is still open here. Before the other installation issues, export again with --close',
      ]);
      if (done.lostKeys > 0) endWith(exitCodes.inPart);
    });

  issuers
    .command('import')
    .description('operator: import an issuer from another installation with the same BASE_URL')
    .argument('<file>', 'written by insignia issuers export')
    .requiredOption('--account <account>', 'ID of the account, or the email address of its owner')
    .requiredOption('--passphrase-file <file>', passphraseText)
    .addHelpText(
      'after',
      `
All IDs and URLs stay the same, and nobody gets an email. If interrupted, nothing was imported: run the command again.

Example:
  insignia issuers import school.tar --account registrar@example.org --passphrase-file passphrase`,
    )
    .action(async (file: string, { account, passphraseFile }: ImportOptions) => {
      const passphrase = (await readPassphrase(passphraseFile)) ?? '';
      const progress = showProgress(output(), 'rows and pictures');
      const done = await withCommands(context, (commands, commandContext) =>
        commands.importIssuerArchive(commandContext, file, {
          ...{ account, passphrase, onProgress: progress.show },
        }),
      ).finally(progress.end);
      printResult(output(), done, formatImport(done));
    });

  issuers
    .command('reopen')
    .description('operator: undo --close, if no other installation has imported the issuer')
    .argument('<issuer>', 'ID or URL')
    .requiredOption('--account <account>', 'ID of the account, or the email address of its owner')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia issuers reopen <id> --account registrar@example.org`,
    )
    .action(async (issuer: string, { account, yes }: { account: string; yes?: true }) => {
      if (!yes)
        await confirm(
          'If another installation has imported the issuer, two services would sign in its name.',
          signal,
        );
      const done = await withCommands(context, (commands, commandContext) =>
        commands.reopenIssuer(commandContext, issuer, account),
      );
      printResult(output(), done, [`Reopened in the account ${done.accountId}`]);
    });
}

function formatImport(done: ImportSummary): string[] {
  const name = stripControlCharacters(done.name);
  if (done.isRepeated) return [`${name} was imported from this file before. Nothing changed`];
  return [
    colorText(
      'green',
      `Imported ${name} with ${formatCount(done.credentials, 'credential')} and ${formatCount(done.pictures, 'picture')}`,
    ),
    'Let the host name of BASE_URL point here once the issuer is closed at the source',
  ];
}
