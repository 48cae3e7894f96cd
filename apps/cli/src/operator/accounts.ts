import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { stripControlCharacters } from '../rules.ts';
import { formatTable } from '../table.ts';
import { runWithService } from './operate.ts';

type CreateOptions = {
  owner: string;
  name?: string;
  account?: string;
  plan?: string;
  printLink?: true;
};

export function addAccounts(context: Context): void {
  const { program, output, signal } = context;
  const accounts = program
    .command('accounts')
    .description('accounts of the service: list, create, plan, invite, delete')
    .addHelpText(
      'after',
      `
Example:
  insignia accounts create --owner registrar@example.org --plan unlimited`,
    );

  accounts
    .command('list')
    .description('all accounts, the oldest first')
    .action(async () => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listAccounts(service),
      );
      const shown = rows.map(({ personId: _, ...row }) => row);
      const lines = formatTable(
        rows,
        {
          ID: ({ accountId }) => accountId,
          NAME: ({ name, isLeaving }) => (isLeaving ? '(being deleted)' : name),
          PLAN: ({ plan }) => plan,
          OWNER: ({ owner }) => owner,
          ISSUED: ({ credentials }) => credentials,
          SINCE: ({ createdAt }) => createdAt,
        },
        'There are no accounts yet: insignia accounts create --owner you@example.org',
      );
      printResult(output(), { accounts: shown }, lines);
    });

  accounts
    .command('create')
    .description('an account for somebody new, whatever SIGN_UP says; they choose their password')
    .requiredOption('--owner <address>', 'e-mail of the owner, who gets the link')
    .option('--name <name>', "the owner's name; the part before the @ when not given")
    .option('--account <name>', "the account's name; the owner's when not given")
    .option('--plan <plan>', 'free, starter, pro or unlimited; DEFAULT_PLAN when not given')
    .option('--print-link', 'print the link instead of mailing it')
    .addHelpText(
      'after',
      `
Example:
  insignia accounts create --owner registrar@example.org --account "Example University" --plan unlimited`,
    )
    .action(async ({ account, printLink, ...given }: CreateOptions) => {
      const { owner, name, plan } = given;
      const input = { owner, name, plan, accountName: account, printsLink: printLink === true };
      const made = await runWithService(context, (commands, service) =>
        commands.createAccount(service, input),
      );
      printResult(output(), made, [
        `Account ${made.accountId} on the plan ${made.plan}`,
        made.link ?? `A link to choose a password goes to ${made.email}`,
      ]);
    });

  accounts
    .command('plan')
    .description('move an account to another plan')
    .argument('<account>', 'its id')
    .argument('<plan>', 'free, starter, pro or unlimited')
    .addHelpText(
      'after',
      `
Example:
  insignia accounts plan <id> pro`,
    )
    .action(async (account: string, plan: string) => {
      const changed = await runWithService(context, (commands, service) =>
        commands.changePlan(service, account, plan),
      );
      printResult(output(), changed, [`From ${changed.before} to ${changed.plan}`]);
    });

  accounts
    .command('invite')
    .description('invite somebody to the team of an account')
    .argument('<account>', 'its id')
    .argument('<address>', 'their e-mail')
    .option('--role <role>', 'admin, editor or viewer', 'editor')
    .addHelpText(
      'after',
      `
Example:
  insignia accounts invite <id> grace@example.org --role admin`,
    )
    .action(async (account: string, address: string, { role }: { role: string }) => {
      const invited = await runWithService(context, (commands, service) =>
        commands.inviteToAccount(service, account, address, role),
      );
      printResult(output(), invited, [
        `An invitation as ${invited.role} goes to ${invited.email}`,
        invited.link,
      ]);
    });

  accounts
    .command('delete')
    .description('delete an account, its owner, and all that it has issued, for good')
    .argument('<account>', 'its id')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
What it has issued can no longer be verified. A worker of the service takes it away.

Example:
  insignia accounts delete <id> --yes`,
    )
    .action(async (account: string, { yes }: { yes?: true }) => {
      const deleted = await runWithService(context, async (commands, service) => {
        const { name, owner } = await commands.showAccount(service, account);
        if (!yes)
          await confirm(
            `The account “${stripControlCharacters(name)}” of ${owner}, this person and everything that was issued go, for good.`,
            signal,
          );
        return commands.deleteAccount(service, account);
      });
      printResult(output(), deleted, [
        'Deleted: nobody gets in any more, and a worker takes the rest away',
      ]);
    });
}
