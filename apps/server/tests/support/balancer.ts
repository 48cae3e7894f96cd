import { createConnection, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

const method = /^(?:(GET|HEAD|OPTIONS)|POST|PUT|PATCH|DELETE) /;
const longestMethod = 8;

/**
 * Distributes connections in turn. Responses to writes wait until every process knows of the
 * change: immediate consistency is promised for one process only, and most tests don't concern the
 * delay.
 */
export async function startBalancer(
  port: number,
  ports: number[],
  waitForProcesses: () => Promise<void>,
): Promise<{ stop: () => Promise<void> }> {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection(ports[turn++ % ports.length] ?? 0, '127.0.0.1');
    let isWriting = false;
    client.on('data', (chunk: Buffer) => {
      const begins = method.exec(chunk.toString('latin1', 0, longestMethod));
      if (begins) isWriting = begins[1] === undefined;
    });
    const answers = new Transform({
      transform: (chunk, _, pass) => {
        if (isWriting) void waitForProcesses().then(() => pass(null, chunk), pass);
        else pass(null, chunk);
      },
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    client.on('error', () => upstream.end()).pipe(upstream);
    upstream.on('error', () => answers.end()).pipe(answers);
    answers.pipe(client);
    // The response may come before the whole request. The rest is read and dropped.
    upstream.on('close', () => client.unpipe(upstream).resume());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
