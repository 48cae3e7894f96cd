import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Agent, request } from 'undici';
import {
  createSecret,
  createSignedHeaders,
  deriveSigningKeys,
} from '../apps/server/src/features/webhooks/sign.ts';
import { newId } from '../apps/server/src/kernel/id.ts';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import { createCertificateAuthority } from '../apps/server/tests/support/receiver.ts';

export type Sink = { url: string; stop: () => void };

const deliveries = 30_000;
// Concurrency per endpoint (decisions, "Webhooks"), the same for the baseline.
const width = 8;

/** A receiver in its own process. */
export async function startSink(file: string): Promise<Sink> {
  const { issue } = await createCertificateAuthority();
  await writeFile(file, JSON.stringify(await issue()), { mode: 0o600 });
  const port = await findFreePort();
  const script = new URL('./sink.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, file, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { url: `https://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** Deliveries per second from the first attempt to the last recorded result. */
export async function measureDeliveryRate(
  db: pg.Client,
  account: string,
  badge: string,
  count = deliveries,
): Promise<number> {
  const { rows: times } = await db.query(
    `with c as (
      insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
      select uuid7_at(now()), $1, $2, 'Some Person', 's@example.org', '', '', now(), now() from generate_series(1, $3::int) returning id),
    e as (
      insert into events (id, account_id, credential_id, type, data, created_at)
      select uuid7_at(now()), $1, id, 'credential.viewed', '{"recipient":{"name":"Some Person","email":"s@example.org"}}', now() from c)
    select now() as since`,
    [account, badge, count],
  );
  const ours = [account, times[0].since];
  for (;;) {
    // The engine releases the endpoint when its queue is empty. Counting the queue would slow it
    // down.
    const { rows } = await db.query(
      `select 1 from webhooks w where account_id = $1 and (claimed_until > now() or exists (
        select 1 from waiting_deliveries where webhook_id = w.id))`,
      [account],
    );
    if (rows.length === 0) break;
    await sleep(100);
  }
  const { rows } = await db.query(
    `select count(*)::int as n, extract(epoch from max(d.done_at) - min(d.started_at))::float as seconds
     from deliveries d where d.account_id = $1 and d.created_at >= $2 and d.last_status = 200`,
    ours,
  );
  if (rows[0].n !== count) throw new Error(`${rows[0].n} of ${count} were delivered`);
  return count / rows[0].seconds;
}

/** POSTs per second of undici alone, with bodies of the same length. */
export async function measureBareRate(url: string): Promise<number> {
  const agent = new Agent({ connections: width });
  const body = JSON.stringify({ body: 'x'.repeat(320) });
  // The same headers, signed once.
  const key = deriveSigningKeys(createSecret());
  const signed = { id: newId(), type: 'credential.viewed', body, at: new Date() };
  const headers = createSignedHeaders(signed, { current: key, previous: undefined });
  let left = deliveries;
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers,
        body,
      });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  const rate = (deliveries / (performance.now() - startedAt)) * 1_000;
  await agent.close();
  return rate;
}
