import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { connectToService } from '../settings.ts';

type Options = { out?: string; badge?: string; search?: string };

export function addExport({ program, output, signal }: Context): void {
  program
    .command('export')
    .description('export all or some credentials as CSV')
    .option('--out <file>', 'where to; standard output when not given')
    .option('--badge <id>', 'only credentials of this badge')
    .option(
      '--search <text>',
      "only if the recipient's name contains this text, or the email address if it has an @",
    )
    .addHelpText(
      'after',
      `
Example:
  insignia export --badge <id> --out graduates.csv`,
    )
    .action(async ({ out, badge, search }: Options) => {
      const client = await connectToService();
      const searchField = search?.includes('@') ? ('email' as const) : ('name' as const);
      const filter = {
        ...(badge ? { badgeId: badge } : {}),
        ...(search ? { search, searchField } : {}),
      };
      const { body } = await client.credentials.exportCsv({ filter }, { signal });
      const rows = Readable.fromWeb(body as ReadableStream);
      if (!out) return pipeline(rows, process.stdout, { end: false, signal });
      // Write to a draft and rename, so that an existing file is always complete.
      const draft = `${out}.part`;
      try {
        await pipeline(rows, createWriteStream(draft), { signal });
        await rename(draft, out);
      } finally {
        await rm(draft, { force: true });
      }
      printResult(output(), { file: out }, [`Saved to ${out}`]);
    });
}
