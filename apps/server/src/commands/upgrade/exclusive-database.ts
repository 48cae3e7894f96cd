import { type Binaries, openEmbedded, rejectGuests } from '../../platform/db/index.ts';
import type { CommandContext } from '../service.ts';

type Options = { postgres: Record<string, string>; binaries?: Binaries };

/** Locks the embedded database: services refuse to start, other commands wait. */
export async function withExclusiveDatabase<T>(
  dataDir: string,
  { warn }: CommandContext,
  { postgres, binaries }: Options,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { url, stop } = await openEmbedded(dataDir, warn, postgres, binaries ? { binaries } : {});
  try {
    const gate = await rejectGuests(url);
    return await work(url).finally(() => gate.end().catch(() => {}));
  } finally {
    await stop();
  }
}
