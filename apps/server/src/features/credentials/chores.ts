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
];
