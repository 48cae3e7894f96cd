import { buffer } from 'node:stream/consumers';
import type { Client } from '@insignia/sdk';
import { InvalidArgumentError } from 'commander';
import { readUserFile, saveDownload } from '../files.ts';
import { connectToService } from '../settings.ts';
import {
  type Context,
  colorText,
  exitCodes,
  type Output,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount, stripControlCharacters } from '../terminal/rules.ts';
import { importKey } from './import.ts';

export const migrationSources = [
  ...(['badgr', 'credly', 'accredible', 'moodle'] as const),
  ...(['openbadges2', 'openbadges3'] as const),
] as const;

/** Options that take the ID of a migration. */
const orders = ['pause', 'resume', 'cancel', 'undo'] as const;

export type MoveInOptions = {
  source?: (typeof migrationSources)[number];
  issuer?: string;
  hold?: true;
  signer?: string[];
  dryRun?: true;
  again?: true;
  redirects?: string;
  out?: string;
} & { [Order in (typeof orders)[number]]?: string };
type Report = Awaited<ReturnType<Client['migrations']['get']>>;

/** The one order that the options give, if any. */
function readOrder(path: string | undefined, options: MoveInOptions) {
  const given = ([...orders, 'redirects'] as const).filter((each) => options[each] !== undefined);
  const [order] = given;
  if (given.length > 1 || (order && path !== undefined))
    throw new InvalidArgumentError(
      'Give a file, --pause, --resume, --cancel, --undo or --redirects',
    );
  if (options.out !== undefined && order !== 'redirects')
    throw new InvalidArgumentError('--out requires --redirects');
  return order;
}

/**
 * Moves credentials in from another service's export, pauses, resumes, cancels or undoes that, or
 * downloads its old URLs.
 */
export async function moveIn(
  context: Pick<Context, 'output' | 'signal' | 'endWith'>,
  path: string | undefined,
  options: MoveInOptions,
): Promise<void> {
  const { output, signal, endWith } = context;
  const order = readOrder(path, options);
  const client = await connectToService();
  if (order === 'redirects') {
    const migrationId = options.redirects ?? '';
    const file = await client.migrations.redirectsCsv({ migrationId }, { signal });
    return saveDownload(context, file, options.out);
  }
  const migrationId = order
    ? (await client.migrations[order]({ migrationId: options[order] ?? '' }, { signal }))
        .migrationId
    : await start(client, path, options, signal);
  const isStopped = order === 'pause' || order === 'cancel';
  const report = isStopped
    ? await client.migrations.get({ migrationId }, { signal })
    : await watch(client, migrationId, output(), signal);
  printReport(output(), report);
  if (isStopped) return;
  if (report.status === 'failed' || report.status === 'cancelled') endWith(exitCodes.failed);
  else if (report.failed > 0 && order !== 'undo') endWith(exitCodes.inPart);
}

async function start(
  client: Client,
  path: string | undefined,
  { source, issuer, hold, signer, dryRun, again }: MoveInOptions,
  signal: AbortSignal,
): Promise<string> {
  if (path === undefined || !source || !issuer)
    throw new InvalidArgumentError(
      'Give a file with --source and --issuer, or --pause, --resume, --cancel, --undo or --redirects',
    );
  const isReissue = source.startsWith('openbadges') && !hold;
  if (isReissue && !dryRun && !signer)
    throw new InvalidArgumentError(
      'Give --signer for each signer whose badges you want to issue again. --dry-run lists them',
    );
  const file = path === '-' ? await buffer(process.stdin) : await readUserFile(path);
  const query = {
    source,
    mode: hold ? 'hold' : 'reissue',
    issuerId: issuer,
    dryRun: dryRun ? 'true' : 'false',
    ...(signer && { signers: signer.join(' ') }),
  } as const;
  const body = new Blob([file], { type: 'application/octet-stream' });
  const create = async (idempotencyKey?: string) =>
    (await client.migrations.create({ ...query, file: body }, { signal, idempotencyKey }))
      .migrationId;
  if (again) return create();
  // The same command again shows the same migration for a day, unless that was stopped or undone.
  const migrationId = await create(importKey(file, query));
  const { status } = await client.migrations.get({ migrationId }, { signal });
  return stopped.includes(status) ? create() : migrationId;
}

const stopped: Report['status'][] = ['failed', 'cancelled', 'undone'];

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
  } catch (error) {
    if (signal.aborted)
      process.stderr.write(
        `\nThe migration continues in the service. To pause it: insignia migrate --pause ${migrationId}\n`,
      );
    throw error;
  } finally {
    bar.end();
  }
  return client.migrations.get({ migrationId }, { signal });
}

function printReport(output: Output, report: Report): void {
  const { status, mode, dryRun, created, existing, skipped, failed, removed, errors, badges } =
    report;
  const [noun, act] = mode === 'hold' ? ['badge', 'offered'] : ['credential', 'created'];
  const verb = dryRun ? `would be ${act}` : act;
  const summary =
    status === 'undone'
      ? `${formatCount(removed, mode === 'hold' ? 'offer' : noun)} removed, ${created - removed} stay or were erased before`
      : `${formatCount(created, noun)} ${verb}, ${existing} exist already, ${skipped} skipped, ${failed} with errors`;
  const more = failed > errors.length ? [`… and ${failed - errors.length} more`] : [];
  printResult(output, report, [
    colorText(failed > 0 || status === 'failed' ? 'yellow' : 'green', `${status}: ${summary}`),
    ...badges.map(({ name, rows, isNew }) =>
      stripControlCharacters(`  badge ${name}: ${formatCount(rows, 'row')}${isNew ? ', new' : ''}`),
    ),
    ...report.signers.map(({ signer, host, badges: count }) =>
      stripControlCharacters(
        `  signer ${signer}: ${formatCount(count, 'badge')}, ${host ? `vouched for by ${host}` : 'no website vouches for this key'}`,
      ),
    ),
    ...errors.map(({ row, field, message }) =>
      stripControlCharacters(`  row ${row}: ${field} ${message}`),
    ),
    ...(status === 'undone' ? [] : more),
    ...report.kept.map(({ awardId, reason }) => `  stays: ${awardId} (${reason})`),
    ...(status === 'paused' ? [`Resume: insignia migrate --resume ${report.migrationId}`] : []),
    ...(report.undoUntil ? [`Undo: insignia migrate --undo ${report.migrationId}`] : []),
    ...(report.hasRedirects
      ? [`Old URLs: insignia migrate --redirects ${report.migrationId} --out redirects.csv`]
      : []),
  ]);
}
