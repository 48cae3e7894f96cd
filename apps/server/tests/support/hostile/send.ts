import { request } from 'node:http';
import type { Attack } from './attacks.ts';

/** Sends it as it is, also what fetch would not send, on a connection of its own: one on which much is left unread may end. */
export function sendAttack(
  url: string,
  { name, method, path, headers = {}, body }: Attack,
  who: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    // Otherwise an answer that comes before all was sent would be lost with the connection.
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
    // An answer may come before all was sent; then this comes too late to matter.
    outgoing.on('error', (cause) => reject(new Error(`${name}: no answer`, { cause })));
    outgoing.end(body);
  });
}
