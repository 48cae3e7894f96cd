import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

// Below the ephemeral port range, so that no outgoing connection takes it.
const first = 10_000;
const blocks = 44;
const blockSize = 500;
/** Browsers and fetch refuse this port. */
const BLOCKED_PORT = 10_080;
let attempts = 0;
let block: Promise<number> | undefined;

/** A free port that no other test uses. */
export async function findFreePort(): Promise<number> {
  block ??= reserveBlock();
  const start = await block;
  for (;;) {
    const port = start + 1 + (attempts++ % (blockSize - 1));
    if (port === BLOCKED_PORT) continue;
    const probe = await listenOn(port);
    if (!probe) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/**
 * The first port of a block that no other process uses: between the search and its use, another would find the
 * same port free. Listening there reserves it until this process ends.
 */
async function reserveBlock(): Promise<number> {
  for (let n = 0; n < blocks; n++) {
    const port = first + ((process.pid + n) % blocks) * blockSize;
    const reservation = await listenOn(port);
    if (!reservation) continue;
    reservation.unref();
    return port;
  }
  throw new Error(`${blocks} test processes already run`);
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
