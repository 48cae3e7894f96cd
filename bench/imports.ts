import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { noLimit } from '@insignia/contract';
import type pg from 'pg';
import { issueManyStatement } from '../apps/server/src/features/credentials/index.ts';

const rows = 10_000;
const chunk = 1_000;
let serial = 0;

/** 10,000 rows with unique addresses. */
function makeFile(): string {
  const tag = serial++;
  const lines = Array.from(
    { length: rows },
    (_, n) => `Person Number ${n},import-${tag}-${n}@example.org,2026-01-31`,
  );
  return `name,email,issuedOn\n${lines.join('\n')}\n`;
}

/** Rows per second from upload to the end of the import. */
export async function measureImportRate(url: string, key: string, badge: string): Promise<number> {
  const headers = { 'x-api-key': key };
  const file = makeFile();
  const startedAt = performance.now();
  const answer = await fetch(`${url}/awards/imports?badgeId=${badge}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: file,
  });
  if (answer.status !== 202) throw new Error(await answer.text());
  const { info } = (await answer.json()) as { info: { importId: string } };
  for (;;) {
    const response = await fetch(`${url}/awards/imports/${info.importId}`, { headers });
    const { info: found } = (await response.json()) as {
      info: { status: string; issued: number; finishedAt: string | null };
    };
    if (found.finishedAt !== null) {
      if (found.issued !== rows) throw new Error(JSON.stringify(found));
      return (rows / (performance.now() - startedAt)) * 1_000;
    }
    await sleep(10);
  }
}

/** Rows per second of the statement alone, 1,000 rows at a time on one connection. */
export async function measureInsertRate(
  db: pg.Client,
  account: string,
  badge: string,
): Promise<number> {
  const tag = createHash('sha1').update(String(serial++)).digest('hex').slice(0, 6);
  const now = new Date();
  const startedAt = performance.now();
  for (let first = 0; first < rows; first += chunk) {
    const at = Array.from({ length: chunk }, (_, n) => first + n);
    const emails = at.map((n) => `insert-${tag}-${n}@example.org`);
    await db.query({
      name: 'insert-many',
      text: issueManyStatement,
      values: [
        account,
        badge,
        at.map(() => randomUUID()),
        at.map(() => randomUUID()),
        at.map((n) => `Person Number ${n}`),
        emails,
        at.map((n) => `person number ${n}`),
        emails,
        at.map(() => now),
        at.map(() => null),
        at.map(() => '2026-01-31'),
        at.map(() => null),
        now,
        new Date(now.toISOString().slice(0, 10)),
        noLimit,
        null,
        null,
        null,
      ],
    });
  }
  return (rows / (performance.now() - startedAt)) * 1_000;
}

/** Credentials per second of one sequential client. */
export async function measureSingleRate(url: string, key: string, badge: string): Promise<number> {
  const ends = performance.now() + 2_000;
  let issued = 0;
  for (; performance.now() < ends; issued++) {
    const recipient = { name: 'Person Number 1', email: `single-${serial}-${issued}@example.org` };
    const parameters = { badgeId: badge, recipient, issuedOn: '2026-01-31' };
    const answer = await fetch(`${url}/awards`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ parameters }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.arrayBuffer();
  }
  return issued / 2;
}

/** Streams the export and counts its rows. */
export async function readExport(url: string, key: string): Promise<number> {
  let lines = 0;
  const answer = await fetch(`${url}/awards/export.csv`, { headers: { 'x-api-key': key } });
  for await (const piece of answer.body ?? []) for (const byte of piece) if (byte === 10) lines++;
  return lines - 1;
}
