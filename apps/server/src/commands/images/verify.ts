import { eachOf, keptImage, type Repository } from '../../platform/backup/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  countImages,
  type ImageStore,
  nameOfPlace,
  noteChecked,
  openImageStore,
  unknownOf,
  usesOf,
  withoutRow,
} from '../../platform/images/index.ts';
import { imageReferences } from '../../registry.ts';
import { repositoryAt } from '../backup/repository-at.ts';
import type { Service, Surroundings } from '../service.ts';
import { knownImages } from './known.ts';

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

export type VerifyOptions = {
  /** Place of backups to repair from. */
  repairFrom: string | undefined;
  dropOrphans: boolean;
  onProgress: (done: number, of: number) => void;
};

const atOnce = 8;
const mostTold = 1_000;
const mostUses = 20;
const batch = 500;

/** Reads every picture of the database and finds orphans in the store. */
export async function verifyImages(
  { config, db, clock }: Service,
  { signal }: Surroundings,
  { repairFrom, dropOrphans, onProgress }: VerifyOptions,
): Promise<VerifiedImages> {
  const backups = repairFrom === undefined ? undefined : await repositoryAt(repairFrom);
  const images = await openImageStore(config);
  const found: VerifiedImages = {
    ...{ place: nameOfPlace(config.imageStore), checked: 0, bytes: 0, bad: 0, repaired: 0 },
    ...{ images: [], orphans: 0, dropped: 0 },
  };
  const all = await countImages(db);
  for await (const page of knownImages(db, signal)) {
    const [good, damaged]: [string[], string[]] = [[], []];
    await eachOf(fromList(page), atOnce, async ({ cid, bytes }) => {
      signal.throwIfAborted();
      found.checked += 1;
      found.bytes += bytes;
      const isGood = (await images.get(cid)) !== undefined;
      const bad = isGood ? undefined : await lookAtBad(db, images, cid, backups);
      if (bad) tell(found, bad);
      (!bad || bad.repaired ? good : damaged).push(cid);
      onProgress(found.checked, Math.max(all, found.checked));
    });
    await noteChecked(db, good, damaged, clock());
  }
  for await (const cids of inBatches(images.list())) {
    signal.throwIfAborted();
    for (const cid of await unknownOf(db, cids)) {
      // Its row may have just been deleted.
      if (!(await images.has(cid))) continue;
      found.orphans += 1;
      if (dropOrphans && (await withoutRow(db, cid, () => images.remove(cid)))) found.dropped += 1;
    }
  }
  return found;
}

/** Undefined if it was deleted meanwhile. */
async function lookAtBad(
  db: Database,
  images: ImageStore,
  cid: string,
  backups: Repository | undefined,
): Promise<BadImage | undefined> {
  const state = (await images.has(cid)) ? 'damaged' : 'missing';
  if ((await unknownOf(db, [cid])).length > 0) return undefined;
  const uses = await usesOf(db, imageReferences, cid, mostUses);
  const kept = backups && (await keptImage(backups, cid));
  if (kept) await images.put(kept);
  const repaired = kept !== undefined && (await images.get(cid)) !== undefined;
  const usedBy = uses.map(({ table, of, accountId }) => ({ table, id: of, accountId }));
  return { image: cid, state, repaired, usedBy };
}

function tell(found: VerifiedImages, bad: BadImage): void {
  found.bad += 1;
  if (bad.repaired) found.repaired += 1;
  if (found.images.length < mostTold) found.images.push(bad);
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
