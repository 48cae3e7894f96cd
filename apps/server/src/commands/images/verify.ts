import {
  forEachConcurrent,
  type Repository,
  readBackedUpImage,
} from '../../features/backup/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  countImages,
  describePlace,
  findUnknownCids,
  type ImageStore,
  type KnownImage,
  listImagesAfter,
  listImageUses,
  openImageStore,
  recordChecked,
  runWhileAbsent,
} from '../../platform/images/index.ts';
import { imageReferences } from '../../program/registry.ts';
import { openRepositoryAt } from '../backup/open-repository.ts';
import type { CommandContext, CommandService } from '../service.ts';

export type BadImage = {
  image: string;
  state: 'missing' | 'damaged';
  repaired: boolean;
  usedBy: { table: string; id: string | null; accountId: string | null }[];
};

export type VerifiedImages = {
  place: string;
  checked: number;
  bytes: number;
  bad: number;
  repaired: number;
  /** A limited list of damaged pictures. */
  images: BadImage[];
  /** Pictures in the store without a row. */
  orphans: number;
  dropped: number;
};

export type VerifyImagesOptions = {
  /** Place of backups to repair from. */
  repairFrom: string | undefined;
  dropOrphans: boolean;
  onProgress: (done: number, of: number) => void;
};

const CONCURRENCY = 8;
const MAX_REPORTED_IMAGES = 1_000;
const MAX_REPORTED_USES = 20;
const batch = 500;

/** Reads every picture of the database and finds orphans in the store. */
export async function verifyImages(
  { config, db, clock }: CommandService,
  { signal }: CommandContext,
  { repairFrom, dropOrphans, onProgress }: VerifyImagesOptions,
): Promise<VerifiedImages> {
  const backups = repairFrom === undefined ? undefined : await openRepositoryAt(repairFrom);
  const images = await openImageStore(config);
  const report: VerifiedImages = {
    ...{ place: describePlace(config.imageStore), checked: 0, bytes: 0, bad: 0, repaired: 0 },
    ...{ images: [], orphans: 0, dropped: 0 },
  };
  const total = await countImages(db);
  for await (const page of listKnownImages(db, signal)) {
    const [intact, damaged]: [string[], string[]] = [[], []];
    await forEachConcurrent(fromList(page), CONCURRENCY, async ({ cid, bytes }) => {
      signal.throwIfAborted();
      report.checked += 1;
      report.bytes += bytes;
      const isGood = (await images.get(cid)) !== undefined;
      const damage = isGood ? undefined : await inspectBadImage(db, images, cid, backups);
      if (damage) addBadImage(report, damage);
      (!damage || damage.repaired ? intact : damaged).push(cid);
      onProgress(report.checked, Math.max(total, report.checked));
    });
    await recordChecked(db, intact, damaged, clock());
  }
  for await (const cids of inBatches(images.list())) {
    signal.throwIfAborted();
    for (const cid of await findUnknownCids(db, cids)) {
      // The image's row may have just been deleted.
      if (!(await images.has(cid))) continue;
      report.orphans += 1;
      if (dropOrphans && (await runWhileAbsent(db, cid, () => images.remove(cid))))
        report.dropped += 1;
    }
  }
  return report;
}

/** Undefined if it was deleted meanwhile. */
async function inspectBadImage(
  db: Database,
  images: ImageStore,
  cid: string,
  backups: Repository | undefined,
): Promise<BadImage | undefined> {
  const state = (await images.has(cid)) ? 'damaged' : 'missing';
  if ((await findUnknownCids(db, [cid])).length > 0) return undefined;
  const uses = await listImageUses(db, imageReferences, cid, MAX_REPORTED_USES);
  const backedUp = backups && (await readBackedUpImage(backups, cid));
  if (backedUp) await images.put(backedUp);
  const repaired = backedUp !== undefined && (await images.get(cid)) !== undefined;
  const usedBy = uses.map(({ table, of, accountId }) => ({ table, id: of, accountId }));
  return { image: cid, state, repaired, usedBy };
}

function addBadImage(report: VerifiedImages, damage: BadImage): void {
  report.bad += 1;
  if (damage.repaired) report.repaired += 1;
  if (report.images.length < MAX_REPORTED_IMAGES) report.images.push(damage);
}

async function* fromList<T>(list: T[]): AsyncGenerator<T> {
  yield* list;
}

async function* inBatches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let waiting: string[] = [];
  for await (const name of names) {
    waiting.push(name);
    if (waiting.length < batch) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

const pageRows = 500;

/**
 * All pictures known to the database, one page in memory at a time. `since` limits them to recently
 * used ones.
 */
export async function* listKnownImages(
  db: Database,
  signal: AbortSignal,
  since?: Date,
): AsyncGenerator<KnownImage[]> {
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const page = await listImagesAfter(db, after, pageRows, since);
    if (page.length > 0) yield page;
    if (page.length < pageRows) return;
    after = page.at(-1)?.cid ?? '';
  }
}

export async function* flattenPages<T>(pages: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}
