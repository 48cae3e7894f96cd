import { buffer } from 'node:stream/consumers';
import type { Client } from '@insignia/sdk';
import { InvalidArgumentError } from 'commander';
import { readUserFile } from '../files.ts';
import { connectToService } from '../settings.ts';
import {
  type Context,
  colorText,
  exitCodes,
  type Output,
  printResult,
} from '../terminal/output.ts';
import { showProgress } from '../terminal/progress.ts';
import { stripControlCharacters } from '../terminal/rules.ts';
import { importKey } from './import.ts';

export const migrationSources = [
  ...(['badgr', 'credly', 'accredible', 'moodle'] as const),
  ...(['openbadges2', 'openbadges3'] as const),
] as const;

export type MoveInOptions = {
  source?: (typeof migrationSources)[number];
  issuer?: string;
  hold?: true;
  dryRun?: true;
  undo?: string;
};
type Report = Awaited<ReturnType<Client['migrations']['get']>>;

/** Moves credentials in from another service's export, or undoes that. */
export async function moveIn(
  { output, signal, endWith }: Pick<Context, 'output' | 'signal' | 'endWith'>,
  path: string | undefined,
  { source, issuer, hold, dryRun, undo }: MoveInOptions,
): Promise<void> {
  const client = await connectToService();
  const migrationId =
    undo === undefined
      ? await start(client, path, { source, issuer, hold, dryRun }, signal)
      : (await client.migrations.undo({ migrationId: undo }, { signal })).migrationId;
  const report = await watch(client, migrationId, output(), signal);
  printReport(output(), report);
  if (report.status === 'failed') endWith(exitCodes.failed);
  else if (report.failed > 0 && undo === undefined) endWith(exitCodes.inPart);
}

type Upload = {
  [Name in 'source' | 'issuer' | 'hold' | 'dryRun']: MoveInOptions[Name] | undefined;
};

async function start(
  client: Client,
  path: string | undefined,
  { source, issuer, hold, dryRun }: Upload,
  signal: AbortSignal,
): Promise<string> {
  if (path === undefined || !source || !issuer)
    throw new InvalidArgumentError('Give a file with --source and --issuer, or --undo');
  const file = path === '-' ? await buffer(process.stdin) : await readUserFile(path);
  const query = {
    source,
    mode: hold ? 'hold' : 'reissue',
    issuerId: issuer,
    dryRun: dryRun ? 'true' : 'false',
  } as const;
  // The same command again shows the same migration, for a day.
  const options = { signal, idempotencyKey: importKey(file, query) };
  const body = new Blob([file], { type: 'application/octet-stream' });
  return (await client.migrations.create({ ...query, file: body }, options)).migrationId;
}

async function watch(
  client: Client,
  migrationId: string,
  output: Output,
  signal: AbortSignal,
): Promise<Report> {
  const bar = showProgress(output, 'rows');
  try {
    for await (const state of client.migrations.follow(migrationId, { signal })) {
      const { total, created, existing, skipped, failed, removed, kept } = state;
      if (state.status.startsWith('undo')) bar.show(removed + kept.length, created);
      else bar.show(created + existing + skipped + failed, total);
    }
  } finally {
    bar.end();
  }
  return client.migrations.get({ migrationId }, { signal });
}

function printReport(output: Output, report: Report): void {
  const { status, mode, dryRun, created, existing, skipped, failed, removed, errors, badges } =
    report;
  const [noun, act] = mode === 'hold' ? ['badges', 'offered'] : ['credentials', 'created'];
  const verb = dryRun ? `would be ${act}` : act;
  const summary =
    status === 'undone'
      ? `${removed} ${mode === 'hold' ? 'offers' : noun} removed, ${created - removed} stay or were erased before`
      : `${created} ${noun} ${verb}, ${existing} exist already, ${skipped} skipped, ${failed} with errors`;
  const more = failed > errors.length ? [`… and ${failed - errors.length} more`] : [];
  printResult(output, report, [
    colorText(failed > 0 || status === 'failed' ? 'yellow' : 'green', `${status}: ${summary}`),
    ...badges.map(({ name, rows, isNew }) =>
      stripControlCharacters(`  badge ${name}: ${rows} rows${isNew ? ', new' : ''}`),
    ),
    ...errors.map(({ row, field, message }) =>
      stripControlCharacters(`  row ${row}: ${field} ${message}`),
    ),
    ...(status === 'undone' ? [] : more),
    ...report.kept.map(({ awardId, reason }) => `  stays: ${awardId} (${reason})`),
    ...(report.undoUntil ? [`Undo: insignia migrate --undo ${report.migrationId}`] : []),
  ]);
}
