import type { Plan } from '@insignia/contract';
import { sql } from 'kysely';
import { byValues, type Database, type Trx } from '../../platform/db/index.ts';
import { staying } from '../accounts/sql.ts';
import { brandOf, type StoredBrand, shownLogo } from '../issuers/sql.ts';
import { isSuppressed } from './sql.ts';

export type MailableCredential = {
  id: string;
  accountId: string;
  plan: Plan;
  accountName: string;
  recipientName: string;
  recipientEmail: string;
  badgeName: string;
  issuerName: string;
  issuerEmail: string;
  pictureCid: string;
  linkedinOrganizationId: string | null;
  logoCid: string | null;
  brand: StoredBrand;
  issuedOn: Date;
  expires: Date | null;
  revokedAt: Date | null;
};

const facts = sql`c.id, c.account_id as "accountId", a.plan, a.name as "accountName", c.recipient_name as "recipientName",
  c.recipient_email as "recipientEmail", b.name as "badgeName", i.name as "issuerName", i.email as "issuerEmail", c.revoked_at as "revokedAt",
  c.issued_on as "issuedOn", c.expires,
  coalesce((select sized_cid from image_sizes where cid = b.image_cid and side = 512), b.image_cid) as "pictureCid",
  i.linkedin_organization_id as "linkedinOrganizationId",
  ${shownLogo('i.logo_cid', 512)} as "logoCid", ${brandOf('i.id')} as brand`;
const others = sql`join badges b on b.id = c.badge_id join issuers i on i.id = b.issuer_id join accounts a on a.id = c.account_id`;

/**
 * Reads a credential for an email and locks it against erasure. Without `accountId`, of any
 * account.
 */
export async function credentialToMail(
  trx: Database | Trx,
  id: string,
  accountId?: string,
): Promise<MailableCredential | undefined> {
  const { rows } = await sql<MailableCredential>`select ${facts} from credentials c ${others}
    where c.id = ${id} and ${staying('c.account_id')} ${accountId === undefined ? sql`` : sql`and c.account_id = ${accountId}`}
    for key share of c`.execute(trx);
  return rows[0];
}

type ToRecipient = MailableCredential & { isSuppressed: boolean };

/** Like `credentialToMail` for several, with suppression, in the order of `ids`. */
export async function credentialsToMail(
  trx: Trx,
  accountId: string,
  ids: string[],
): Promise<ToRecipient[]> {
  const { rows } = await sql<ToRecipient>`${byValues}
    select ${facts}, ${isSuppressed('c.account_id', 'c.recipient_email')} as "isSuppressed" from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
      join credentials c on c.id = wanted.id ${others}
    where c.account_id = ${accountId} order by place for key share of c`.execute(trx);
  return rows;
}

/** Erased, or about to be with its account. */
export async function isErased(trx: Database | Trx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from erased_credentials where id = ${id}
    union all select 1 from credentials where id = ${id} and not ${staying('account_id')}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Locks the credential against erasure. Returns false if it was erased. */
export async function holdCredential(trx: Trx, { about }: { about: string | null }): Promise<void> {
  await sql`select 1 from credentials where id = ${about} for key share`.execute(trx);
}
