import { readFile } from 'node:fs/promises';
import { certificateStyles } from '@insignia/contract';
import type pg from 'pg';
import { badgeImage } from '../apps/server/tests/support/images.ts';
import { watchMemory } from './tools.ts';

const documents = 2_000;
const ofEachStyle = 300;
// Fills the caches of what was set: what grows after that would go on growing.
const warmUp = 1_000;
const lanes = 4;
// Of the clock in /proc, which every Linux of today has.
const ticksASecond = 100;

export type Certificates = {
  cpuMs: number;
  perSecond: number;
  growth: number;
  page: string;
  /** Milliseconds of CPU. */
  styles: { style: string; cpuMs: number }[];
};

/** Sets 2,000 certificates that differ, of one badge; what each costs the process, and by how much it grows meanwhile; then some of each style. */
export async function setCertificates(
  url: string,
  pid: number | undefined,
  db: pg.Client,
  { account, key, email }: { account: string; key: string; email: string },
): Promise<Certificates> {
  const send = async (method: string, path: string, parameters: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ parameters }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, string>;
  };
  const post = (path: string, parameters: object) => send('POST', path, parameters);
  const bare = (id = ''): string => id.slice(id.lastIndexOf('/') + 1);
  const issuer = await post('/issuers', { name: 'Bench', url: 'https://bench.example', email });
  const words = {
    name: 'Certified Sailor',
    description: 'Sails',
    criteria: 'Sailed for three days',
  };
  const { badgeId } = await post('/badges', {
    ...{ ...words, image: await badgeImage(), issuerId: bare(issuer.issuerId) },
  });
  const { rows } = await db.query(
    `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
     select uuid7_at(now()), $1, $2, 'Person Number ' || n, 'p' || n || '@example.org', '', '', now(), now()
     from generate_series(1, $3::int) n returning id`,
    [account, bare(badgeId), documents + warmUp],
  );
  const ids: string[] = rows.map(({ id }) => id);
  const setAll = async (some: string[]): Promise<void> => {
    const left = [...some];
    const lane = async (): Promise<void> => {
      for (let id = left.pop(); id; id = left.pop()) {
        const answer = await fetch(`${url}/awards/${id}/pdf`);
        if (!answer.ok) throw new Error(await answer.text());
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await setAll(ids.slice(0, warmUp));
  const before = await cpuSeconds(pid);
  const { growth, took } = await watchMemory(pid, () => setAll(ids.slice(warmUp)));
  const spent = (await cpuSeconds(pid)) - before;
  const styles: Certificates['styles'] = [];
  const some = ids.slice(0, ofEachStyle);
  for (const certificateStyle of certificateStyles) {
    const signatures = [{ name: 'Mary Cartwright', title: 'President' }];
    const brand = { certificateStyle, signatures };
    await send('PUT', `/issuers/${bare(issuer.issuerId)}/brand`, brand);
    await setAll(some.slice(0, 20));
    const start = await cpuSeconds(pid);
    await setAll(some.slice(20));
    const took = (await cpuSeconds(pid)) - start;
    styles.push({ style: certificateStyle, cpuMs: (took * 1_000) / (ofEachStyle - 20) });
  }
  return {
    styles,
    cpuMs: (spent * 1_000) / documents,
    perSecond: documents / took,
    growth,
    page: `${url}/credentials/${ids[0]}`,
  };
}

/** User and system time of all threads of a process (proc(5), fields 14 and 15). */
async function cpuSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}
