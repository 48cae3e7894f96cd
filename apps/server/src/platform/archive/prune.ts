import { dropUnlisted, type Repository } from '../backup/index.ts';
import {
  type Base,
  imagesFile,
  listBases,
  pathOfBase,
  removeBase,
  type UnreadBase,
} from './bases.ts';
import { listSegments } from './log.ts';
import { listsOf } from './pictures.ts';
import { listSystems } from './place.ts';
import { pieceOf, stillNeeded } from './rules.ts';

export type Pruned = { bases: string[]; segments: number; pictures: number };

/** Passes over pictures run beside a base backup: what they wrote down shortly before it counts too. */
const marginMs = 3_600_000;

/**
 * Takes away what no moment of a cluster since `cutoff` needs; of another one all stays, since nobody else knows whether it
 * is over. The caller holds the archive's lock.
 */
export async function prune(
  archive: Repository,
  { system: ownSystem, cutoff }: { system: string; cutoff: number },
): Promise<Pruned> {
  const before = Date.now() - marginMs;
  const allUnread: UnreadBase[] = [];
  const all = await listBases(archive, allUnread);
  const isOwn = ({ system }: { system: string }): boolean => system === ownSystem;
  const [bases, unread] = [all.filter(isOwn), allUnread.filter(isOwn)];
  const others = all.filter((base) => !isOwn(base));
  const stay = stillNeeded(bases, cutoff);
  const pruned: Pruned = { bases: [], segments: 0, pictures: 0 };
  // Without any nothing could be restored anyway, and what is there may be all that somebody has.
  const [oldest] = stay;
  // Nor is it known what one that cannot be read needs, as long as it would stay.
  if (!oldest || unread.some(({ id }) => id >= oldest.id)) return pruned;
  for (const base of [...unread, ...bases.filter((each) => !stay.includes(each))]) {
    await removeBase(archive, base);
    pruned.bases.push(base.id);
  }
  const lists = [...stay, ...others].map((base) => pathOfBase(base, imagesFile));
  pruned.segments = await pruneLog(archive, ownSystem, stay);
  const since = Math.min(...stay.map(({ manifest }) => Date.parse(manifest.startedAt))) - marginMs;
  for (const system of await listSystems(archive))
    for await (const { file, at } of listsOf(archive, system)) {
      if (at >= since || system !== ownSystem) lists.push(file);
      else await archive.remove(file);
    }
  // Which ones another's base backup needs that cannot be read nobody knows. A picture is written before the list that tells of it.
  if (allUnread.length === unread.length)
    pruned.pictures = await dropUnlisted(archive, lists, before);
  return pruned;
}

async function pruneLog(archive: Repository, system: string, stay: Base[]): Promise<number> {
  const firsts = stay.map(({ manifest: { firstSegment, segmentBytes } }) =>
    pieceOf(firstSegment, segmentBytes),
  );
  const segmentBytes = stay[0]?.manifest.segmentBytes;
  let removed = 0;
  for await (const { name, path } of listSegments(archive, system)) {
    const isNeeded =
      segmentBytes !== undefined &&
      firsts.some(({ number }) => pieceOf(name, segmentBytes).number >= number);
    if (isNeeded) continue;
    await archive.remove(path);
    removed += 1;
  }
  return removed;
}
