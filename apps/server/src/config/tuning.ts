import { type Env, type ReadSetting, wholeNumber } from './parsers.ts';

const kilobyte = 1024;
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** Formats a size in the largest whole unit, as PostgreSQL does. */
function formatSize(bytes: number): string {
  if (bytes % gigabyte === 0) return `${bytes / gigabyte}GB`;
  return bytes % megabyte === 0 ? `${bytes / megabyte}MB` : `${Math.floor(bytes / kilobyte)}kB`;
}

/** A share of memory in whole megabytes, within limits. */
type Share = { of: number; min: number; max: number };
type Tunable = Share & { name: string; allowed: { min: number; max: number } };

/**
 * Memory of the embedded server, which shares the machine: less than the quarter for
 * `shared_buffers` that a dedicated machine would use (PostgreSQL documentation, 19.4.1).
 */
const sizes: Record<string, Tunable> = {
  POSTGRES_SHARED_BUFFERS: {
    name: 'shared_buffers',
    ...{ of: 1 / 8, min: 32 * megabyte, max: 2 * gigabyte },
    allowed: { min: 16 * megabyte, max: 0.4 },
  },
  POSTGRES_EFFECTIVE_CACHE_SIZE: {
    name: 'effective_cache_size',
    ...{ of: 1 / 2, min: 128 * megabyte, max: 1024 * gigabyte },
    allowed: { min: 16 * megabyte, max: 1 },
  },
  POSTGRES_WORK_MEM: {
    name: 'work_mem',
    ...{ of: 1 / 512, min: 4 * megabyte, max: 32 * megabyte },
    allowed: { min: megabyte, max: 0.05 },
  },
  POSTGRES_MAINTENANCE_WORK_MEM: {
    name: 'maintenance_work_mem',
    ...{ of: 1 / 32, min: 16 * megabyte, max: 512 * megabyte },
    allowed: { min: megabyte, max: 0.2 },
  },
};

const connections = { setting: 'POSTGRES_MAX_CONNECTIONS', usual: 60, min: 30, max: 1_000 };
const wal = {
  setting: 'POSTGRES_MAX_WAL_SIZE',
  ...{ usual: '1GB', min: 64 * megabyte, max: 1024 * gigabyte },
};

const tunables = [...Object.keys(sizes), connections.setting, wal.setting];

/** Refuses tuning settings for an external server, which they wouldn't affect. */
export function listServerTuning(env: Env): string[] {
  return tunables
    .filter((name) => env(name) !== undefined)
    .map(
      (name) =>
        `${name} applies only to the embedded database. With DATABASE_URL, set it in the server's postgresql.conf`,
    );
}

/** Settings of the embedded server: derived from memory unless set. */
export function readTuning(memoryBytes: number, read: ReadSetting): Record<string, string> {
  const tuned = Object.entries(sizes).map(([setting, { name, allowed, ...share }]) => {
    const max = Math.floor(allowed.max * memoryBytes);
    return [
      name,
      read(setting, computeShare(memoryBytes, share), parseSizeWithin(allowed.min, max)),
    ];
  });
  const { usual, min, max } = connections;
  return {
    ...Object.fromEntries(tuned),
    max_connections: read(connections.setting, String(usual), (text) =>
      String(wholeNumber(text, min, max)),
    ),
    max_wal_size: read(wal.setting, wal.usual, parseSizeWithin(wal.min, wal.max)),
  };
}

function computeShare(memoryBytes: number, { of, min, max }: Share): string {
  const share = Math.floor((memoryBytes * of) / megabyte) * megabyte;
  return formatSize(Math.min(Math.max(share, min), max));
}

const units: Record<string, number> = { kB: kilobyte, MB: megabyte, GB: gigabyte };

function parseSizeWithin(min: number, max: number): (text: string) => string {
  return (text) => {
    parseBytesWithin(min, max)(text);
    return text;
  };
}

function parseBytesWithin(min: number, max: number): (text: string) => number {
  return (text) => {
    const [, count, unit = ''] = /^(\d{1,9})(kB|MB|GB)$/.exec(text) ?? [];
    if (!count) throw new Error(`must be a size, for example 256MB or 1GB, not "${text}"`);
    const bytes = Number(count) * (units[unit] ?? 0);
    if (bytes < min) throw new Error(`must be at least ${formatSize(min)}, not "${text}"`);
    if (bytes > max)
      throw new Error(`must be at most ${formatMegabytes(max)} on this machine, not "${text}"`);
    return bytes;
  };
}

const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)}MB`;
