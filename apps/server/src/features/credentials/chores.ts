import { sql } from 'kysely';
import { dropSome } from '../../platform/db/index.ts';
import type { Chore } from '../../platform/jobs/index.ts';

export const credentialChores: Chore[] = [
  {
    name: 'idempotency keys',
    run: (trx) => {
      const where = sql`created_at < now() - interval '25 hours'`;
      return dropSome(trx, { table: 'idempotency_keys', by: 'created_at', where });
    },
  },
  {
    // What was inserted is sorted in when there is enough of it, or by a vacuum, which a large table sees seldom: until
    // then every search reads it all.
    name: 'search keys',
    run: async (trx) => {
      await sql`select gin_clean_pending_list('credentials_search')`.execute(trx);
    },
  },
];
