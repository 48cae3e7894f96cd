import { sql } from 'kysely';

/** The short code of `c`. Null until somebody was shown it. */
export const shortCodeColumn = sql<
  string | null
>`(select code from short_codes where credential_id = c.id)`;
