import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

/**
 * The keys that sign JWTs are encrypted with SECRET and cannot be read under another one. When the old one is at hand they
 * only sign no longer, and tokens that are out stay good for their five minutes; otherwise they go at once.
 */
export async function retireSigningKeys(trx: Trx, isOldAtHand: boolean): Promise<void> {
  if (isOldAtHand) await sql`update auth."jwks" set "expiresAt" = now()`.execute(trx);
  else await sql`delete from auth."jwks"`.execute(trx);
}
