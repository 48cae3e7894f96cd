import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';

type SignUpRow = {
  email: string;
  name: string;
  organization: string | null;
  passwordHash: string;
};

export async function replaceSignUp(
  trx: Trx,
  row: SignUpRow & { tokenHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into sign_ups (email, name, organization, password_hash, token_hash, created_at)
    values (${row.email}, ${row.name}, ${row.organization}, ${row.passwordHash}, ${row.tokenHash}, ${row.now})
    on conflict (email) do update set name = excluded.name, organization = excluded.organization, password_hash = excluded.password_hash,
      token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(trx);
}

const signUpColumns = sql`email, name, organization, password_hash as "passwordHash"`;

export async function findSignUpByToken(
  db: Database,
  tokenHash: Buffer,
  since: Date,
): Promise<SignUpRow | undefined> {
  const { rows } = await sql<SignUpRow>`
    select ${signUpColumns} from sign_ups where token_hash = ${tokenHash} and created_at > ${since}`.execute(
    db,
  );
  return rows[0];
}

export async function findSignUpByEmail(
  db: Database,
  email: string,
  since: Date,
): Promise<SignUpRow | undefined> {
  const { rows } = await sql<SignUpRow>`
    select ${signUpColumns} from sign_ups where email = ${email} and created_at > ${since}`.execute(
    db,
  );
  return rows[0];
}

/** Replaces the link of a sign-up, with a lifetime of its own. Returns false if there is none. */
export async function replaceSignUpLink(
  trx: Trx,
  { email, tokenHash, since, now }: { email: string; tokenHash: Buffer; since: Date; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sign_ups set token_hash = ${tokenHash}, created_at = ${now} where email = ${email} and created_at > ${since}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Deletes the sign-up. Returns false if it was used or replaced meanwhile. */
export async function consumeSignUp(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from sign_ups where token_hash = ${tokenHash}`.execute(trx);
  return numAffectedRows === 1n;
}

export function deleteExpiredSignUps(trx: Trx, before: Date): Promise<'again' | undefined> {
  return deleteBatch(trx, {
    table: 'sign_ups',
    by: 'created_at',
    where: sql`created_at <= ${before}`,
  });
}
