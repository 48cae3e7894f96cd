import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupFault, damaged } from './fault.ts';
import { type Repository, readWhole, writeWhole } from './repository.ts';
import { type Sum, sumOf } from './sums.ts';

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
export type Sums = Map<string, string>;
/** One that is whole. */
export type Backup = { id: string; manifest: Manifest; sums: Sums };

const all = 'backups/';
const sumsFile = 'SHA256SUMS';
const manifestFile = 'manifest.json';
export const secretFile = 'secret.sealed';

export const pathIn = (id: string, name: string): string => `${all}${id}/${name}`;

/** In the order of time; a colon is no good in a file's name. */
export const idAt = (time: Date): string => time.toISOString().replaceAll(':', '-');

/** What others keep beside is none of ours to count or remove. */
const isId = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name);

/** The sums come last: a backup without them is none. */
export async function finishBackup(
  repository: Repository,
  id: string,
  made: Manifest,
  sums: Sums,
): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(made, null, 1)}\n`);
  await writeWhole(repository, pathIn(id, manifestFile), text);
  sums.set(manifestFile, createHash('sha256').update(text).digest('hex'));
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  await writeWhole(repository, pathIn(id, sumsFile), Buffer.from(lines));
}

/** The whole ones in a place and those that were broken off, each the oldest first. */
export async function listBackups(
  repository: Repository,
): Promise<{ whole: string[]; broken: string[] }> {
  const whole = new Set<string>();
  const seen = new Set<string>();
  for await (const { name } of repository.list(all)) {
    const [, id = '', rest] = /^backups\/([^/]+)\/(.+)$/.exec(name) ?? [];
    if (!isId(id)) continue;
    seen.add(id);
    if (rest === sumsFile) whole.add(id);
  }
  return { whole: [...whole], broken: [...seen.difference(whole)] };
}

/** The last one, or the one that is named; refused when it is not as it was written. */
export async function readBackup(
  repository: Repository,
  wanted: string | undefined,
): Promise<Backup> {
  const { place } = repository;
  const { whole } = await listBackups(repository);
  const id = wanted ?? whole.at(-1);
  if (!id) throw new BackupFault('refused', `there is no whole backup in ${place}`);
  if (!whole.includes(id))
    throw new BackupFault('refused', `there is no whole backup ${id} in ${place}`);
  const lines = (await readWhole(repository, pathIn(id, sumsFile)))?.toString().split('\n') ?? [];
  const sums: Sums = new Map(
    lines.filter(Boolean).map((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? [];
      return [name, sum] as const;
    }),
  );
  const text = await readWhole(repository, pathIn(id, manifestFile));
  const sum = text && createHash('sha256').update(text).digest('hex');
  if (!text || sums.get(manifestFile) !== sum) throw damaged(`${manifestFile} of ${id}`, place);
  return { id, manifest: understand(JSON.parse(text.toString()), id), sums };
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

/** Reads all files of a backup, and compares their sums. */
export async function checkFiles(
  repository: Repository,
  { id, sums }: Backup,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, sum] of sums) {
    signal.throwIfAborted();
    const bytes = await repository.read(pathIn(id, name));
    const found: Sum | undefined = bytes && (await sumOf(bytes));
    if (found?.sha256 !== sum) throw damaged(`${name} of ${id}`, repository.place);
  }
}

/** The sums first, so that what is broken off half-way is no backup any more. */
export async function removeBackup(repository: Repository, id: string): Promise<void> {
  await repository.remove(pathIn(id, sumsFile));
  for await (const { name } of repository.list(pathIn(id, ''))) await repository.remove(name);
}
