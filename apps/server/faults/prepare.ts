import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { getLayout } from '../src/platform/db/embedded/layout.ts';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { badgeImage } from '../tests/support/images.ts';
import { idFromUrl, password, readCookie } from '../tests/support/people.ts';

/** An API key and a badge on an instance that writes emails to files. */
export async function prepareAccount(
  url: string,
  dataDir: string,
): Promise<{ key: string; badgeId: string }> {
  const send = createTestClient(url);
  const email = 'owner@example.org';
  assertOk(await send('POST', '/api/auth/sign-up/email', { name: 'Owner', email, password }));
  const token = await mailedToken(join(dataDir, 'mail'));
  const { headers } = assertOk(await send('POST', '/api/auth/confirm', { token, password }));
  const as = { cookie: readCookie(headers), origin: url };
  const { key } = assertOk(
    await send('POST', '/api-keys', { parameters: { name: 'k', scope: 'write' } }, as),
  ).body;
  const issuer = assertOk(
    await send(
      'POST',
      '/issuers',
      { parameters: { name: 'Load', url: 'https://load.example', email } },
      as,
    ),
  ).body;
  const badge = {
    name: 'B',
    description: 'D',
    criteria: 'C',
    image: await badgeImage(),
    issuerId: issuer.issuerId,
  };
  const { badgeId } = assertOk(await send('POST', '/badges', { parameters: badge }, as)).body;
  return { key, badgeId: idFromUrl(badgeId) };
}

async function mailedToken(directory: string): Promise<string> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(50)) {
    const [name] = await readdir(directory).catch(() => []);
    if (!name?.endsWith('.eml')) continue;
    const { text = '' } = await PostalMime.parse(await readFile(join(directory, name)));
    return /token=([\w-]+)/.exec(text)?.[1] ?? '';
  }
  throw new Error(`no mail in ${directory}`);
}

/** Offset of the counters, so that no run meets the quota. */
export const SPARE_BYTES = 1_000_000;

/** The embedded database of an instance. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const { socketDir } = getLayout(dataDir);
  const database = new pg.Client({
    connectionString: `postgresql:///postgres?host=${encodeURIComponent(socketDir)}&user=insignia`,
  });
  await database.connect();
  return database;
}

/** Number of badge days whose counter differs from the credentials. */
export const miscountedDaysSql = `
  select count(*)::int as n from (
    select badge_id, day, sum(case kind when 'issued' then count else -count end) as told
    from badge_days where kind in ('issued', 'erased') group by 1, 2
  ) counters full join (
    select badge_id, (created_at at time zone 'UTC')::date as day, count(*) as kept from credentials group by 1, 2
  ) rows using (badge_id, day) where coalesce(told, 0) <> coalesce(kept, 0)`;

/** Gives every account room for `spare` more credentials. */
export async function raiseQuota(dataDir: string): Promise<void> {
  const database = await openDatabase(dataDir);
  await database.query('update account_usage set credentials = credentials - $1', [SPARE_BYTES]);
  await database.end();
}
