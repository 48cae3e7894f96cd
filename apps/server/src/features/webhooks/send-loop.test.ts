import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { useRollback } from '../../../tests/support/rollback.ts';
import { READ_BATCH_SIZE, runSendLoop } from './send-loop.ts';
import { type DueDelivery, readDueDeliveries } from './work-store.ts';

const webhookId = 'aaaaaaaa-0000-7000-8000-000000000000';
const idAt = (at: number): string =>
  `${String(Math.floor(at / 10_000)).padStart(8, '0')}-${String(at % 10_000).padStart(4, '0')}-7000-8000-000000000000`;
const inRollback = useRollback();

test('reading due deliveries skips claimed ones and returns those with lower ids', async () => {
  await inRollback(async (trx) => {
    await sql`insert into waiting_deliveries (webhook_id, id, type, created_at)
      select ${webhookId}, id, 'ping', now() from unnest(${[1, 2, 3].map(idAt)}::uuid[]) as id`.execute(
      trx,
    );
    const read = async (after: string | undefined, claimed: number[]) =>
      (await readDueDeliveries(trx, webhookId, after, claimed.map(idAt), 10)).map(({ id }) => id);
    assert.deepEqual(await read(undefined, []), [1, 2, 3].map(idAt));
    assert.deepEqual(await read(undefined, [2, 3]), [idAt(1)]);
    assert.deepEqual(await read(idAt(1), [2]), [idAt(3)]);
  });
});

test('a delivery from a process whose clock is behind is sent while more arrive from another than can be sent', async () => {
  const pending = new Set<string>();
  const unrecorded = new Set<string>();
  const sent: string[] = [];
  let newest = 5_000;
  const late = 2 * READ_BATCH_SIZE;
  for (let n = 0; n < READ_BATCH_SIZE; n++) pending.add(idAt(newest++));
  const giveUpAt = performance.now() + 60_000;
  const isDone = () => late === sent.filter((id) => id < idAt(5_000)).length;
  await runSendLoop({
    concurrency: 8,
    read: async (after = '', claimed) => {
      await sleep(1);
      return [...pending]
        .filter((id) => id > after && !claimed.includes(id))
        .sort()
        .slice(0, READ_BATCH_SIZE)
        .map((id) => ({ id }) as DueDelivery);
    },
    send: async ({ id }) => {
      sent.push(id);
      unrecorded.add(id);
      // More arrive than can be sent.
      for (let n = 0; n < 2; n++) pending.add(idAt(newest++));
      if (sent.length === 10) for (let at = 0; at < late; at++) pending.add(idAt(at));
      await sleep(1);
      const recorded = sleep(5).then(() => {
        unrecorded.delete(id);
        pending.delete(id);
      });
      return { isGood: true, recorded };
    },
    isStopped: () => isDone() || performance.now() > giveUpAt,
  });
  assert.ok(isDone(), `not all late ones are among ${sent.length} sent`);
  assert.equal(new Set(sent).size, sent.length, 'one was sent twice');
  assert.equal(unrecorded.size, 0);
});

test('a restart that is due during a read waits for its end', async (t) => {
  let [now, id] = [0, 0];
  t.mock.method(performance, 'now', () => now);
  const slow = Promise.withResolvers<void>();
  const starts: (string | undefined)[] = [];
  await runSendLoop({
    concurrency: 1,
    read: async (after) => {
      starts.push(after);
      if (starts.length === 2) await slow.promise;
      return Array.from({ length: READ_BATCH_SIZE }, () => ({ id: idAt(id++) }) as DueDelivery);
    },
    send: async () => {
      // The next delivery is taken from the queue while the second read runs.
      if (starts.length === 2 && now > 0) slow.resolve();
      else if (starts.length === 2) now = 60_000;
      return { isGood: true, recorded: Promise.resolve() };
    },
    isStopped: () => starts.length === 3,
  });
  assert.deepEqual(starts, [undefined, idAt(READ_BATCH_SIZE - 1), undefined]);
});
