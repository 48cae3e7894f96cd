import { type RawBuilder, sql } from 'kysely';
import { readId } from '../../kernel/id.ts';

export const joinConditions = (conditions: RawBuilder<unknown>[]) =>
  sql.join(conditions, sql` and `);
export const hasId = (column: RawBuilder<unknown>, value: string) =>
  sql`${column} = ${readId(value) ?? null}::uuid`;
/** Members with their row of the directory as `p`, unless it deleted them. */
export const isVisible = sql`p.state is distinct from 'deleted'`;
