import { sql } from 'kysely';
import { customPlan, type Database, newestFirst } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

const MAX_NAMED = 2_000;

export type PreviewIssuer = {
  accountId: string;
  issuerId: string;
  issuerName: string;
  issuerUrl: string;
  issuerVerified: boolean;
  logoCid: string | null;
  /** At 512 pixels if larger. */
  wideLogoCid: string | null;
  brand: StoredBrand;
};

/** Any account's issuer. */
export async function findPreviewIssuer(
  db: Database,
  id: string,
): Promise<PreviewIssuer | undefined> {
  const { rows } = await sql<PreviewIssuer>`
    select i.account_id as "accountId", i.id as "issuerId", i.name as "issuerName", i.url as "issuerUrl",
      i.verified_at is not null as "issuerVerified", ${selectVisibleLogo(sql`i.logo_cid`)} as "logoCid",
      ${selectVisibleLogo(sql`i.logo_cid`, 512)} as "wideLogoCid",
      ${selectCurrentBrand(sql`i.id`)} as brand
    from issuers i where i.id = ${id} and i.deleted_at is null and ${isNotLeaving('i.account_id')}`.execute(
    db,
  );
  return rows[0];
}

/** The issuer's credential with the longest or shortest name among the account's newest. */
export async function findNamedCredential(
  db: Database,
  { accountId, issuerId }: Pick<PreviewIssuer, 'accountId' | 'issuerId'>,
  recipient: 'longest_name' | 'shortest_name',
): Promise<string | undefined> {
  const { where, order } = newestFirst({ account_id: accountId }, 'id', undefined);
  const direction = recipient === 'longest_name' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: string }>`${customPlan}
    select c.id from (
        select id, badge_id, recipient_name from credentials where ${where} ${order} limit ${MAX_NAMED}) c
      join badges b on b.id = c.badge_id
    where b.issuer_id = ${issuerId} order by length(c.recipient_name) ${direction}, c.id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}
