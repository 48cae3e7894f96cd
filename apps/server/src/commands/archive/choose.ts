import {
  type Base,
  baseFor,
  besideOf,
  forksOf,
  historyName,
  listBases,
  readPacked,
  refuseUnread,
  segmentNames,
  type UnreadBase,
} from '../../platform/archive/index.ts';
import type { Repository } from '../../platform/backup/index.ts';
import { findBinaries } from '../../platform/db/index.ts';
import { CommandFault, refused } from '../fault.ts';

/** Which base backup a moment is restored from: the one that is `named`, or the last before it where there is but one history. */
export async function chooseBase(
  archive: Repository,
  until: number | undefined,
  named: string | undefined,
): Promise<Base> {
  const unread: UnreadBase[] = [];
  const all = await listBases(archive, unread);
  const isMeant = ({ id }: { id: string }): boolean => named === undefined || id === named;
  const bases = all.filter(isMeant);
  const [first] = bases;
  const base = baseFor(bases, until);
  refuseUnread(unread.filter(isMeant), base, until);
  if (!first)
    throw refused(
      named === undefined
        ? `there is no whole base backup in ${archive.place}`
        : `there is no whole base backup ${named} in ${archive.place}: insignia archive list says which there are`,
    );
  if (!base)
    throw refused(
      `${named === undefined ? 'the archive' : `the base backup ${named}`} begins at ${first.manifest.finishedAt}: no earlier moment can be restored`,
    );
  refuseOtherMajor(base);
  if (named === undefined) await refuseSeveral(archive, base, bases);
  return base;
}

function refuseOtherMajor({ id, manifest: { postgres, program } }: Base): void {
  const [theirs, own] = [Math.floor(postgres / 10_000), findBinaries().major];
  if (String(theirs) !== own)
    throw new CommandFault(
      'unfit',
      `the base backup ${id} is of PostgreSQL ${theirs}, this version of Insignia brings ${own}: restore it with version ${program} of Insignia`,
    );
}

/** By time alone, a drill beside the service would be restored in its place. */
async function refuseSeveral(archive: Repository, base: Base, bases: Base[]): Promise<void> {
  const history = await readPacked(archive, base.system, historyName(base.manifest.timeline));
  const names = await segmentNames(archive, base.system);
  const inTime = bases.filter(({ finishedAt }) => finishedAt <= base.finishedAt);
  const beside = besideOf(base, inTime, { forks: forksOf(String(history ?? '')), names });
  if (beside.length === 0) return;
  const choices = [base, ...beside].map(
    ({ id, system, manifest: { timeline, finishedAt } }) =>
      `--base ${id} (database ${system}/${timeline}, from ${finishedAt} on)`,
  );
  throw refused(
    `several databases have archived in ${archive.place}, or one went on after it was restored: say which is meant, by ${choices.join(', or ')}; insignia archive list says all`,
  );
}
