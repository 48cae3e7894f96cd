import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { runWithService } from './operate.ts';

export function addPeople(context: Context): void {
  const { program, output, signal } = context;
  const people = program
    .command('people')
    .description('who signs in: reset, disable, enable')
    .addHelpText(
      'after',
      `
Example:
  insignia people disable former@example.org`,
    );

  people
    .command('reset')
    .description('mail a link with which somebody chooses a new password')
    .argument('<address>', 'their e-mail')
    .option('--print-link', 'print it instead; it works once, for an hour')
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
        link ?? `A link to choose a new password goes to ${email}`,
      ]);
    });

  people
    .command('disable')
    .description('let somebody in nowhere: sessions end, tokens and keys stop, until enabled again')
    .argument('<address>', 'their e-mail')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
Example:
  insignia people disable former@example.org --yes`,
    )
    .action(async (address: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm(`${address} is signed out everywhere, and their API keys stop.`, signal);
      const done = await runWithService(context, (commands, service) =>
        commands.disableUserByEmail(service, address),
      );
      printResult(output(), done, [`Disabled in ${done.accounts} account(s)`]);
    });

  people
    .command('enable')
    .description('let somebody in again who was disabled; their keys work again')
    .argument('<address>', 'their e-mail')
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
      printResult(output(), done, [`Enabled in ${done.accounts} account(s)`]);
    });
}
