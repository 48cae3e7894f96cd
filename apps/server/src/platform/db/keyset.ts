import { type RawBuilder, sql } from 'kysely';
import { idAfter, idBefore } from '../../kernel/id.ts';

type Column = { column: RawBuilder<unknown>; value: RawBuilder<unknown> };
/** The first columns of an index and their values, of which the first is an id; or expressions that are indexed. */
export type IndexedOwner = Record<string, string> | readonly Column[];
type KeysetClause = { where: RawBuilder<unknown>; order: RawBuilder<unknown> };

const tuple = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;

/**
 * Conditions and order of a list that follows an index, from the newest row of an owner on, after `lastId`: the index's columns
 * in their order with the owner's values, then the id. Ids `from` one and `before` another are the ends of the same range.
 *
 * The owner is one of an array of one: by a plain equality PostgreSQL could walk the primary key instead, which is in the same
 * order, through whatever others have written since. Further columns and the id are bounded by tuples from both sides. These
 * include their ends: PostgreSQL estimates a tuple by its first column, and one that excludes the value would look empty, and
 * every plan for it as good as any other. Before PostgreSQL 18 a walk ends by the first column of a tuple alone.
 */
export function newestFirst(
  owner: IndexedOwner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): KeysetClause {
  const { columns } = splitOwner(owner);
  // Every row after the last one is also before `before`.
  const where = bounded(owner, id, { from, before: lastId ?? before });
  return {
    where,
    order: sql`order by ${sql.join([...columns, sql.ref(id)].map((column) => sql`${column} desc`))}`,
  };
}

/** The same from the oldest row on. */
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
