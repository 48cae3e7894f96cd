import type pg from 'pg';
import { type BackupTable, quoteTable } from './tables.ts';

/**
 * Drops foreign keys, indexes and triggers for the load and returns the statements that restore
 * them. Foreign keys are then checked for all rows at once. Needs the rights of the table owner
 * only.
 */
export async function dropConstraints(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<() => Promise<void>> {
  const oids = [tables.map(({ name }) => quoteTable(name))];
  const { rows: references } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by conrelid::regclass::text, conname`,
    oids,
  );
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop,
       -- Of a table in partitions it says of all of them.
       replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as add
     from pg_index i where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indexrelid::regclass::text`,
    oids,
  );
  for (const { drop } of [...references, ...indexes]) await client.query(drop);
  for (const table of oids.flat()) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const { add } of [...indexes, ...references]) await client.query(add);
    for (const table of oids.flat()) await client.query(`alter table ${table} enable trigger user`);
  };
}
