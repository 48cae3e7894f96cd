import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../../platform/db/index.ts';

/** The used part of an identity provider's metadata. */
export type IdpMetadata = {
  entityId: string;
  /** HTTP-Redirect endpoint for requests. */
  ssoUrl: string;
  /** Certificates that it signs with, during a change more than one. */
  certificates: IdpCertificate[];
  validUntil: Date | undefined;
};
export type IdpCertificate = { pem: string; expires: Date; fingerprint: string };

/** Metadata as stored. `error` is why the last refresh failed. */
export type StoredMetadata = IdpMetadata & { error: string | null };

export async function saveMetadata(
  trx: Trx,
  connectionId: string,
  { entityId, ssoUrl, certificates, validUntil }: IdpMetadata,
  { url, now, refreshAt }: { url: string | null; now: Date; refreshAt: Date },
): Promise<void> {
  const json = JSON.stringify(certificates);
  // Results that a removed certificate may have signed.
  await sql`delete from sso_saml_results where connection_id = ${connectionId} and exists (
    select 1 from sso_saml_metadata m where m.connection_id = ${connectionId} and not ${json}::jsonb @> m.certificates)`.execute(
    trx,
  );
  await sql`insert into sso_saml_metadata (connection_id, entity_id, sso_url, certificates, valid_until, url, fetched_at, refresh_at)
    values (${connectionId}, ${entityId}, ${ssoUrl}, ${json}, ${validUntil ?? null}, ${url}, ${now}, ${refreshAt})
    on conflict (connection_id) do update set entity_id = excluded.entity_id, sso_url = excluded.sso_url,
      certificates = excluded.certificates, valid_until = excluded.valid_until, url = excluded.url,
      fetched_at = excluded.fetched_at, refresh_at = excluded.refresh_at, error = null`.execute(
    trx,
  );
}

type MetadataRow = Omit<StoredMetadata, 'certificates' | 'validUntil'> & {
  certificates: { pem: string; expires: string; fingerprint: string }[];
  validUntil: Date | null;
};

export async function readMetadata(
  db: Database,
  connectionId: string,
): Promise<StoredMetadata | undefined> {
  const { rows } = await sql<MetadataRow>`
    select entity_id as "entityId", sso_url as "ssoUrl", certificates, valid_until as "validUntil", error
    from sso_saml_metadata where connection_id = ${connectionId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const certificates = row.certificates.map((each) => ({
    ...each,
    expires: new Date(each.expires),
  }));
  return { ...row, certificates, validUntil: row.validUntil ?? undefined };
}

export type DueRefresh = { connectionId: string; accountId: string };

/** Metadata to fetch again. Locked, and due again after `next`, so that each is fetched once. */
export async function takeDueRefreshes(
  trx: Trx,
  { now, next, limit }: { now: Date; next: Date; limit: number },
): Promise<DueRefresh[]> {
  const { rows } = await sql<DueRefresh>`
    update sso_saml_metadata m set refresh_at = ${next} from sso_connections c
    where c.id = m.connection_id and m.connection_id = any(array(
      select connection_id from sso_saml_metadata where url is not null and refresh_at <= ${now}
      order by refresh_at limit ${limit} for update skip locked))
    returning c.id as "connectionId", c.account_id as "accountId"`.execute(trx);
  return rows;
}

export type RefreshTarget = {
  url: string | null;
  entityId: string;
  accountId: string;
  /** The connection's name. */
  name: string;
};

export async function findRefreshTarget(
  db: Database,
  connectionId: string,
): Promise<RefreshTarget | undefined> {
  const { rows } = await sql<RefreshTarget>`
    select m.url, m.entity_id as "entityId", c.account_id as "accountId", c.name
    from sso_saml_metadata m join sso_connections c on c.id = m.connection_id
    where m.connection_id = ${connectionId}`.execute(db);
  return rows[0];
}

/**
 * Replaces what was fetched from `url`, unless the connection was changed meanwhile. Returns the members
 * that differ.
 */
export async function refreshMetadata(
  trx: Trx,
  connectionId: string,
  metadata: IdpMetadata,
  { url, now, refreshAt }: { url: string; now: Date; refreshAt: Date },
): Promise<('ssoUrl' | 'certificates')[]> {
  const { rows } = await sql<{ ssoUrl: string; fingerprints: string[] }>`
    select sso_url as "ssoUrl",
      array(select each ->> 'fingerprint' from jsonb_array_elements(certificates) each) as fingerprints
    from sso_saml_metadata where connection_id = ${connectionId} and url = ${url} for update`.execute(
    trx,
  );
  const [before] = rows;
  if (!before) return [];
  await saveMetadata(trx, connectionId, metadata, { url, now, refreshAt });
  const after = metadata.certificates.map(({ fingerprint }) => fingerprint);
  const hasOthers = String(before.fingerprints.sort()) !== String(after.sort());
  return [
    ...(before.ssoUrl === metadata.ssoUrl ? [] : (['ssoUrl'] as const)),
    ...(hasOthers ? (['certificates'] as const) : []),
  ];
}

/** Records why a refresh failed. The earlier metadata stays. */
export async function recordRefreshError(
  trx: Trx,
  connectionId: string,
  { url, error, refreshAt }: { url: string; error: string; refreshAt: Date },
): Promise<void> {
  await sql`update sso_saml_metadata set error = ${error}, refresh_at = ${refreshAt}
    where connection_id = ${connectionId} and url = ${url}`.execute(trx);
}

/** `id` is the hash of the code in the URL. */
type ResultKey = { id: Buffer; connectionId: string };
type NewResult = ResultKey & {
  content: object;
  expires: Date;
  /** Hash of the assertion's ID. */
  assertion: Buffer;
  assertionExpires: Date;
};

/**
 * Stores the result of an assertion. Returns false if the assertion was used before, or the connection
 * was deleted meanwhile.
 */
export async function saveResult(trx: Trx, r: NewResult): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sso_saml_assertions (connection_id, id, expires_at)
    select id, ${r.assertion}::bytea, ${r.assertionExpires}::timestamptz
    from sso_connections where id = ${r.connectionId} for key share on conflict do nothing`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return false;
  await sql`insert into sso_saml_results (id, connection_id, content, expires_at)
    values (${r.id}, ${r.connectionId}, ${JSON.stringify(r.content)}, ${r.expires})`.execute(trx);
  return true;
}

/** Deletes a result and returns it, to one of several concurrent callers. */
export async function consumeResult(
  db: Database,
  { id, connectionId }: ResultKey,
  now: Date,
): Promise<object | undefined> {
  const { rows } = await sql<{ content: object }>`
    delete from sso_saml_results
    where id = ${id} and connection_id = ${connectionId} and expires_at > ${now}
    returning content`.execute(db);
  return rows[0]?.content;
}

export function deleteExpiredSaml(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`expires_at <= ${now}`;
  return deleteBatch(
    trx,
    { table: 'sso_saml_results', by: 'expires_at', where },
    { table: 'sso_saml_assertions', by: 'expires_at', where },
  );
}
