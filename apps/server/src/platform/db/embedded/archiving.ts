import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { giveFile, type Identity } from './identity.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { Settings } from './postmaster.ts';

/** So much may be written beside a base backup in any case. */
const leastHeldBytes = 1024 ** 3;

/**
 * With these the server keeps its log until it is copied, whole and on disk, into the spool; after `seconds` in which something was
 * written at the latest. PostgreSQL's own module does it: no shell, and a file of another content is never replaced.
 */
export function archiving(
  dataDir: string,
  { seconds, queueBytes }: { seconds: number; queueBytes: number },
): Settings {
  const { cluster, spool } = layoutOf(dataDir);
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    // A server is in its own directory: so the path needs no quotes, and may be long.
    'basic_archive.archive_directory': relative(cluster, spool),
    archive_timeout: String(seconds),
    // A base backup under way holds the log that it needs: one that stands still is broken off at last.
    max_slot_wal_keep_size: `${Math.ceil(Math.max(queueBytes, leastHeldBytes) / 1024 ** 2)}MB`,
  };
}

/** There before the server that writes into it. */
export async function readySpool(
  { spool }: Layout,
  identity: Identity,
  settings: Settings | undefined,
): Promise<void> {
  if (settings?.archive_mode !== 'on') return;
  await mkdir(spool, { recursive: true, mode: 0o700 });
  await giveFile(spool, identity);
}
