import { maintainAuditLog } from '../apps/server/src/features/audit/index.ts';
import { connect } from '../apps/server/src/platform/db/index.ts';
import type { GrownDatabase } from './grown-database.ts';

const day = 86_400_000;

/** Bytes per credential with all its rows. */
export async function measureTableBytes({ db }: GrownDatabase): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['credentials', 'events', 'audit_log', 'mails', 'deliveries']) {
    const { rows } = await db.query(
      `with parts as (select $1::regclass as oid union select inhrelid from pg_inherits where inhparent = $1::regclass)
       select count(*)::float as n, (select sum(pg_table_size(oid))::float from parts) as heap,
         (select sum(pg_indexes_size(oid))::float from parts) as indexes from ${table}`,
      [table],
    );
    const { n, heap, indexes } = rows[0];
    const each = (bytes: number) => (n > 0 ? Math.round(bytes / n) : 0);
    const line = `| ${table} | ${n.toLocaleString('en')} | ${((heap + indexes) / 1e9).toFixed(2)} GB | ${each(heap)} | ${each(indexes)} |`;
    console.log(line);
    lines.push(line);
  }
  return lines;
}

/**
 * Cost of dropping the audit log's oldest month as the chore does, and of deleting the next one row
 * by row (rolled back). A kept database has a month less afterward.
 */
export async function measureMonths({ url, db }: GrownDatabase): Promise<string[]> {
  const { rows: months } = await db.query<{ name: string; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::float as rows from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'audit_log'::regclass and relname ~ '\\d$' order by 1 limit 2`,
  );
  const [first, second] = months;
  if (!first || !second) return [];
  const [year = 0, month = 0] = (first.name.match(/\d+/g) ?? []).map(Number);
  const { db: forgetting, close } = connect(url, () => {});
  const now = new Date(Date.UTC(year, month) + 400 * day);
  const exists = async () =>
    (await db.query('select to_regclass($1) is not null as there', [first.name])).rows[0].there;
  let dropMs = Number.NaN;
  while (await exists()) {
    const began = performance.now();
    await forgetting.write((trx) => maintainAuditLog(trx, now));
    dropMs = performance.now() - began;
  }
  await close();
  await db.query('begin');
  const began = performance.now();
  const { rowCount } = await db.query(`delete from ${second.name}`);
  const deleteMs = performance.now() - began;
  await db.query('rollback');
  const line = `| ${first.rows.toLocaleString('en')} | ${dropMs.toFixed(0)} ms | ${(rowCount ?? 0).toLocaleString('en')} | ${(deleteMs / 1_000).toFixed(1)} s |`;
  console.log(line);
  return [line];
}
