import { resolve } from 'node:path';
import { type Config, parseImagePlace, readEnv } from '../../config/index.ts';
import { forEachConcurrent } from '../../features/backup/index.ts';
import {
  countImages,
  describePlace,
  type ImagePlace,
  type ImageStore,
  isSamePlace,
  openImagePlace,
} from '../../platform/images/index.ts';
import { createRefusal } from '../command-error.ts';
import type { CommandContext, CommandService } from '../service.ts';
import { flattenPages, listKnownImages } from './verify.ts';

export type MovedImages = {
  from: string;
  to: string;
  copied: number;
  /** Already present and intact. */
  there: number;
  /** Missing or damaged in the source: see insignia images verify. */
  missing: number;
  /** `copied`: change the settings now. `done`: they are changed and nothing is left behind. */
  outcome: 'copied' | 'done';
  /** Settings to change. Null means unset. */
  settings: Record<string, string | null>;
};

const CONCURRENCY = 8;
/** Uploads started before this delay are finished. */
const overlapMs = 60_000;

/**
 * Copies all pictures to another store while the service runs, and reads each copy back. Can be
 * repeated: intact copies are skipped. New pictures come with the next pass, and once the service
 * writes to both stores, nothing is left behind.
 */
export async function moveImages(
  { config, db }: CommandService,
  { signal }: CommandContext,
  text: string,
  onProgress: (done: number, of: number) => void,
): Promise<MovedImages> {
  const { from, to, isSwitched } = resolvePlaces(config, text);
  const source = await openImagePlace(from);
  const target = await openImagePlace(to);
  const counts = { copied: 0, there: 0, missing: 0 };
  const all = await countImages(db);
  for (let since: Date | undefined, isFirst = true; ; isFirst = false) {
    const startedAt = new Date(Date.now() - overlapMs);
    let copied = 0;
    await forEachConcurrent(
      flattenPages(listKnownImages(db, signal, since)),
      CONCURRENCY,
      async ({ cid, touchedAt }) => {
        signal.throwIfAborted();
        const outcome = await copyImage(source, target, cid);
        if (outcome === 'copied') copied += 1;
        // A row precedes its picture, so a picture being uploaded is checked in the next pass.
        const isComing = outcome === 'missing' && touchedAt > startedAt;
        if (outcome === 'copied' || (isFirst && !isComing)) counts[outcome] += 1;
        const done = counts.copied + counts.there + counts.missing;
        onProgress(done, Math.max(all, done));
      },
    );
    if (!isFirst && copied === 0) break;
    since = startedAt;
  }
  return {
    ...{ from: describePlace(from), to: describePlace(to), ...counts },
    outcome: isSwitched ? 'done' : 'copied',
    settings: isSwitched
      ? { IMAGE_STORE_PREVIOUS: null }
      : {
          IMAGE_STORE: 'folder' in to ? formatSetting(config, to) : text,
          IMAGE_STORE_PREVIOUS: readEnv()('IMAGE_STORE') ?? 'file',
        },
  };
}

function resolvePlaces(
  { imageStore, imageStorePrevious, dataDir }: Config,
  text: string,
): { from: ImagePlace; to: ImagePlace; isSwitched: boolean } {
  const to = parsePlace(text, dataDir);
  if (!isSamePlace(to, imageStore)) {
    if (imageStorePrevious)
      throw createRefusal(
        `images are already being moved to ${describePlace(imageStore)}. Finish that first with insignia images move, or remove IMAGE_STORE_PREVIOUS`,
      );
    return { from: imageStore, to, isSwitched: false };
  }
  if (!imageStorePrevious)
    throw createRefusal(
      `the service already stores its images in ${describePlace(to)}. Set IMAGE_STORE_PREVIOUS to the old location`,
    );
  return { from: imageStorePrevious, to, isSwitched: true };
}

function parsePlace(text: string, dataDir: string): ImagePlace {
  try {
    return parseImagePlace(text === 'file' || text.includes('://') ? text : resolve(text), dataDir);
  } catch (error) {
    throw createRefusal(`the location ${text} ${(error as Error).message}`);
  }
}

function formatSetting({ dataDir }: Config, place: { folder: string }): string {
  return isSamePlace(place, parseImagePlace('file', dataDir)) ? 'file' : place.folder;
}

async function copyImage(
  source: ImageStore,
  target: ImageStore,
  cid: string,
): Promise<'copied' | 'there' | 'missing'> {
  if (await target.get(cid)) return 'there';
  const bytes = await source.get(cid);
  if (!bytes) return 'missing';
  await target.put(bytes);
  if (!(await target.get(cid)))
    throw createRefusal(
      `the new location doesn't return what was written to it (${cid}). Check it; nothing has changed yet`,
    );
  return 'copied';
}
