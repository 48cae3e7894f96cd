import pg from 'pg';
import { countDaysBefore } from '../apps/server/src/features/engagement/index.ts';
import { connect, migrate } from '../apps/server/src/platform/db/index.ts';
import {
  cutLogs,
  issueTo,
  makeTenants,
  type Tenants,
} from '../apps/server/tests/support/tenants.ts';

const otherAccounts = 500;

/** The address of a person with about 1,000 credentials of many accounts. */
export const HOLDER_ADDRESS = 'holder@people.example';

/** Number of days the credentials are spread over: up to the audit log's retention. */
const getDays = (own: number): number =>
  Number(process.env.GROWTH_DAYS ?? (own > 1_000_000 ? 390 : 20));

/** A database in which one account has `own` credentials and others as many. */
export type GrownDatabase = { url: string; db: pg.Client; tenants: Tenants; own: number };

/** Opens the named database, filling it if needed. */
export async function openGrownDatabase(
  admin: pg.Client,
  name: string,
  own: number,
): Promise<GrownDatabase> {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) await admin.query(`create database ${name}`);
  const host = encodeURIComponent(admin.host);
  const url = `postgresql:///${name}?host=${host}&user=${admin.user}`;
  await migrate(url);
  const db = new pg.Client({ connectionString: url });
  // The caller reports the connection's end.
  db.on('error', () => {});
  await db.connect();
  const { rows } = await db.query(`select to_regclass('filled') is not null as "isFilled"`);
  if (!rows[0].isFilled) await fill(db, own);
  await countDays(db, url);
  // As the program does within a minute.
  await db.query(`select gin_clean_pending_list('credentials_keys')`);
  const filled = await db.query('select tenants from filled');
  return { url, db, tenants: filled.rows[0].tenants, own };
}

/** Counts credentials as the program does on the next day. */
async function countDays(db: pg.Client, url: string): Promise<void> {
  const query = `select value from settings where name = 'issued_days_from'`;
  if ((await db.query(query)).rows[0]?.value === '1970-01-01') return;
  const { db: kysely, close } = connect(url, () => {});
  const turn = (now: Date) => kysely.write((trx) => countDaysBefore(trx, now));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  // The first run only records where counting starts.
  await turn(inDays(0));
  const turns: number[] = [];
  for (let more: unknown = 'again'; more === 'again'; ) {
    const startedAt = performance.now();
    more = await turn(inDays(2));
    turns.push(performance.now() - startedAt);
  }
  await close();
  const [all, longest] = [turns.reduce((sum, ms) => sum + ms, 0), Math.max(...turns)];
  console.log(
    `issued days counted in ${(all / 1_000).toFixed(1)} s, ${turns.length} turns, the longest ${Math.round(longest)} ms`,
  );
}

async function fill(db: pg.Client, own: number): Promise<void> {
  const startedAt = performance.now();
  const run = (statement: string, values?: unknown[]) => db.query(statement, values);
  const tenants = await makeTenants(run, otherAccounts);
  // Without triggers and foreign keys, and with the search index built at the end.
  await run('set session_replication_role = replica');
  const days = getDays(own);
  await cutLogs(run, days);
  const { rows } = await db.query<{ drop: string; make: string }>(`
    select 'drop index ' || indexrelid::regclass as drop, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as make
    from pg_index where indrelid in ('credentials'::regclass, 'events'::regclass, 'mails'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { drop } of rows) await run(drop);
  await issueTo(run, tenants, own, days);
  await run(
    `update credentials set recipient_email = $1, email_search = $1
     where abs(hashtextextended(id::text, 9)) % $2 = 0 and account_id not in (select unnest($3::uuid[]))`,
    [
      HOLDER_ADDRESS,
      Math.round((own * 0.7) / 1_000),
      [tenants.large, tenants.small, tenants.failing].map(({ accountId }) => accountId),
    ],
  );
  // All their credentials have the edition from before this edit.
  const { badgeId, issuerId } = tenants.large;
  await run(
    `insert into badge_versions (badge_id, version, name, description, criteria, image_cid)
     select id, 1, 'Earlier Badge', description, criteria, image_cid from badges where id = $1`,
    [badgeId],
  );
  await run('update badges set version = 2 where id = $1', [badgeId]);
  await run(
    `insert into issuer_versions (issuer_id, version, name, url, email)
     select id, 1, 'Earlier Issuer', url, email from issuers where id = $1`,
    [issuerId],
  );
  await run('update issuers set version = 2 where id = $1', [issuerId]);
  // Corrections replaced the address of every hundredth.
  await run(
    `insert into replaced_addresses (account_id, address, credential_id, email)
     select account_id, 'earlier.' || email_search, id, 'earlier.' || email_search from credentials
     where abs(hashtextextended(id::text, 10)) % 100 = 0`,
  );
  await run("set maintenance_work_mem = '512MB'");
  for (const { make } of rows) await run(make);
  await run('set session_replication_role = default');
  await run(`delete from settings where name = 'issued_days_from'`);
  // These credentials have their email state. Going through them all would disturb the measurement.
  await run(`insert into settings (name, value) values ('email_states_after', 'done')
    on conflict (name) do update set value = excluded.value`);
  await run('vacuum analyze');
  await run('create table filled as select $1::jsonb as tenants', [JSON.stringify(tenants)]);
  await run('checkpoint');
  const took = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${own} credentials among as many: filled in ${took} s`);
}
