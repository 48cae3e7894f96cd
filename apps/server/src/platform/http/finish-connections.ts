import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const sweepMs = 50;
/**
 * Closes a connection after this many sweeps without new data. Sweeps count, not time: between two
 * sweeps everything that has arrived is read, even if the process was too busy to look for seconds.
 */
const quietSweeps = 40;
const longestMs = 7_000;
/** All processes that share a port close it within this time. */
const siblingsCloseMs = 2_000;

/** Node keeps the current response of a connection here until the response is finished. */
type ClientConnection = Socket & { _httpMessage?: ServerResponse | null };

const longestAcceptMs = 3_000;
/**
 * Each turn of the event loop accepts a connection if one is waiting. After this many quiet turns,
 * none is assumed to be waiting.
 */
const quietTurns = 10;

type Finish = (cut: AbortSignal) => Promise<void>;

/**
 * Ends a server without resetting a connection, because a request may be on its way on a connection
 * that looks idle. New connections are refused, and each response announces that it is the last one
 * on its connection. Quiet connections are closed in the end. Returns once none is left, after
 * seven seconds, or when `cut` aborts.
 */
export function finishConnections(
  server: Server,
  closePort: (() => Promise<void>) | undefined,
): Finish {
  const connections = new Set<ClientConnection>();
  server.on('connection', (socket: ClientConnection) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return async (cut) => {
    const rest = (ms: number) => sleep(ms, undefined, { signal: cut }).catch(() => {});
    const end = Date.now() + longestMs;
    await acceptWaiting(server);
    // Call the method of `net.Server`: that of `http.Server` also closes connections that look
    // idle.
    NetServer.prototype.close.call(server);
    // A client that leaves this process must not connect to another one that is about to close the port.
    if (closePort) await Promise.race([closePort(), rest(siblingsCloseMs)]);
    server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false;
    });
    for (const { _httpMessage: response } of connections)
      if (response && !response.headersSent) response.shouldKeepAlive = false;
    const sweep = createSweep();
    for (; connections.size > 0 && Date.now() < end && !cut.aborted; await rest(sweepMs))
      sweep(connections);
  };
}

function createSweep(): (connections: Iterable<ClientConnection>) => void {
  const seen = new WeakMap<ClientConnection, { bytes: number; sweeps: number }>();
  return (connections) => {
    for (const connection of connections) {
      const { bytesRead: bytes, _httpMessage: response } = connection;
      const before = seen.get(connection);
      const isQuiet = !response && before?.bytes === bytes;
      const sweeps = isQuiet ? before.sweeps + 1 : 0;
      if (sweeps >= quietSweeps) connection.destroy();
      else seen.set(connection, { bytes, sweeps });
    }
  };
}

/** Accepts connections that the system has established. Closing the port would reset them. */
async function acceptWaiting(server: Server): Promise<void> {
  let quiet = 0;
  const accepted = (): void => {
    quiet = 0;
  };
  server.on('connection', accepted);
  for (const end = Date.now() + longestAcceptMs; quiet < quietTurns && Date.now() < end; quiet++)
    await nextTurn();
  server.off('connection', accepted);
}
