import { type RawBuilder, sql } from 'kysely';
import { idAfter, idBefore } from '../../kernel/id.ts';

type Column = { column: RawBuilder<unknown>; value: RawBuilder<unknown> };
/** The first columns of an index, or indexed expressions, with their values. The first value is an id. */
export type IndexedOwner = Record<string, string> | readonly Column[];
type KeysetClause = { where: RawBuilder<unknown>; order: RawBuilder<unknown> };

const tuple = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;

/**
 * Condition and order of a list that follows an index, newest first, after `lastId`. `owner` has the index's columns in order;
 * the id comes last. `from` and `before` bound the ids.
 *
 * - The owner is `= any(array[…])`. With a plain equality, PostgreSQL could walk the primary key, which has the same order, through
 *   the rows of all other owners.
 * - Other columns and the id are bounded by tuples on both sides. PostgreSQL estimates a tuple by its first column, so a bound
 *   that excludes its end would look empty, and every plan would look cheap.
 * - Before PostgreSQL 18, a scan stops only by the first column of a tuple.
 */
export function newestFirst(
  owner: IndexedOwner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): KeysetClause {
  const { columns } = splitOwner(owner);
  // A page after `lastId` already lies before `before`.
  const where = bounded(owner, id, { from, before: lastId ?? before });
  return {
    where,
    order: sql`order by ${sql.join([...columns, sql.ref(id)].map((column) => sql`${column} desc`))}`,
  };
}

/** Like `newestFirst`, oldest first. */
export function oldestFirst(
  owner: IndexedOwner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): KeysetClause {
  const { columns } = splitOwner(owner);
  const first = lastId === undefined ? from : idAfter(lastId);
  return {
    where: bounded(owner, id, { from: first, before }),
    order: sql`order by ${sql.join([...columns, sql.ref(id)])}`,
  };
}

function bounded(
  owner: IndexedOwner,
  id: string,
  { from, before }: { from: string | undefined; before: string | undefined },
): RawBuilder<unknown> {
  const { columns, values } = splitOwner(owner);
  const [first, ...others] = columns;
  const [value, ...otherValues] = values;
  const end = (sign: RawBuilder<unknown>, last: string | undefined) => {
    const ids = last === undefined ? [] : [last];
    const keys = [...others, ...ids.map(() => sql.ref(id))];
    const ends = [...otherValues, ...ids.map((each) => sql`${each}::uuid`)];
    return keys.length === 0 ? [] : [sql`${tuple(keys)} ${sign} ${tuple(ends)}`];
  };
  return sql.join(
    [
      sql`${first} = any(array[${value}])`,
      ...end(sql`>=`, from),
      ...end(sql`<=`, before && idBefore(before)),
    ],
    sql` and `,
  );
}

function splitOwner(owner: IndexedOwner): Record<'columns' | 'values', RawBuilder<unknown>[]> {
  const parts = Array.isArray(owner)
    ? (owner as readonly Column[])
    : Object.entries(owner).map(([name, value], n) => ({
        column: sql.ref(name),
        value: n === 0 ? sql`${value}::uuid` : sql`${value}`,
      }));
  return {
    columns: parts.map(({ column }) => column),
    values: parts.map(({ value }) => value),
  };
}
