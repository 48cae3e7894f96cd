import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral port range, so that no outgoing connection takes it. Each process starts
// elsewhere.
const first = 10_000;
const count = 22_000;
const apart = 997;
/** Browsers and fetch refuse this port. */
const BLOCKED_PORT = 10_080;
let attempts = 0;

/** A free port that no other test uses. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = first + ((process.pid * apart + attempts++) % count);
    if (port === BLOCKED_PORT) continue;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
