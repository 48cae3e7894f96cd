import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;
const MIN_MEGABYTES = 256;
const MAX_MEGABYTES = 1024;
/** In megabytes. Measured: 20 takes up to 40 MB more for 5 % faster uncached reads. */
const youngSpace = 16;

/**
 * Memory limits for V8 and the allocator, as arguments and environment, unless already set. V8's
 * defaults grow with the machine's memory.
 */
export function memoryLimits(
  memoryBytes: number,
  text: string,
): { options: string[]; env: Record<string, string> } | undefined {
  if (/--max[-_](?:old|semi|heap)/.test(text)) return undefined;
  const quarter = Math.floor(memoryBytes / megabyte / 4);
  const old = Math.min(Math.max(quarter, MIN_MEGABYTES), MAX_MEGABYTES);
  return {
    options: [
      `--max-old-space-size=${old}`,
      `--max-semi-space-size=${youngSpace}`,
      // For `returnIdleMemory`.
      '--expose-gc',
    ],
    env: {
      // glibc gives each thread an arena and returns little of it.
      MALLOC_ARENA_MAX: '2',
      // By default these limits grow with freed memory, and memory used for pictures is never
      // returned. With 1 MB and 8 MB instead, the process keeps 110 MB more after 48 large pictures
      // (`npm run bench:memory`).
      MALLOC_MMAP_THRESHOLD_: `${128 * 1024}`,
      MALLOC_TRIM_THRESHOLD_: `${megabyte}`,
    },
  };
}

/** Bytes of memory available to this program: of the machine or the container. */
export function usableMemory(): number {
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
