import { type Binaries, closeToGuests, openEmbedded } from '../../platform/db/index.ts';
import type { Surroundings } from '../service.ts';

type Options = { postgres: Record<string, string>; binaries?: Binaries };

/** Locks the embedded database: services refuse to start, other commands wait. */
export async function alone<T>(
  dataDir: string,
  { warn }: Surroundings,
  { postgres, binaries }: Options,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { url, stop } = await openEmbedded(dataDir, warn, postgres, binaries ? { binaries } : {});
  try {
    const gate = await closeToGuests(url);
    return await work(url).finally(() => gate.end().catch(() => {}));
  } finally {
    await stop();
  }
}
