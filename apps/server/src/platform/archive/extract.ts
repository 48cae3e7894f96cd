import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar';
import { damaged, type Repository, summing } from '../backup/index.ts';
import { type Base, pathOfBase, tarFile } from './bases.ts';

/** Lays a base backup into a folder that is not there yet; what is not as it was written is refused. */
export async function extractBase(
  archive: Repository,
  base: Base,
  {
    folder,
    signal,
    onBytes,
  }: { folder: string; signal: AbortSignal; onBytes: (all: number) => void },
): Promise<void> {
  const isDamaged = () => damaged(`${tarFile} of ${base.id}`, archive.place);
  const bytes = await archive.read(pathOfBase(base, tarFile));
  if (!bytes) throw isDamaged();
  await mkdir(folder, { mode: 0o700 });
  const stored = summing();
  let all = 0;
  async function* counted(from: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of from) {
      all += piece.length;
      onBytes(all);
      yield piece;
    }
  }
  try {
    // Whose they are is said by numbers of the machine on which it was taken.
    const files = extract({ cwd: folder, strict: true, preserveOwner: false });
    await pipeline(bytes, stored.through, createZstdDecompress(), counted, files, { signal });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(ZSTD|TAR|Z_|ERR_ZSTD)/.test(code)) throw isDamaged();
    throw error;
  }
  if (stored.sum().sha256 !== base.sums.get(tarFile)) throw isDamaged();
}
