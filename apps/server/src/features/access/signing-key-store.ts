import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

/** The keys that sign JWTs, encrypted with a SECRET that nobody has any more. */
export async function dropSigningKeys(trx: Trx): Promise<void> {
  await sql`delete from auth."jwks"`.execute(trx);
}

/** They sign no longer; tokens that are out stay good for their five minutes. */
export async function retireSigningKeys(trx: Trx): Promise<void> {
  await sql`update auth."jwks" set "expiresAt" = now()`.execute(trx);
}

/** The same of those that another version of the secret has encrypted: made while its process had not heard of the present one. */
export async function retireForeignKeys(db: Database, version: number): Promise<void> {
  await sql`
    update auth."jwks" set "expiresAt" = now()
    where ("expiresAt" is null or "expiresAt" > now()) and "privateKey" like '"$ba$%'
      and not starts_with("privateKey", ${`"$ba$${version}$`})`.execute(db);
}
