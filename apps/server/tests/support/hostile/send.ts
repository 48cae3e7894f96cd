import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { Attack } from './attacks.ts';

export type HostileAnswer = {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
};

/** Sends the raw request, including what fetch wouldn't, on its own connection. */
export function sendAttack(
  url: string,
  { name, method, path, headers = {}, createBody }: Attack,
  who: Record<string, string> = {},
): Promise<HostileAnswer> {
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
          resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers });
        });
        incoming.on('error', reject);
      },
    );
    // An early response makes a later error irrelevant.
    outgoing.on('error', (cause) => reject(new Error(`${name}: no answer`, { cause })));
    outgoing.end(body);
  });
}

/** Fails for 5xx, and for an error that is neither a page nor in a shape that programs know. */
export function assertErrorShape(
  name: string,
  { status, text, headers }: HostileAnswer,
  getLog = () => '',
): void {
  const message = `${name}: ${status} ${text.slice(0, 300)}`;
  assert.ok(status < 500, `${message}\n${getLog()}`);
  if (status < 400) return;
  if (headers['content-type']?.startsWith('text/html')) {
    assert.match(text, /^<!doctype html>/i, message);
    return;
  }
  const body = JSON.parse(text);
  // Open Badges 3.0 has no status in its errors. Open Badges 2.1 and SCIM have it in `status`.
  if (body.imsx_codeMajor === 'failure') return;
  assert.equal(Number(body.statusCode ?? body.status.statusCode ?? body.status), status, message);
}
