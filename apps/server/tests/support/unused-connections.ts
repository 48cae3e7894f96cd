import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Long enough for a request to arrive on a connection that was just opened. */
const everyMs = 500;
const open = new Set<Socket>();
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket };
  open.add(socket);
  socket.once('close', () => open.delete(socket));
});

/**
 * Stops servers of this process. `fetch` may leave connections without any request, for which a
 * server that `finish` didn't end waits 75 s.
 */
export async function stopWithoutUnused(
  addresses: readonly string[],
  stop: () => Promise<unknown>,
): Promise<void> {
  const ports = new Set(addresses.map((address) => Number(new URL(address).port)));
  const sweeping = setInterval(() => {
    for (const socket of open)
      if (socket.bytesRead === 0 && ports.has(socket.localPort ?? 0)) socket.destroy();
  }, everyMs);
  await stop().finally(() => clearInterval(sweeping));
}
