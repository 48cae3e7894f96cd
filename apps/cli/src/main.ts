import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { addBadges } from './commands/badges.ts';
import { addCertificates } from './commands/certificates.ts';
import { addClaims } from './commands/claims.ts';
import { addCorrect, addExport, addIssue, addRenew, addRevoke } from './commands/credentials.ts';
import { addImport } from './commands/import.ts';
import { addBrand, addIssuers } from './commands/issuers.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addRecipients } from './commands/recipients.ts';
import { addVerify } from './commands/verify.ts';
import { addAccounts } from './operator/accounts.ts';
import { addBackup } from './operator/backup.ts';
import { addImages } from './operator/images.ts';
import { addIssuerArchives } from './operator/issuers.ts';
import { addJobs, addWebhooks } from './operator/jobs.ts';
import { addKeys, addSecret } from './operator/keys.ts';
import { addLti } from './operator/lti.ts';
import { addMail } from './operator/mail.ts';
import { addPeople } from './operator/people.ts';
import { addRestore } from './operator/restore.ts';
import { addScim } from './operator/scim.ts';
import { addDoctor, addService } from './operator/service.ts';
import { addSso } from './operator/sso.ts';
import { addUpgrade } from './operator/upgrade.ts';
import { type Context, exitCodes, printFailure } from './terminal/output.ts';

const forUsers = [
  ...[addLogin, addIssuers, addBadges, addBrand, addCertificates],
  ...[addIssue, addImport, addClaims, addExport, addRecipients, addCorrect, addRenew, addRevoke],
  ...[addVerify, addListen],
];
const forOperators = [
  ...[addService, addDoctor, addAccounts, addPeople, addSso, addScim, addLti, addKeys],
  ...[addJobs, addWebhooks, addMail, addBackup, addRestore, addUpgrade, addSecret, addImages],
  addIssuerArchives,
];

const helpText = `
Examples:
  insignia login https://badges.example.org
  insignia badges create --issuer <id> --name "First Aid" … --template crest
  insignia issue --badge <id> --name "Ada Lovelace" --email ada@example.org --send
  insignia import class.csv --badge <id>
  insignia verify https://badges.example.org/credentials/<id>
  insignia accounts create --owner registrar@example.org --print-link

Every command supports --json and --help. Exit codes: docs/use/command-line.md`;

/** Runs one command and returns its exit code. */
export async function main(args: string[]): Promise<number> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop);
  const program = new Command('insignia')
    .description('Digital credentials from the command line')
    .option('--json', 'print JSON, for programs')
    .showHelpAfterError('(run insignia --help for a list of commands)')
    .addHelpText('after', helpText)
    .exitOverride()
    .hook('preAction', (_, command) => {
      // `start` handles its own shutdown.
      if (command.name() === 'start') return;
      process.once('SIGTERM', stop);
      process.once('SIGHUP', () => {
        // Ignore a closed terminal: output is lost, but the command must finish.
        for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
        stop();
      });
    });
  let exitCode: number = exitCodes.done;
  const output = () => ({ json: program.opts().json === true });
  const context: Context = {
    program,
    output,
    signal: stopping.signal,
    endWith: (code) => {
      exitCode = code;
    },
  };
  program.commandsGroup('Commands that use the API, with an API key:');
  for (const add of forUsers) add(context);
  program.commandsGroup(
    "Operator commands, which use the service's database and settings from the environment:",
  );
  for (const add of forOperators) add(context);
  program.commandsGroup('More:');
  addCompletion(context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander prints its own errors, but not those that a command throws.
    if (error instanceof InvalidArgumentError) process.stderr.write(`error: ${error.message}\n`);
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return printFailure(output(), error);
  }
}

function addCompletion({ program }: Context): void {
  tab(program);
}
