import type { AddressInfo } from 'node:net';
import { closeApp } from './platform/http/index.ts';
import { createServer } from './server.ts';
import type { ServerParts } from './server-parts.ts';

/** Answers requests from now on; answers where. */
export async function serve(parts: ServerParts, stops: (() => Promise<void>)[]): Promise<string> {
  const { config, health } = parts;
  const app = await createServer(parts);
  // Siblings each take connections from the system: one that dies leaves none waiting, as it would by way of the first process.
  const shared = { reusePort: parts.siblings !== undefined && process.platform === 'linux' };
  await app.listen({ host: config.host, port: config.port, ...shared });
  stops.push(async () => {
    health.stopping = true;
    await closeApp(app);
  });
  const { address, port } = app.server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
