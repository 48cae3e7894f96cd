import { type RawBuilder, sql } from 'kysely';
import { idAfter, idBefore } from '../../kernel/id.ts';

type Column = { column: RawBuilder<unknown>; value: RawBuilder<unknown> };
/** Columns of an index and their values; or what else is indexed. */
export type Owner = Record<string, string> | readonly Column[];
type Part = { where: RawBuilder<unknown>; order: RawBuilder<unknown> };

const tuple = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;

/**
 * Conditions and order of a list that follows an index, from the newest row of an owner on, after `lastId`: the index's columns
 * in their order with the owner's values, then the id. Ids `from` one and `before` another are the ends of the same range.
 *
 * An equality would let PostgreSQL walk the primary key instead, which is in the same order, through whatever others have
 * written since. So the range has two ends, and both are tuples, since only one bound of a side says where a walk begins. The
 * ends are included: PostgreSQL estimates a tuple by its first column, and one that excludes the owner would look empty, and
 * every plan for it as good as any other.
 */
export function newestFirst(
  owner: Owner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): Part {
  const { columns } = partsOf(owner);
  // Every row after the last one is also before `before`.
  const where = bounded(owner, id, { from, before: lastId ?? before });
  return {
    where,
    order: sql`order by ${sql.join([...columns, sql.ref(id)].map((column) => sql`${column} desc`))}`,
  };
}

/** The same from the oldest row on. */
export function oldestFirst(
  owner: Owner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): Part {
  const { columns } = partsOf(owner);
  const first = lastId === undefined ? from : idAfter(lastId);
  return {
    where: bounded(owner, id, { from: first, before }),
    order: sql`order by ${sql.join([...columns, sql.ref(id)])}`,
  };
}

function bounded(
  owner: Owner,
  id: string,
  { from, before }: { from: string | undefined; before: string | undefined },
): RawBuilder<unknown> {
  const { columns, values } = partsOf(owner);
  const end = (sign: RawBuilder<unknown>, last: string | undefined) =>
    last === undefined
      ? sql`${tuple(columns)} ${sign} ${tuple(values)}`
      : sql`${tuple([...columns, sql.ref(id)])} ${sign} ${tuple([...values, sql`${last}::uuid`])}`;
  // Tuples don't show how rare the other columns' values are.
  const others = columns
    .slice(1)
    .map((column, n) => sql`${column} >= ${values[n + 1]} and ${column} <= ${values[n + 1]}`);
  return sql.join(
    [end(sql`>=`, from), end(sql`<=`, before && idBefore(before)), ...others],
    sql` and `,
  );
}

function partsOf(owner: Owner): Record<'columns' | 'values', RawBuilder<unknown>[]> {
  const parts = Array.isArray(owner)
    ? (owner as readonly Column[])
    : Object.entries(owner).map(([name, value]) => ({
        column: sql.ref(name),
        value: sql`${value}`,
      }));
  return {
    columns: parts.map(({ column }) => column),
    values: parts.map(({ value }) => value),
  };
}
