import { sql } from 'kysely';
import type { Chore } from '../../platform/jobs/index.ts';

export const credentialChores: Chore[] = [
  {
    // What was inserted is sorted in when there is enough of it, or by a vacuum, which a large table sees seldom: until
    // then every search reads it all.
    name: 'search keys',
    run: async (trx) => {
      await sql`select gin_clean_pending_list('credentials_search')`.execute(trx);
    },
  },
];
