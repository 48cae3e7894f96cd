import { sql } from 'kysely';
import { deriveKey, hmac } from './crypto.ts';
import type { Database, Trx } from './db/index.ts';

const name = 'secret_mark';

/** Tells one secret from another, and nothing of it. */
export const markOf = (secret: string): string =>
  hmac(deriveKey(secret, 'mark'), name).toString('base64url');

/** Of the secret that the service began with the last time. */
export async function keptSecretMark(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{
    value: string;
  }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]?.value;
}

/**
 * Notices that SECRET is another one than before. `onChange` does what follows, in the transaction that writes it down, and
 * is told whether the old one is at hand as SECRET_PREVIOUS.
 */
export async function noticeSecretChange(
  db: Database,
  secret: string,
  previous: string | undefined,
  onChange: (trx: Trx, isOldAtHand: boolean) => Promise<void>,
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
    await onChange(trx, previous !== undefined && known === markOf(previous));
    return true;
  });
}
