import { type RawBuilder, sql } from 'kysely';

type Column = { column: RawBuilder<unknown>; value: RawBuilder<unknown> };
/** Columns of an index and their values; or what else is indexed. */
export type Owner = Record<string, string> | readonly Column[];
type Part = { where: RawBuilder<unknown>; order: RawBuilder<unknown> };

const tuple = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;

/**
 * Conditions and order of a list that runs along an index, from the newest row of an owner on or after `lastId`: the
 * index's columns in their order with the owner's values, then the id. Said as a range: an equality would let PostgreSQL
 * walk the primary key instead, which is in the same order, through whatever others have written since. Ids `from` one and
 * `before` another are the ends of that same range: beside it they would only be looked at row by row.
 */
export function newestFirst(
  owner: Owner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): Part {
  const { columns, values } = partsOf(owner);
  const bound = (sign: RawBuilder<unknown>, end: string | undefined) =>
    end === undefined
      ? sql`${tuple(columns)} ${sign}= ${tuple(values)}`
      : sql`${tuple([...columns, sql.ref(id)])} ${sign} ${tuple([...values, sql`${end}::uuid`])}`;
  return {
    // What is older than the last one is before what all of them are.
    where: sql`${bound(sql`>`, from)} and ${bound(sql`<`, lastId ?? before)}`,
    order: sql`order by ${sql.join([...columns, sql.ref(id)].map((column) => sql`${column} desc`))}`,
  };
}

/** The same from the oldest row on, after `lastId`; or `from` one and below another. */
export function oldestFirst(
  owner: Owner,
  id: string,
  lastId: string | undefined,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
): Part {
  const { columns, values } = partsOf(owner);
  const bound = (sign: RawBuilder<unknown>, end: string | undefined) =>
    end === undefined
      ? undefined
      : sql`${tuple([...columns, sql.ref(id)])} ${sign} ${tuple([...values, sql`${end}::uuid`])}`;
  const lower =
    bound(sql`>`, lastId) ?? bound(sql`>=`, from) ?? sql`${tuple(columns)} >= ${tuple(values)}`;
  const upper = bound(sql`<`, before) ?? sql`${tuple(columns)} <= ${tuple(values)}`;
  return {
    where: sql`${upper} and ${lower}`,
    order: sql`order by ${sql.join([...columns, sql.ref(id)])}`,
  };
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
