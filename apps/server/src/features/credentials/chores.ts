import { sql } from 'kysely';
import type { Chore } from '../../platform/jobs/index.ts';

export const credentialChores: Chore[] = [
  {
    name: 'idempotency keys',
    run: async (trx) => {
      await sql`delete from idempotency_keys where created_at < now() - interval '25 hours'`.execute(
        trx,
      );
    },
  },
];
