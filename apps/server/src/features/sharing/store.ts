import type { Plan } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { selectBounceReason } from '../../platform/mail/sql.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { edition, joinEdition } from '../editions/sql.ts';
import { type StoredBrand, selectVisibleLogo } from '../issuers/sql.ts';
import { isSuppressed } from './sql.ts';

export type MailableCredential = {
  id: string;
  accountId: string;
  plan: Plan;
  recipientName: string;
  recipientEmail: string;
  badgeId: string;
  issuerId: string;
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

const mailColumns = sql`c.id, c.account_id as "accountId", a.plan, c.recipient_name as "recipientName",
  c.recipient_email as "recipientEmail", c.badge_id as "badgeId", i.id as "issuerId", ${edition.badgeName} as "badgeName", ${edition.issuerName} as "issuerName", ${edition.issuerEmail} as "issuerEmail", c.revoked_at as "revokedAt",
  c.issued_on as "issuedOn", c.expires,
  coalesce((select sized_cid from image_sizes where cid = ${edition.imageCid} and side = 512), ${edition.imageCid}) as "pictureCid",
  i.linkedin_organization_id as "linkedinOrganizationId",
  ${selectVisibleLogo(edition.logoCid, 512)} as "logoCid", ${edition.brand} as brand`;
const mailJoins = sql`${joinEdition} join accounts a on a.id = c.account_id`;

/**
 * Reads a credential for an email and locks it against erasure. Without `accountId`, of any
 * account.
 */
export async function lockCredentialToMail(
  trx: Database | Trx,
  id: string,
  accountId?: string,
): Promise<MailableCredential | undefined> {
  const { rows } =
    await sql<MailableCredential>`select ${mailColumns} from credentials c ${mailJoins}
    where c.id = ${id} and ${isNotLeaving('c.account_id')} ${accountId === undefined ? sql`` : sql`and c.account_id = ${accountId}`}
    for key share of c`.execute(trx);
  return rows[0];
}

export type RecipientCredential = MailableCredential & {
  isSuppressed: boolean;
  isEmailed: boolean;
  /** Emails to the address have bounced. */
  isBounced: boolean;
};

/** Like `lockCredentialToMail` for several, with suppression, in the order of `ids`. */
export async function lockCredentialsToMail(
  trx: Trx,
  accountId: string,
  ids: string[],
): Promise<RecipientCredential[]> {
  const { rows } = await sql<RecipientCredential>`${customPlan}
    select ${mailColumns}, ${isSuppressed('c.account_id', 'c.recipient_email')} as "isSuppressed",
      c.email_state = 1 as "isEmailed", ${selectBounceReason('c.recipient_email')} is not null as "isBounced" from unnest(${ids}::uuid[]) with ordinality as requested(id, place)
      join credentials c on c.id = requested.id ${mailJoins}
    where c.account_id = ${accountId} order by place for key share of c`.execute(trx);
  return rows;
}

/** True if it was erased, or will be with its account. */
export async function isErasedOrLeaving(trx: Database | Trx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from erased_credentials where id = ${id}
    union all select 1 from credentials where id = ${id} and not ${isNotLeaving('account_id')}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Locks the credential against erasure. */
export async function lockMailedCredential(
  trx: Trx,
  { about }: { about: string | null },
): Promise<void> {
  await sql`select 1 from credentials where id = ${about} for key share`.execute(trx);
}
