import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import type { EventCause } from '../events/sql.ts';
import { hasEarlierEdition } from './sql.ts';

type NewEdition = { badgeVersion: number } | { issuerVersion: number };

const setVersion = (edition: NewEdition): RawBuilder<unknown> =>
  'badgeVersion' in edition
    ? sql`badge_version = ${edition.badgeVersion}`
    : sql`issuer_version = ${edition.issuerVersion}`;

/** Keeps the previous edition in the credential's history. Returns the ids that changed. */
export async function setEdition(
  trx: Trx,
  edition: NewEdition,
  { by, now }: { by: EventCause; now: Date },
  ids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    with earlier as materialized (
        select c.id, c.badge_version, c.issuer_version from credentials c
        where c.id = any(${ids}::uuid[]) and ${hasEarlierEdition(edition)}),
      kept as (
        insert into credential_editions (credential_id, number, badge_version, issuer_version, replaced_at, person_id, key_id)
        select e.id, coalesce((select max(number) from credential_editions where credential_id = e.id), 0) + 1,
          e.badge_version, e.issuer_version, ${now}, ${by?.personId ?? null}, ${by?.keyId ?? null}
        from earlier e)
    update credentials c set ${setVersion(edition)} from earlier e where c.id = e.id returning c.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Signed copies get another place in a status list when they are next requested. */
export async function deleteSignedEntries(trx: Trx, credentialIds: string[]): Promise<void> {
  await sql`delete from signed_credentials where credential_id = any(${credentialIds}::uuid[])`.execute(
    trx,
  );
}
