import { createHash } from 'node:crypto';
import type { ByteStream } from './repository.ts';

export type Checksum = { bytes: number; sha256: string };

/** Passes bytes through in larger chunks and computes a checksum. */
export function createChecksum(): {
  through: (from: ByteStream) => AsyncGenerator<Buffer>;
  sum: () => Checksum;
} {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* through(from: ByteStream): AsyncGenerator<Buffer> {
    for await (const piece of rebuffer(from)) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  let digest: string | undefined;
  return {
    through,
    sum: () => {
      digest ??= hash.digest('hex');
      return { bytes, sha256: digest };
    },
  };
}

const pieceBytes = 64 * 1024;

/** Combines rows, which arrive one at a time. */
async function* rebuffer(from: ByteStream): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of from) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

export async function checksumBytes(from: ByteStream): Promise<Checksum> {
  const { through, sum } = createChecksum();
  for await (const _ of through(from));
  return sum();
}
