import { createHash } from 'node:crypto';
import { BackupFault, damaged } from './fault.ts';
import { type Repository, readWhole, writeWhole } from './repository.ts';
import { type Sum, sumOf } from './sums.ts';

export type Sums = Map<string, string>;

const all = 'backups/';
const sumsFile = 'SHA256SUMS';
const manifestFile = 'manifest.json';

export const pathIn = (id: string, name: string): string => `${all}${id}/${name}`;

/** Sorts by time. Colons aren't portable in file names. */
export const idAt = (time: Date): string => time.toISOString().replaceAll(':', '-');

/** Ignores foreign files in the same folder. */
const isId = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name);

/** Writes the checksums last: a backup without them is incomplete. */
export async function finishBackup(
  repository: Repository,
  id: string,
  made: object,
  sums: Sums,
): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(made, null, 1)}\n`);
  await writeWhole(repository, pathIn(id, manifestFile), text);
  sums.set(manifestFile, createHash('sha256').update(text).digest('hex'));
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  await writeWhole(repository, pathIn(id, sumsFile), Buffer.from(lines));
}

/** Complete and interrupted backups, oldest first. */
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

/** Returns the newest or the named backup with its manifest. Refuses an altered manifest. */
export async function readOne(
  repository: Repository,
  wanted: string | undefined,
): Promise<{ id: string; sums: Sums; said: { format?: unknown } }> {
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
  return { id, sums, said: JSON.parse(text.toString()) };
}

/** Reads every file of a backup and compares checksums. */
export async function checkFiles(
  repository: Repository,
  { id, sums }: { id: string; sums: Sums },
  signal: AbortSignal,
): Promise<void> {
  for (const [name, sum] of sums) {
    signal.throwIfAborted();
    const bytes = await repository.read(pathIn(id, name));
    const found: Sum | undefined = bytes && (await sumOf(bytes));
    if (found?.sha256 !== sum) throw damaged(`${name} of ${id}`, repository.place);
  }
}

/** Deletes the checksums first, so that an interrupted deletion leaves an incomplete backup. */
export async function removeBackup(repository: Repository, id: string): Promise<void> {
  await repository.remove(pathIn(id, sumsFile));
  for await (const { name } of repository.list(pathIn(id, ''))) await repository.remove(name);
}
