import { type RawBuilder, sql } from 'kysely';

/**
 * A column that refers to blobs. `of` names the column with the referring id, `account` the one
 * with the account's id.
 */
export type ImageReference = { table: string; column: string; of?: string; account?: string };

/**
 * SQL that is true if one of the columns has the value of `column`. Not `exists`: the planner might
 * hash a whole table.
 */
export function isReferred(
  references: readonly ImageReference[],
  column: string,
): RawBuilder<unknown> {
  const found = references.map(
    (each) =>
      sql`(select true from ${sql.table(each.table)} r where ${sql.ref(`r.${each.column}`)} = ${sql.ref(column)} limit 1)`,
  );
  return sql.join(found, sql` or `);
}
