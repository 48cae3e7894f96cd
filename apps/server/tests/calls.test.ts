// Work caused by one process and done by another: it is notified instead of waiting for a poll.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect, type DatabaseConnection } from '../src/platform/db/index.ts';
import { createWakeChannel, forwardWakeups, listen } from '../src/platform/db/listen.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';

let database: TestDatabase;
let causes: DatabaseConnection;
let works: DatabaseConnection;
before(async () => {
  database = await createDatabase();
  causes = connect(database.url, () => {});
  works = connect(database.url, () => {});
});
after(async () => {
  await Promise.all([causes.close(), works.close()]);
  await database.drop();
});

test('a worker is woken by another process after the commit, and only by its own kind of work', async () => {
  const stopCalling = forwardWakeups(causes.db);
  const { ready, stop } = listen(database.url, [createWakeChannel(works.db)]);
  await ready;
  const woken: string[] = [];
  const wakes = Promise.withResolvers<void>();
  const stopListening = works.db.signals.listen(['letters'], () => {
    woken.push('letters');
    wakes.resolve();
  });
  works.db.signals.listen(['parcels'], () => woken.push('parcels'));
  await assert.rejects(
    causes.db.write(async (trx) => {
      trx.onCommit.wake('parcels');
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  await causes.db.write(async (trx) => trx.onCommit.wake('letters'));
  await wakes.promise;
  assert.deepEqual(woken, ['letters']);

  // Bursts are batched, and the last notification isn't lost at shutdown.
  stopListening();
  const last = Promise.withResolvers<void>();
  let times = 0;
  works.db.signals.listen(['letters'], () => times++);
  works.db.signals.listen(['the last'], () => last.resolve());
  for (let n = 0; n < 100; n++) causes.db.signals.wake(['letters']);
  causes.db.signals.wake(['the last']);
  await stopCalling();
  await last.promise;
  assert.ok(times >= 1 && times < 100, `${times} calls`);
  await stop();
});

test('work that the same process handles wakes no other process', async () => {
  const stopCalling = forwardWakeups(causes.db);
  const { ready, stop } = listen(database.url, [createWakeChannel(works.db)]);
  await ready;
  const here: string[] = [];
  const there: string[] = [];
  const last = Promise.withResolvers<void>();
  causes.db.signals.listen(['stamps'], () => here.push('stamps'));
  works.db.signals.listen(['stamps'], () => there.push('stamps'));
  works.db.signals.listen(['the end'], () => last.resolve());
  causes.db.signals.wake(['stamps']);
  causes.db.signals.wake(['the end']);
  await last.promise;
  assert.deepEqual([here, there], [['stamps'], []]);
  await stopCalling();
  await stop();
});
