import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@insignia/sdk';
import { readUserFile } from '../files.ts';
import { connectToService } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import {
  colorText,
  exitCodes,
  type Output,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { stripControlCharacters } from '../terminal/rules.ts';

type Options = { badge: string; send?: true; dryRun?: true; skipDuplicates?: true; again?: true };
type ImportReply = Awaited<ReturnType<Client['imports']['get']>>;

export function addImport({ program, output, signal, endWith }: Context): void {
  program
    .command('import')
    .description(
      'issue a credential for each row of a CSV file, or correct the credentials in its id column',
    )
    .argument('<file>', 'CSV file; - reads standard input')
    .requiredOption('--badge <id>', 'ID or URL of the badge to issue')
    .option('--send', 'email each credential to its recipient')
    .option('--dry-run', 'check every row without issuing')
    .option(
      '--skip-duplicates',
      'skip rows whose email address already has the badge or appears earlier in the file',
    )
    .option('--again', 'issue the file again, even if it was issued the same way before')
    .addHelpText(
      'after',
      `
The import runs in the service. After Ctrl-C or a lost connection, run the same command again: it shows
the progress and issues nothing twice.

Example:
  insignia import class.csv --badge <id> --dry-run && insignia import class.csv --badge <id> --send`,
    )
    .action(async (path: string, options: Options) => {
      const file = path === '-' ? await buffer(process.stdin) : await readUserFile(path);
      const client = await connectToService();
      const importId = await start(client, file, options, signal);
      const ended = await watch(client, importId, output(), signal);
      report(output(), ended);
      if (ended.status !== 'completed') endWith(exitCodes.failed);
      else if (ended.failed > 0) endWith(exitCodes.inPart);
    });
}

const flag = (isSet: true | undefined) => (isSet ? 'true' : 'false');

async function start(
  client: Client,
  file: Uint8Array<ArrayBuffer>,
  { badge, dryRun, send, skipDuplicates, again }: Options,
  signal: AbortSignal,
): Promise<string> {
  const options = {
    badgeId: badge,
    dryRun: flag(dryRun),
    send: flag(send),
    onDuplicate: skipDuplicates ? 'skip' : 'issue',
  } as const;
  const idempotencyKey = again ? undefined : importKey(file, options);
  const { importId } = await client.imports.create(
    { ...options, file: new Blob([file], { type: 'text/csv' }) },
    { signal, idempotencyKey },
  );
  return importId;
}

async function watch(
  client: Client,
  importId: string,
  output: Output,
  signal: AbortSignal,
): Promise<ImportReply> {
  const bar = showProgress(output, 'rows');
  try {
    for await (const { total, issued, corrected, failed, skipped } of client.imports.follow(
      importId,
      {
        signal,
      },
    ))
      bar.show(issued + corrected + failed + skipped, total);
  } catch (error) {
    if (signal.aborted)
      process.stderr.write(
        '\nThe import continues in the service. Run the same command to see its progress.\n',
      );
    throw error;
  } finally {
    bar.end();
  }
  return client.imports.get({ importId }, { signal });
}

const skipReasons = {
  duplicate: 'duplicate',
  has_badge: 'already has this badge',
  unchanged: 'changes nothing',
  revoked: 'revoked',
  other_badge: 'of another badge',
} as const;

function report(output: Output, state: ImportReply): void {
  const { status, dryRun, action, total, issued, corrected, emailed, failed, skipped } = state;
  const { errors } = state;
  const verb = action === 'correct' ? 'corrected' : 'issued';
  const summary = dryRun
    ? `${total - failed - skipped} would be ${verb}`
    : `${issued + corrected} ${verb}`;
  const sent = emailed > 0 ? `, ${emailed} emailed` : '';
  const done = `${summary}${sent}, ${failed} with errors, ${skipped} skipped`;
  const more = failed > errors.length ? [`… and ${failed - errors.length} more`] : [];
  printResult(output, state, [
    colorText(failed > 0 || status !== 'completed' ? 'yellow' : 'green', `${status}: ${done}`),
    ...errors.map(({ row, name, field, message }) =>
      stripControlCharacters(`  row ${row}${name && ` (${name})`}: ${field} ${message}`),
    ),
    ...more,
    ...state.corrections.flatMap(({ row, changes }) =>
      changes.map(({ field, before, after }) =>
        stripControlCharacters(`  row ${row}: ${field}: ${before ?? 'none'} → ${after ?? 'none'}`),
      ),
    ),
    ...state.skippedRows.map(
      ({ row, reason, duplicateOf }) =>
        `  row ${row}: ${duplicateOf === null ? skipReasons[reason] : `duplicate of row ${duplicateOf}`}`,
    ),
    ...state.notEmailedRows.map(({ row, name, reason }) =>
      stripControlCharacters(`  row ${row} (${name}): not emailed: ${reason}`),
    ),
  ]);
}

/**
 * Idempotency key of an import: the same file with the same options resumes one import after
 * Ctrl-C. At most 64 characters.
 */
export function importKey(file: Uint8Array, options: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}=${value}\0`);
  return hash.update(file).digest('hex');
}
