import { once } from 'node:events';
import { createServer } from 'node:net';

// Below what systems give to outgoing connections: a port from there may be somebody's before the program has it. Each
// process begins elsewhere.
const first = 10_000;
const count = 22_000;
const apart = 97;
let tried = 0;

/** A port that nobody has, and that nobody else looks for. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + ((process.pid * apart + tried++) % count);
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
