import { resolve } from 'node:path';
import { findAccount } from '../features/accounts/index.ts';
import { BackupError } from '../features/backup/index.ts';
import {
  type ExportTarget,
  exportStatic,
  isExportDue,
  openExportBucket,
  openExportFolder,
  type StaticExportResult,
} from '../features/static-export/index.ts';
import { createUrls } from '../kernel/urls.ts';
import type { S3Place } from '../platform/images/s3.ts';
import { createLog } from '../platform/log/index.ts';
import { parseBucket, refuseDataDir } from './backup/open-repository.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { PublicAppParts } from './public-app.ts';
import type { CommandContext, CommandService } from './service.ts';

export type { StaticExportResult } from '../features/static-export/index.ts';

/** Exports into a folder or bucket, or continues an interrupted export. */
async function runStaticExport(
  parts: PublicAppParts,
  target: ExportTarget,
  accountId: string | undefined,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<StaticExportResult> {
  const { config, clock, db } = parts;
  // Pages, fonts and drawing load only for this command.
  const { listFixedFiles, startPublicApp } = await import('./public-app.ts');
  const urls = createUrls(config.baseUrl, { hasMyCredentials: false, isStatic: true });
  const fixed = await listFixedFiles(clock);
  const { stop, ...app } = await startPublicApp(parts, urls);
  try {
    const options = { accountId, signal, onProgress };
    return await exportStatic({ db, urls, clock, ...app, ...fixed }, target, options);
  } finally {
    await stop();
  }
}

const DAYS_BETWEEN = 7;
const lookEveryMs = 10 * 60_000;

/**
 * Exports into the bucket every week, from one process. An export that was interrupted, for example
 * by a restart, continues at the next look.
 */
export function startWeeklyExport(
  parts: PublicAppParts,
  place: S3Place,
  everyMs = lookEveryMs,
): { stop: () => Promise<void> } {
  const { db, log } = parts;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      const target = await openExportBucket(place);
      if (!(await isExportDue(db, target.place, DAYS_BETWEEN))) return;
      const result = await runStaticExport(parts, target, undefined, stopping.signal);
      log.info(result, 'static export finished');
    } catch (error) {
      if (stopping.signal.aborted) return;
      const isRefused = error instanceof BackupError && error.kind === 'refused';
      if (isRefused) log.info({ reason: error.message }, 'static export refused');
      else log.warn({ err: error }, 'static export failed');
    }
  };
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

type CommandOptions = {
  account: string | undefined;
  onProgress: (done: number, of: number) => void;
};

export async function exportStaticSite(
  { config, clock, db, announce }: CommandService,
  { signal }: CommandContext,
  place: string,
  { account, onProgress }: CommandOptions,
): Promise<StaticExportResult> {
  const accountId = account === undefined ? undefined : parseId(account, 'an account');
  if (accountId !== undefined && !(await findAccount(db, accountId)))
    throw createRefusal(`account ${account} not found. List accounts: insignia accounts list`);
  await refuseDataDir(config, place);
  const parts = { config, clock, db, announce, log: createLog('silent') };
  return runStaticExport(parts, await openTarget(place), accountId, signal, onProgress);
}

function openTarget(place: string): Promise<ExportTarget> {
  if (place.startsWith('s3://')) return openExportBucket(parseBucket(place));
  const folder = resolve(place);
  if (/["'$\\{}\n]/.test(folder))
    throw createRefusal(
      `${folder} contains a character that the rules for web servers can't name. Choose a folder without quotes, $, \\ and braces`,
    );
  return openExportFolder(folder);
}
