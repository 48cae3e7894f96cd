import type { Context } from '../terminal/output.ts';
import { confirm, formatTable, printResult } from '../terminal/output.ts';
import { stripControlCharacters } from '../terminal/rules.ts';
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
    .description('list, create and delete accounts, change their plan, invite members')
    .addHelpText(
      'after',
      `
Example:
  insignia accounts create --owner registrar@example.org --plan unlimited`,
    );

  accounts
    .command('list')
    .description('list all accounts, oldest first')
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
        'No accounts yet. Create one: insignia accounts create --owner you@example.org',
      );
      printResult(output(), { accounts: shown }, lines);
    });

  accounts
    .command('create')
    .description(
      'create an account for a new user, even if SIGN_UP is closed; they choose their password',
    )
    .requiredOption('--owner <address>', 'email address of the owner, who receives the link')
    .option('--name <name>', 'name of the owner; defaults to the part before the @')
    .option('--account <name>', "name of the account; defaults to the owner's name")
    .option('--plan <plan>', 'free, starter, pro or unlimited; defaults to DEFAULT_PLAN')
    .option('--print-link', 'print the link instead of emailing it')
    .addHelpText(
      'after',
      `
Example:
  insignia accounts create --owner registrar@example.org --account "Example University" --plan unlimited`,
    )
    .action(async ({ account, printLink, ...settings }: CreateOptions) => {
      const { owner, name, plan } = settings;
      const input = { owner, name, plan, accountName: account, printsLink: printLink === true };
      const created = await runWithService(context, (commands, service) =>
        commands.createAccount(service, input),
      );
      printResult(output(), created, [
        `Created account ${created.accountId} on plan ${created.plan}`,
        created.link ?? `Emailed a link to choose a password to ${created.email}`,
      ]);
    });

  accounts
    .command('plan')
    .description('change the plan of an account')
    .argument('<account>', 'ID')
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
      printResult(output(), changed, [`Changed from ${changed.before} to ${changed.plan}`]);
    });

  accounts
    .command('invite')
    .description('invite a member to an account')
    .argument('<account>', 'ID')
    .argument('<address>', 'email address')
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
      printResult(output(), invited, [`Invited ${invited.email} as ${invited.role}`, invited.link]);
    });

  accounts
    .command('delete')
    .description('delete an account, its owner and everything it has issued, permanently')
    .argument('<account>', 'ID')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Its credentials can no longer be verified. A worker of the service deletes the data.

Example:
  insignia accounts delete <id> --yes`,
    )
    .action(async (account: string, { yes }: { yes?: true }) => {
      const deleted = await runWithService(context, async (commands, service) => {
        const { name, owner } = await commands.showAccount(service, account);
        if (!yes)
          await confirm(
            `This deletes the account “${stripControlCharacters(name)}”,${owner ? ` its owner ${owner}` : ''} and everything it has issued. This can't be undone.`,
            signal,
          );
        return commands.deleteAccount(service, account);
      });
      printResult(output(), deleted, ['Deleted. Access has ended, and a worker deletes the data']);
    });
}
