import type { Context } from '../terminal/output.ts';
import { confirm, printResult } from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { runWithService } from './operate.ts';

export function addPeople(context: Context): void {
  const { program, output, signal } = context;
  const people = program
    .command('people')
    .description('reset passwords, remove lost second factors, disable and enable users')
    .addHelpText(
      'after',
      `
Example:
  insignia people disable former@example.org`,
    );

  people
    .command('reset')
    .description('email a link to choose a new password')
    .argument('<address>', 'email address')
    .option('--print-link', 'print the link instead; it works once, for 1 hour')
    .addHelpText(
      'after',
      `
Example:
  insignia people reset ada@example.org --print-link`,
    )
    .action(async (address: string, { printLink }: { printLink?: true }) => {
      const { email, link } = await runWithService(context, (commands, service) =>
        commands.sendPasswordLink(service, address, printLink === true),
      );
      printResult(output(), { email, ...(link ? { link } : {}) }, [
        link ?? `Emailed a link to choose a new password to ${email}`,
      ]);
    });

  people
    .command('disable')
    .description(
      'block a user everywhere: end sessions, and stop tokens and keys until you enable the user again',
    )
    .argument('<address>', 'email address')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia people disable former@example.org --yes`,
    )
    .action(async (address: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm(
          `The user of ${address} is signed out everywhere. Their API keys stop until you enable them, and their apps are disconnected for good.`,
          signal,
        );
      const done = await runWithService(context, (commands, service) =>
        commands.disableUserByEmail(service, address),
      );
      const { email, users, accounts, sessions, apps } = done;
      printResult(output(), done, [
        `Disabled ${users > 1 ? `${users} users with the address ` : ''}${email}. Memberships: ${accounts}. Ended ${formatCount(sessions, 'session')} and disconnected ${formatCount(apps, 'app')}.`,
      ]);
    });

  people
    .command('enable')
    .description('unblock a disabled user; their keys work again')
    .argument('<address>', 'email address')
    .addHelpText(
      'after',
      `
Example:
  insignia people enable ada@example.org`,
    )
    .action(async (address: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.enableUserByEmail(service, address),
      );
      printResult(output(), done, [
        `Enabled ${done.users > 1 ? `${done.users} users with the address ` : ''}${done.email}. Memberships: ${done.accounts}`,
      ]);
    });

  people
    .command('remove-factor')
    .description(
      "remove a user's authenticator app and passkeys, when they and the recovery codes are lost",
    )
    .argument('<address>', 'email address')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia people remove-factor ada@example.org --yes`,
    )
    .action(async (address: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm(`${address} signs in with one factor until they set up another.`, signal);
      const done = await runWithService(context, (commands, service) =>
        commands.removeFactorByEmail(service, address),
      );
      printResult(output(), done, [`Removed the second factor of ${done.email}, and emailed them`]);
    });
}
