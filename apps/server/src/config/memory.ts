import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
const least = 256;
const most = 1024;
/** Megabytes. Measured: with 20 the process needs 40 MB more at most, and reads what is not in the cache no more than 5 % faster. */
const youngSpace = 16;

/**
 * What V8 and the allocator may take, as arguments and environment of Node; nothing where somebody has decided already.
 * V8 by itself goes by the machine: the more there is, the longer it leaves garbage lying.
 */
export function memoryLimits(
  memoryBytes: number,
  given: string,
): { options: string[]; env: Record<string, string> } | undefined {
  if (/--max[-_](?:old|semi|heap)/.test(given)) return undefined;
  const quarter = Math.floor(memoryBytes / megabyte / 4);
  const old = Math.min(Math.max(quarter, least), most);
  return {
    options: [`--max-old-space-size=${old}`, `--max-semi-space-size=${youngSpace}`],
    env: {
      // glibc gives each thread a heap of its own, and returns little of it.
      MALLOC_ARENA_MAX: '2',
      // By default these limits grow with what is freed, and then the memory of pictures is never returned. Measured: with 1 MB and
      // 8 MB instead, the process keeps 110 MB more after 48 large pictures (`npm run bench:memory`).
      MALLOC_MMAP_THRESHOLD_: `${128 * 1024}`,
      MALLOC_TRIM_THRESHOLD_: `${megabyte}`,
    },
  };
}

/** Bytes that this program may use: those of the machine, or as many as its container is given. */
export function usableMemory(): number {
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
