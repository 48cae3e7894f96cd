import { sql } from 'kysely';
import { dropSome } from '../../platform/db/index.ts';
import type { Chore } from '../../platform/jobs/index.ts';

export const accessChores: Chore[] = [
  {
    name: 'sessions',
    run: (trx) => {
      const where = sql`"expiresAt" < now()`;
      const isFree = sql`expire < extract(epoch from now()) * 1000`;
      return dropSome(
        trx,
        { table: 'auth.session', by: 'expiresAt', where },
        { table: 'auth.verification', by: 'expiresAt', where },
        { table: 'rate_limits', by: 'expire', where: isFree },
      );
    },
  },
];
