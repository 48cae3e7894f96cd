import type { AddressInfo } from 'node:net';
import { closeApp, finishingConnections } from '../platform/http/index.ts';
import { createServer } from './server.ts';
import type { ServerParts } from './server-parts.ts';

export type RunningServer = {
  /** The address that the server listens on. */
  address: string;
  /** Takes no new connections and lets existing ones end without resetting any. */
  finish: (cut: AbortSignal) => Promise<void>;
};

/** Answers requests from now on. */
export async function serve(
  parts: ServerParts,
  stops: (() => Promise<void>)[],
): Promise<RunningServer> {
  const { config, health } = parts;
  const app = await createServer(parts);
  const finish = finishingConnections(app.server, parts.siblings?.closePort);
  // With SO_REUSEPORT, the kernel distributes connections, and a dead process leaves none waiting.
  const shared = { reusePort: parts.siblings !== undefined && process.platform === 'linux' };
  await app.listen({ host: config.host, port: config.port, ...shared });
  stops.push(async () => {
    health.stopping = true;
    await closeApp(app);
  });
  const { address, port } = app.server.address() as AddressInfo;
  const host = address.includes(':') ? `[${address}]` : address;
  return { address: `http://${host}:${port}`, finish };
}
