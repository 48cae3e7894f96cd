import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/index.ts';
import { issueTo, makeTenants, type Tenants } from '../apps/server/tests/support/tenants.ts';

const others = 500;

/** A database in which one account has `own` credentials, and others as many. */
export type Grown = { url: string; db: pg.Client; tenants: Tenants; own: number };

/** The database of that name, filled when it is not yet. */
export async function openGrown(admin: pg.Client, name: string, own: number): Promise<Grown> {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) await admin.query(`create database ${name}`);
  const host = encodeURIComponent(admin.host);
  const url = `postgresql:///${name}?host=${host}&user=${admin.user}`;
  await migrate(url);
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query(`select to_regclass('filled') is not null as "isFilled"`);
  if (!rows[0].isFilled) await fill(db, own);
  // Where it was kept and written to, as the program does within a minute.
  await db.query(`select gin_clean_pending_list('credentials_search')`);
  const filled = await db.query('select tenants from filled');
  return { url, db, tenants: filled.rows[0].tenants, own };
}

async function fill(db: pg.Client, own: number): Promise<void> {
  const began = performance.now();
  const run = (statement: string, values?: unknown[]) => db.query(statement, values);
  const tenants = await makeTenants(run, others);
  // Neither triggers nor references are asked, and the index of words is made at once when the rows are there.
  await run('set session_replication_role = replica');
  const { rows } = await db.query(`select pg_get_indexdef('credentials_search'::regclass) as made`);
  await run('drop index credentials_search');
  await issueTo(run, tenants, own);
  await run("set maintenance_work_mem = '512MB'");
  await run(rows[0].made);
  await run('set session_replication_role = default');
  await run('vacuum analyze');
  await run('create table filled as select $1::jsonb as tenants', [JSON.stringify(tenants)]);
  await run('checkpoint');
  const took = Math.round((performance.now() - began) / 1_000);
  console.log(`${own} credentials among as many: filled in ${took} s`);
}
