import { sql } from 'kysely';
import { deriveKey, hmac } from './crypto.ts';
import type { Database } from './db/index.ts';

const name = 'secret_mark';

/**
 * Notices that SECRET is another one than before. The keys that sign JWTs are encrypted with it and cannot be read any
 * more, so they go, and new ones are made at the next sign-in; tokens that are out live five minutes at most.
 */
export async function noticeSecretChange(db: Database, secret: string): Promise<boolean> {
  const mark = hmac(deriveKey(secret, 'mark'), name).toString('base64url');
  return db.transaction().execute(async (trx) => {
    await sql`insert into settings (name, value) values (${name}, ${mark}) on conflict do nothing`.execute(
      trx,
    );
    const { rows } = await sql<{
      value: string;
    }>`select value from settings where name = ${name} for update`.execute(trx);
    if (rows[0]?.value === mark) return false;
    await sql`update settings set value = ${mark} where name = ${name}`.execute(trx);
    await sql`delete from auth."jwks"`.execute(trx);
    return true;
  });
}
