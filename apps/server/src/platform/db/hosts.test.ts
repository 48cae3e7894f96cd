import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { connect } from './connect.ts';

/** A backend message (PostgreSQL documentation, 55.7). */
function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const signedIn = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const killed = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mended by an administrator\0\0'));

test('a connection that is killed right after it opens does not crash the process', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The driver processes all of it before it reports the connection.
    socket.once('data', () => socket.end(Buffer.concat([signedIn, ready, killed])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { pool, close } = connect(`postgresql://somebody@127.0.0.1:${port}/any`, () => {});
  await assert.rejects(async () => {
    const client = await pool.connect();
    await client.query('select 1').finally(() => client.release(true));
  });
  await close();
});
