import type { Env, ReadSetting } from './env.ts';
import { wholeNumber } from './parsers.ts';

const kilobyte = 1024;
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** Formats a size in the largest whole unit, as PostgreSQL does. */
function formatSize(bytes: number): string {
  if (bytes % gigabyte === 0) return `${bytes / gigabyte}GB`;
  return bytes % megabyte === 0 ? `${bytes / megabyte}MB` : `${Math.floor(bytes / kilobyte)}kB`;
}

/** A share of memory in whole megabytes, within limits. */
type Share = { of: number; least: number; most: number };
type Tunable = Share & { name: string; allowed: { least: number; most: number } };

/**
 * Memory of the embedded server, which shares the machine: less than the quarter for
 * `shared_buffers` that a dedicated machine would use (PostgreSQL documentation, 19.4.1).
 */
const sizes: Record<string, Tunable> = {
  POSTGRES_SHARED_BUFFERS: {
    name: 'shared_buffers',
    ...{ of: 1 / 8, least: 32 * megabyte, most: 2 * gigabyte },
    allowed: { least: 16 * megabyte, most: 0.4 },
  },
  POSTGRES_EFFECTIVE_CACHE_SIZE: {
    name: 'effective_cache_size',
    ...{ of: 1 / 2, least: 128 * megabyte, most: 1024 * gigabyte },
    allowed: { least: 16 * megabyte, most: 1 },
  },
  POSTGRES_WORK_MEM: {
    name: 'work_mem',
    ...{ of: 1 / 512, least: 4 * megabyte, most: 32 * megabyte },
    allowed: { least: megabyte, most: 0.05 },
  },
  POSTGRES_MAINTENANCE_WORK_MEM: {
    name: 'maintenance_work_mem',
    ...{ of: 1 / 32, least: 16 * megabyte, most: 512 * megabyte },
    allowed: { least: megabyte, most: 0.2 },
  },
};

const connections = { setting: 'POSTGRES_MAX_CONNECTIONS', usual: 60, least: 30, most: 1_000 };
const wal = {
  setting: 'POSTGRES_MAX_WAL_SIZE',
  ...{ usual: '1GB', least: 64 * megabyte, most: 1024 * gigabyte },
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
    const most = Math.floor(allowed.most * memoryBytes);
    return [
      name,
      read(setting, computeShare(memoryBytes, share), parseSizeWithin(allowed.least, most)),
    ];
  });
  const { usual, least, most } = connections;
  return {
    ...Object.fromEntries(tuned),
    max_connections: read(connections.setting, String(usual), (text) =>
      String(wholeNumber(text, least, most)),
    ),
    max_wal_size: read(wal.setting, wal.usual, parseSizeWithin(wal.least, wal.most)),
  };
}

function computeShare(memoryBytes: number, { of, least, most }: Share): string {
  const share = Math.floor((memoryBytes * of) / megabyte) * megabyte;
  return formatSize(Math.min(Math.max(share, least), most));
}

const units: Record<string, number> = { kB: kilobyte, MB: megabyte, GB: gigabyte };

function parseSizeWithin(least: number, most: number): (text: string) => string {
  return (text) => {
    parseBytesWithin(least, most)(text);
    return text;
  };
}

function parseBytesWithin(least: number, most: number): (text: string) => number {
  return (text) => {
    const [, count, unit = ''] = /^(\d{1,9})(kB|MB|GB)$/.exec(text) ?? [];
    if (!count) throw new Error(`must be a size, for example 256MB or 1GB, not "${text}"`);
    const bytes = Number(count) * (units[unit] ?? 0);
    if (bytes < least) throw new Error(`must be at least ${formatSize(least)}, not "${text}"`);
    if (bytes > most)
      throw new Error(`must be at most ${formatMegabytes(most)} on this machine, not "${text}"`);
    return bytes;
  };
}

const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)}MB`;
