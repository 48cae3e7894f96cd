import { sql } from 'kysely';
import { dropSome } from '../../platform/db/index.ts';
import type { Chore } from '../../platform/jobs/index.ts';

export const accessChores: Chore[] = [
  {
    name: 'sessions',
    run: (trx) => {
      const where = sql`"expiresAt" < now()`;
      return dropSome(trx, { table: 'auth.session', by: 'expiresAt', where });
    },
  },
];
