import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@insignia/sdk';
import { sql } from 'kysely';
import type { Instance } from '../../apps/server/tests/support/instance.ts';
import { type Receiver, startReceiver } from '../../apps/server/tests/support/receiver.ts';
import { createRecipient } from './weeks.ts';

/** Three attempts each don't disable the endpoint yet. */
const batch = 4;

/** One that responds, and one that no longer does. Their addresses don't exist. */
export async function createEndpoints(
  { db }: Instance,
  insignia: Client,
  issuing: Client,
  badgeIds: readonly string[],
): Promise<{ webhookId: string; close: () => Promise<void> }> {
  const answering: Receiver = await startReceiver((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
  });
  const failing: Receiver = await startReceiver();
  const [good, bad] = [
    await insignia.webhooks.create({ url: answering.url }),
    await insignia.webhooks.create({ url: failing.url, events: ['credential.issued'] }),
  ];
  const issueSome = async (from: number) => {
    for (let n = from; n < from + batch; n += 1)
      await issuing.credentials.issue({
        ...{ badgeId: badgeIds[n % badgeIds.length] ?? '', recipient: createRecipient(400 + n) },
        issuedOn: new Date().toISOString().slice(0, 10),
      });
  };
  const waitForDeliveries = (webhookId: string, state: 'delivered' | 'failed', count: number) =>
    waitForCondition(async () => {
      const { items: deliveries } = await insignia.webhooks.deliveries({ webhookId, state });
      return deliveries.length >= count;
    });
  await insignia.webhooks.test({ webhookId: bad.id });
  await issueSome(0);
  await waitForDeliveries(bad.id, 'delivered', batch + 1);
  failing.answer = (_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json' });
    response.end('{"error":"maintenance","retryAfterMinutes":30}');
  };
  await issueSome(batch);
  await waitForDeliveries(good.id, 'delivered', 2 * batch);
  await waitForDeliveries(bad.id, 'failed', batch);
  await sql`update webhooks set url = 'https://courses.fjord.example/hooks/insignia' where id = ${good.id}`.execute(
    db,
  );
  await sql`update webhooks set url = 'https://alumni.fjord.example/api/credentials' where id = ${bad.id}`.execute(
    db,
  );
  return {
    webhookId: bad.id,
    close: async () => {
      await answering.close();
      await failing.close();
    },
  };
}

export async function waitForCondition(isThere: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100))
    if (await isThere()) return;
  throw new Error('what the pictures show has not come about in two minutes');
}
