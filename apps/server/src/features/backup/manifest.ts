import { z } from 'zod';
import { type Checksums, readBackupFiles } from './files.ts';
import { BackupError, type Repository } from './repository.ts';

const format = 1;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.string().regex(/^[\w./-]{1,200}$/);

const manifest = z.object({
  format: z.literal(format),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Version of Insignia. Absent in older backups. */
  program: z.string().optional(),
  /** `server_version_num` of the source. */
  postgres: z.int(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  baseUrl: z.url(),
  /** Identifies the SECRET without revealing it. Null if no service has started with one. */
  secretMark: z.string().nullable(),
  secret: z.enum(['sealed', 'left out']),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** Sort order of a partitioned table. Absent in older backups. */
      sortedBy: z.array(z.string()).nullish(),
      file,
      rows: z.int(),
      /** Checksum of the uncompressed text. */
      text: sha256,
    }),
  ),
  images: z.object({ file, count: z.int(), bytes: z.number(), missing: z.int() }),
  /** Public documents and their checksums. */
  documents: z.array(z.object({ url: z.url(), sha256 })),
});

export type Manifest = z.infer<typeof manifest>;
/** A complete backup. */
export type Backup = { id: string; manifest: Manifest; sums: Checksums };

export const secretFile = 'secret.sealed';

/** Reads the newest or the named backup. Refuses an altered one. */
export async function readBackup(
  repository: Repository,
  requestedId: string | undefined,
): Promise<Backup> {
  const { id, sums, manifest } = await readBackupFiles(repository, requestedId);
  return { id, manifest: parseManifest(manifest, id), sums };
}

/** The checksum matched, so an unknown format was written by another version. */
function parseManifest(stored: { format?: unknown }, id: string): Manifest {
  if (stored.format !== format)
    throw new BackupError(
      'refused',
      `the backup ${id} has another format (${stored.format}, this program's is ${format}). Restore it with the version that created it`,
    );
  return manifest.parse(stored);
}
