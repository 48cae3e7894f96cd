import type { Plan, WalletFormat } from '@insignia/contract';
import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { isIssuedTo } from '../credentials/sql.ts';
import { edition, joinEdition } from '../editions/sql.ts';
import { type StoredBrand, selectVisibleLogo } from '../issuers/sql.ts';
import type { CopyCounts } from './rules.ts';

/** A credential with what its offer and the email with its code show. */
export type OfferedCredential = {
  id: string;
  accountId: string;
  plan: Plan;
  recipientEmail: string;
  expires: Date | null;
  revokedAt: Date | null;
  badgeName: string;
  issuerId: string;
  issuerName: string;
  issuerEmail: string;
  logoCid: string | null;
  brand: StoredBrand;
};

export async function findOfferedCredential(
  db: Database | Trx,
  id: string,
): Promise<OfferedCredential | undefined> {
  const { rows } = await sql<OfferedCredential>`
    select c.id, c.account_id as "accountId", a.plan, c.recipient_email as "recipientEmail", c.expires, c.revoked_at as "revokedAt",
      ${edition.badgeName} as "badgeName", i.id as "issuerId", ${edition.issuerName} as "issuerName", ${edition.issuerEmail} as "issuerEmail",
      ${selectVisibleLogo(edition.logoCid)} as "logoCid", ${edition.brand} as brand
    from credentials c ${joinEdition} join accounts a on a.id = c.account_id
    where c.id = ${id} and ${isNotLeaving('c.account_id')}`.execute(db);
  return rows[0];
}

/** True if one of a user's addresses is the recipient's. */
export async function isCredentialRecipient(
  db: Database | Trx,
  credentialId: string,
  addresses: string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credentials c where c.id = ${credentialId} and ${isIssuedTo(addresses)}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function findIssuerDisplay(
  db: Database,
  id: string,
): Promise<{ name: string; logoCid: string | null } | undefined> {
  const { rows } = await sql<{ name: string; logoCid: string | null }>`
    select i.name, ${selectVisibleLogo(sql`i.logo_cid`)} as "logoCid" from issuers i
    where i.id = ${id} and ${isNotLeaving('i.account_id')}`.execute(db);
  return rows[0];
}

type NewOffer = {
  id: string;
  credentialId: string;
  personId: string | null;
  expires: Date;
  now: Date;
};

/** Returns false if the credential was erased meanwhile. */
export async function insertWalletOffer(
  db: Database,
  { id, credentialId, personId, expires, now }: NewOffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into wallet_offers (id, credential_id, person_id, expires, created_at, edition)
    select ${id}::uuid, id, ${personId}::uuid, ${expires}::timestamptz, ${now}::timestamptz,
      coalesce((select max(number) from credential_editions where credential_id = credentials.id), 0)
    from credentials where id = ${credentialId} for key share`.execute(db);
  return numAffectedRows === 1n;
}

export type OfferRow = {
  id: string;
  credentialId: string;
  personId: string | null;
  txCodeHash: Buffer | null;
  tries: number;
  expires: Date;
  redeemedAt: Date | null;
};

const columns = sql`id, credential_id as "credentialId", person_id as "personId", tx_code_hash as "txCodeHash", tries, expires,
  redeemed_at as "redeemedAt"`;

/** A new edition voids earlier offers: their code may have been emailed to an earlier recipient. */
const isCurrent = sql`not exists (select from credential_editions e
  where e.credential_id = wallet_offers.credential_id
    and case when wallet_offers.edition is null then e.replaced_at >= wallet_offers.created_at else e.number > wallet_offers.edition end)`;

export async function findWalletOffer(
  db: Database | Trx,
  id: string,
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select ${columns} from wallet_offers where id = ${id} and ${isCurrent}`.execute(db);
  return rows[0];
}

/** Makes wallets that use the same offer take turns. */
export async function lockOffer(trx: Trx, id: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select ${columns} from wallet_offers where id = ${id} and ${isCurrent} for update`.execute(trx);
  return rows[0];
}

export async function setTxCode(trx: Trx, id: string, hash: Buffer): Promise<void> {
  await sql`update wallet_offers set tx_code_hash = ${hash} where id = ${id}`.execute(trx);
}

export async function countTry(trx: Trx, id: string): Promise<void> {
  await sql`update wallet_offers set tries = tries + 1 where id = ${id}`.execute(trx);
}

/** From now on, `expires` is that of the access token. */
export async function redeemOffer(trx: Trx, id: string, now: Date, expires: Date): Promise<void> {
  await sql`update wallet_offers set redeemed_at = ${now}, expires = ${expires} where id = ${id}`.execute(
    trx,
  );
}

/** Locks the credential against revoking, so that nothing is bound after it. False if it is revoked or gone. */
export async function lockUnrevoked(trx: Trx, credentialId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credentials where id = ${credentialId} and revoked_at is null for no key update`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Counts copies, except those of these keys. */
export async function countOtherCopies(
  trx: Trx,
  {
    credentialId,
    format,
    offerId,
  }: { credentialId: string; format: WalletFormat; offerId: string },
  keyHashes: Buffer[],
): Promise<CopyCounts> {
  const { rows } = await sql<CopyCounts>`
    select count(*) filter (where dropped_at is null)::int as existing,
      count(*) filter (where offer_id = ${offerId})::int as "sameOffer"
    from wallet_copies
    where credential_id = ${credentialId} and not (format = ${format} and key_hash = any(${keyHashes}::bytea[]))`.execute(
    trx,
  );
  return rows[0] ?? { existing: 0, sameOffer: 0 };
}

type NewCopies = {
  copies: { id: string; keyHash: Buffer }[];
  credentialId: string;
  format: WalletFormat;
  responseId: string;
  offerId: string;
  now: Date;
};

/** The same key in the same format is the same copy. */
export async function saveCopies(
  trx: Trx,
  { copies, credentialId, format, responseId, offerId, now }: NewCopies,
): Promise<void> {
  const ids = copies.map(({ id }) => id);
  const hashes = copies.map(({ keyHash }) => keyHash);
  await sql`insert into wallet_copies (id, credential_id, format, key_hash, response_id, offer_id, created_at)
    select id, ${credentialId}, ${format}, key_hash, ${responseId}, ${offerId}, ${now}
    from unnest(${ids}::uuid[], ${hashes}::bytea[]) as copy (id, key_hash)
    on conflict (credential_id, format, key_hash) do update
      set response_id = excluded.response_id, offer_id = excluded.offer_id, dropped_at = null, deleted = false`.execute(
    trx,
  );
}

/** False if no copy has this response and offer. */
export async function hasCopies(
  db: Database,
  responseId: string,
  offerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from wallet_copies where response_id = ${responseId} and offer_id = ${offerId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function dropCopies(
  db: Database,
  responseId: string,
  now: Date,
  isDeleted: boolean,
): Promise<void> {
  await sql`update wallet_copies set dropped_at = ${now}, deleted = ${isDeleted}
    where response_id = ${responseId} and dropped_at is null`.execute(db);
}

export function deleteExpiredOffers(trx: Trx, now: Date) {
  return deleteBatch(trx, { table: 'wallet_offers', by: 'expires', where: sql`expires < ${now}` });
}

/** Copies that wallets never had before the first date, and those that they deleted before the second. */
export function deleteDroppedCopies(trx: Trx, failedBefore: Date, deletedBefore: Date) {
  const where = sql`dropped_at < case when deleted then ${deletedBefore}::timestamptz else ${failedBefore}::timestamptz end`;
  return deleteBatch(trx, { table: 'wallet_copies', by: 'dropped_at', where });
}
