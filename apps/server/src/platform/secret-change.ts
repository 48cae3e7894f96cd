import { sql } from 'kysely';
import { deriveKey, hmac } from './crypto.ts';
import type { Database } from './db/index.ts';

const name = 'secret_mark';

const markOf = (secret: string): string =>
  hmac(deriveKey(secret, 'mark'), name).toString('base64url');

/**
 * Notices that SECRET is another one than before. The keys that sign JWTs are encrypted with it and cannot be read any
 * more. When the old one is at hand as SECRET_PREVIOUS, they only sign no longer, and tokens that are out stay good for
 * their five minutes; otherwise they go at once.
 */
export async function noticeSecretChange(
  db: Database,
  secret: string,
  previous: string | undefined,
): Promise<boolean> {
  const mark = markOf(secret);
  return db.transaction().execute(async (trx) => {
    await sql`insert into settings (name, value) values (${name}, ${mark}) on conflict do nothing`.execute(
      trx,
    );
    const { rows } = await sql<{
      value: string;
    }>`select value from settings where name = ${name} for update`.execute(trx);
    const known = rows[0]?.value;
    if (known === mark) return false;
    await sql`update settings set value = ${mark} where name = ${name}`.execute(trx);
    if (previous && known === markOf(previous))
      await sql`update auth."jwks" set "expiresAt" = now()`.execute(trx);
    else await sql`delete from auth."jwks"`.execute(trx);
    return true;
  });
}
