import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { currentCall, setClient } from '../limits/call-context.ts';
import { StatementPool } from './statement-pool.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('while others send requests, the pool lends an account one connection at a time', async (context) => {
  // In the past, so that these requests don't count in the other test files of this process.
  const now = performance.now() - 2_000 * 3_600_000;
  context.mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const pool = { options: {}, idleCount: 9, connect: async () => ({ release: () => {} }) };
  const statements = new StatementPool(pool as unknown as pg.Pool, {
    ...{ slots: 9, isNaming: false, stats: { waits: 0, waitedMs: 0, refused: 0 } },
  });
  const connections: PostgresPoolClient[] = [];
  const request = (client: string): void => {
    currentCall.run(
      { client: '192.0.2.1', isRead: false, isPublicRead: false, waitedMs: 0 },
      () => {
        setClient(client);
        void statements.connect().then((connection) => connections.push(connection));
      },
    );
  };
  request('other');
  await settle();
  for (let n = 0; n < 3; n++) request('busy');
  await settle();
  assert.equal(connections.length, 2);
  assert.equal(statements.accountFigures.waiting, 2);
  connections[1]?.release();
  await settle();
  assert.equal(connections.length, 3);
  connections[2]?.release();
  await settle();
  assert.equal(connections.length, 4);
});

test('a statement rolled back by a conflict is sent once more, but none of a transaction', async () => {
  const sent: string[] = [];
  const client = {
    query: ({ text }: { text: string }, done: (error: Error) => void) => {
      sent.push(text);
      done(Object.assign(new Error('deadlock'), { code: '40P01' }));
    },
    release: () => {},
  };
  const pool = { options: {}, idleCount: 9, connect: async () => client };
  const statements = new StatementPool(pool as unknown as pg.Pool, {
    ...{ slots: 9, isNaming: false, stats: { waits: 0, waitedMs: 0, refused: 0 } },
  });
  const connection = await statements.connect();
  for (const text of ['select 1', 'begin', 'select 2', 'commit', 'select 3'])
    await assert.rejects(connection.query(text, []), /deadlock/);
  assert.deepEqual(sent, [
    ...['select 1', 'select 1'],
    ...['begin', 'select 2', 'commit'],
    ...['select 3', 'select 3'],
  ]);
});
