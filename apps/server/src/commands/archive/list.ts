import {
  listBases,
  openArchive,
  reachOf,
  segmentNames,
  type UnreadBase,
} from '../../platform/archive/index.ts';
import { type Surroundings, telling } from '../service.ts';
import { archivePlaceOf } from './place-of.ts';

export type ListedBase = {
  base: string;
  system: string;
  timeline: number;
  /** From then on, as far as the log goes without a gap. */
  from: string;
  /** Pieces of the log after it, and whether some are missing in between. */
  segments: number;
  isBroken: boolean;
  bytes: number;
  postgres: number;
  images: number;
};

/** What there is to begin from, the oldest first. */
export function listArchive(surroundings: Surroundings, place: string): Promise<ListedBase[]> {
  return telling(surroundings, async () => {
    const archive = await openArchive(archivePlaceOf(place));
    const names = new Map<string, string[]>();
    const listed: ListedBase[] = [];
    const unread: UnreadBase[] = [];
    const bases = await listBases(archive, unread);
    for (const { id, reason } of unread)
      surroundings.warn(`the base backup ${id} cannot be read: ${reason}`);
    for (const { id, system, manifest } of bases) {
      const there = names.get(system) ?? (await segmentNames(archive, system));
      names.set(system, there);
      const { timeline, segmentBytes, lastSegment, finishedAt, bytes, postgres, images } = manifest;
      const { next, isBroken } = reachOf(lastSegment, there, segmentBytes);
      const own = there.filter((name) => name > lastSegment && name < next);
      listed.push({
        ...{ base: id, system, timeline, from: finishedAt, segments: own.length, isBroken },
        ...{ bytes, postgres, images: images.count },
      });
    }
    return listed;
  });
}
