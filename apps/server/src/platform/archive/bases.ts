import { z } from 'zod';
import {
  BackupFault,
  idAt,
  listBackups,
  pathIn,
  type Repository,
  readOne,
  removeBackup,
  type Sums,
  within,
} from '../backup/index.ts';
import { listSystems, ofSystem } from './place.ts';

const format = 1;

const manifest = z.object({
  format: z.literal(format),
  startedAt: z.iso.datetime(),
  /** From then on every moment can be restored, as far as the log goes. */
  finishedAt: z.iso.datetime(),
  /** The version of Insignia that took it. */
  program: z.string(),
  /** `server_version_num` of its server: another major version cannot read it. */
  postgres: z.int(),
  system: z.string().regex(/^\d+$/),
  timeline: z.int().min(1),
  segmentBytes: z.int().min(1),
  /** The pieces of the log in which it begins and ends; it holds them itself. */
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
  lastSegment: z.string().regex(/^[0-9A-F]{24}$/),
  /** Of the files, unpacked. */
  bytes: z.int(),
  /** What tells one SECRET from another; none where no service has begun with one yet. */
  secretMark: z.string().nullable(),
  images: z.object({ count: z.int(), missing: z.int() }),
});

export type BaseManifest = z.infer<typeof manifest>;
export type Base = {
  id: string;
  system: string;
  finishedAt: number;
  manifest: BaseManifest;
  sums: Sums;
};

export const tarFile = 'base.tar.zst';
/** PostgreSQL's own, which `pg_verifybackup` reads. */
export const filesFile = 'backup_manifest';
export const imagesFile = 'images.txt.zst';

export const pathOfBase = ({ system, id }: Pick<Base, 'system' | 'id'>, file: string): string =>
  ofSystem(system) + pathIn(id, file);

/** One that is damaged, or of another format, and why. */
export type UnreadBase = { system: string; id: string; reason: string };

/** All that are whole, of every cluster that has archived there; what cannot be read is added to `unread`. */
export async function listBases(archive: Repository, unread: UnreadBase[] = []): Promise<Base[]> {
  const bases: Base[] = [];
  for (const system of await listSystems(archive)) {
    const { whole } = await listBackups(within(archive, ofSystem(system)));
    for (const id of whole) {
      try {
        bases.push(await readBase(archive, system, id));
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        unread.push({ system, id, reason: error.message });
      }
    }
  }
  return bases.sort((a, b) => a.finishedAt - b.finishedAt);
}

/** For good: what an archive that is away does not answer may be read another time. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof BackupFault
    ? error.kind === 'refused'
    : (error as NodeJS.ErrnoException).code === 'EIO';

/** Without it an older one would be replayed, maybe over the gap in the log because of which it was taken. */
export function refuseUnread(
  unread: readonly UnreadBase[],
  chosen: Pick<Base, 'id'> | undefined,
  until: number | undefined,
): void {
  const before = until === undefined ? undefined : idAt(new Date(until));
  const later = unread.findLast(
    ({ id }) => (!chosen || id > chosen.id) && (before === undefined || id <= before),
  );
  if (later)
    throw new BackupFault(
      'refused',
      `the base backup ${later.id} is the one to begin from: ${later.reason}; to begin from the one before, take its folder away`,
    );
}

async function readBase(archive: Repository, system: string, wanted: string): Promise<Base> {
  const { id, sums, said } = await readOne(within(archive, ofSystem(system)), wanted);
  if (said.format !== format)
    throw new BackupFault(
      'refused',
      `the base backup ${id} is of another format (${said.format}, this program's is ${format}): restore it with the version that made it`,
    );
  const { data: read, error } = manifest.safeParse(said);
  if (!read)
    throw new BackupFault('refused', `manifest.json of ${id} is not as it is written`, error);
  return { id, system, finishedAt: Date.parse(read.finishedAt), manifest: read, sums };
}

/** Those that were broken off. */
export async function clearBroken(archive: Repository, system: string): Promise<void> {
  const own = within(archive, ofSystem(system));
  for (const id of (await listBackups(own)).broken) await removeBackup(own, id);
}

export const removeBase = (
  archive: Repository,
  { system, id }: Pick<Base, 'system' | 'id'>,
): Promise<void> => removeBackup(within(archive, ofSystem(system)), id);
