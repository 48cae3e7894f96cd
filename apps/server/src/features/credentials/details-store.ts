import type { AttributeDefinition, BadgeDetails, CredentialDetails } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';

type BadgeAttributes = { edition: number; defined: AttributeDefinition[] };

/** Custom fields of the badge and the version they date from. Empty for another account's badge. */
export async function readBadgeAttributes(
  db: Database | Trx,
  { accountId, badgeId }: { accountId: string; badgeId: string },
): Promise<BadgeAttributes> {
  const { rows } = await sql<{ version: number; details: BadgeDetails | null }>`
    select version, details from badges
    where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(db);
  return { edition: rows[0]?.version ?? 0, defined: rows[0]?.details?.attributes ?? [] };
}

export async function readDetailsById(
  db: Database,
  credentialIds: string[],
): Promise<Map<string, CredentialDetails>> {
  const { rows } = await sql<{ id: string; details: CredentialDetails }>`${customPlan}
    select id, coalesce(details, '{}') as details from credentials
    where id = any(${credentialIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, details }) => [id, details]));
}

/**
 * Names of custom fields that badges of the account have or had. One more than `most` if there are
 * more.
 */
export async function listAttributeNames(
  db: Database,
  accountId: string,
  badgeId: string | undefined,
  most: number,
): Promise<string[]> {
  const ofBadge = badgeId === undefined ? sql`` : sql`and b.id = ${badgeId}`;
  const { rows } = await sql<{ name: string }>`${customPlan}
    with said as (
      select b.details from badges b where b.account_id = ${accountId} ${ofBadge}
      union all select v.details from badge_versions v join badges b on b.id = v.badge_id
      where b.account_id = ${accountId} ${ofBadge})
    select distinct attribute->>'name' as name from said, jsonb_array_elements(said.details->'attributes') attribute
    order by name limit ${most + 1}`.execute(db);
  return rows.map(({ name }) => name);
}
