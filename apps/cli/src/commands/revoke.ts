import type { Context } from '../context.ts';
import { confirm, printResult } from '../output.ts';
import { stripControlCharacters } from '../rules.ts';
import { connectToService } from '../settings.ts';

type Options = { reason?: string; yes?: true };

export function addRevoke({ program, output, signal }: Context): void {
  program
    .command('revoke')
    .description('revoke a credential permanently')
    .argument('<id>', 'ID or URL of the credential')
    .option('--reason <text>', 'published with the credential')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia revoke <id> --reason "Issued by mistake" --yes`,
    )
    .action(async (id: string, { reason, yes }: Options) => {
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
