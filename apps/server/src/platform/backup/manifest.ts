import { z } from 'zod';
import { BackupFault } from './fault.ts';
import { readOne, type Sums } from './files.ts';
import type { Repository } from './repository.ts';

const format = 1;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.string().regex(/^[\w./-]{1,200}$/);

const manifest = z.object({
  format: z.literal(format),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The version of Insignia that made it; older ones do not say. */
  program: z.string().optional(),
  /** `server_version_num` of where it comes from. */
  postgres: z.int(),
  /** The names of those that its database has. */
  migrations: z.array(z.string()),
  baseUrl: z.url(),
  /** What tells one SECRET from another; none where no service has begun with one yet. */
  secretMark: z.string().nullable(),
  secret: z.enum(['sealed', 'left out']),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** Of a table in partitions; older backups have none. */
      sortedBy: z.array(z.string()).nullish(),
      file,
      rows: z.int(),
      /** Of the text that it is once it is unpacked. */
      text: sha256,
    }),
  ),
  images: z.object({ file, count: z.int(), bytes: z.number(), missing: z.int() }),
  /** Public documents, and what they said. */
  documents: z.array(z.object({ url: z.url(), sha256 })),
});

export type Manifest = z.infer<typeof manifest>;
/** One that is whole. */
export type Backup = { id: string; manifest: Manifest; sums: Sums };

export const secretFile = 'secret.sealed';

/** The last one, or the one that is named; refused when it is not as it was written. */
export async function readBackup(
  repository: Repository,
  wanted: string | undefined,
): Promise<Backup> {
  const { id, sums, said } = await readOne(repository, wanted);
  return { id, manifest: understand(said, id), sums };
}

/** What it says has its sum: whatever is not understood was written so. */
function understand(said: { format?: unknown }, id: string): Manifest {
  if (said.format !== format)
    throw new BackupFault(
      'refused',
      `the backup ${id} is of another format (${said.format}, this program's is ${format}): restore it with the version that made it`,
    );
  return manifest.parse(said);
}
