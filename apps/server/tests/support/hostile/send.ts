import { request } from 'node:http';
import type { Attack } from './attacks.ts';

/** Sends the raw request, including what fetch wouldn't, on its own connection. */
export function sendAttack(
  url: string,
  { name, method, path, headers = {}, createBody }: Attack,
  who: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const body = createBody?.();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    // Otherwise, an early response would be lost with the connection.
    const all = { ...who, ...headers, ...length, connection: 'keep-alive' };
    const outgoing = request(
      { hostname, port, method, path, headers: all, agent: false },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        incoming.on('end', () => {
          outgoing.destroy();
          resolve({ status: incoming.statusCode ?? 0, text });
        });
        incoming.on('error', reject);
      },
    );
    // An early response makes a later error irrelevant.
    outgoing.on('error', (cause) => reject(new Error(`${name}: no answer`, { cause })));
    outgoing.end(body);
  });
}
