import type { IssuerProof, VerifiedStatus } from '@insignia/contract';
import { sql } from 'kysely';
import { type Database, newestFirst, type Trx } from '../../platform/db/index.ts';

/** Results of the last check. Everything but `provenBy` and `status` is a claim of the issuer. */
export type CheckedCredential = {
  edition: '2.0' | '3.0';
  status: VerifiedStatus;
  badgeName: string;
  issuerName: string | null;
  recipientName: string | null;
  issuedOn: Date | null;
  expires: Date | null;
  provenBy: IssuerProof | null;
};

/** A credential of another issuer that its user added. */
export type ImportedRow = CheckedCredential & {
  source: 'imported';
  id: string;
  /** Folded address of the user that it was issued to. */
  recipientEmail: string;
  checkedAt: Date;
};

const columns = sql`'imported' as source, m.id, m.address as "recipientEmail", m.edition, m.status, m.badge_name as "badgeName",
  m.issuer_name as "issuerName", m.recipient_name as "recipientName", m.issued_on as "issuedOn", m.expires,
  m.proven_by as "provenBy", m.checked_at as "checkedAt"`;

type ListedStatus = 'valid' | 'expired' | 'revoked';

/** One that expired since its last check counts as expired. */
const hasImportedStatus = (status: ListedStatus | undefined, now: Date) => {
  if (status === undefined) return sql`true`;
  const isOver = sql`m.status = 'valid' and m.expires < ${now}`;
  if (status === 'valid') return sql`m.status = 'valid' and (${isOver}) is not true`;
  return status === 'expired'
    ? sql`(m.status = 'expired' or ${isOver})`
    : sql`m.status = 'revoked'`;
};

type Owner = { personId: string; addresses: string[] };
type Page = {
  status?: ListedStatus | undefined;
  lastId: string | undefined;
  limit: number;
  now: Date;
};

/** Imported credentials of a user's confirmed addresses, newest first, after `lastId`. */
export async function importedPage(
  db: Database,
  { personId, addresses }: Owner,
  { status, lastId, limit, now }: Page,
): Promise<ImportedRow[]> {
  const owner = [{ column: sql`m.person_id`, value: sql`${personId}::uuid` }];
  const { where, order } = newestFirst(owner, 'm.id', lastId);
  const { rows } = await sql<ImportedRow>`
    select ${columns} from imported_credentials m
    where ${where} and m.address = any(${addresses}::text[]) and ${hasImportedStatus(status, now)}
    ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function findImported(
  db: Database,
  { personId, addresses }: Owner,
  ids: string[],
): Promise<ImportedRow[]> {
  const { rows } = await sql<ImportedRow>`
    select ${columns} from imported_credentials m
    where m.id = any(${ids}::uuid[]) and m.person_id = ${personId} and m.address = any(${addresses}::text[])`.execute(
    db,
  );
  return rows;
}

export async function countImported(trx: Trx, personId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from imported_credentials where person_id = ${personId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

type NewImport = Omit<ImportedRow, 'source'> & {
  personId: string;
  /** Hash of what makes it the same credential. */
  identity: Buffer;
  /** The one of credentials that were stored before it contained the signer. */
  formerIdentity: Buffer;
  content: Buffer;
  checkDue: Date;
};

/** A check may have proven nothing since. */
const hasSameSigner = ({
  provenBy,
}: NewImport) => sql`(jsonb_typeof(proven_by) is distinct from 'object'
  or proven_by - 'encrypted' = ${JSON.stringify(provenBy ?? {})}::jsonb - 'encrypted')`;

/** Returns false if the user has the credential already. */
export async function insertImported(trx: Trx, r: NewImport): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into imported_credentials (id, person_id, address, identity, content, edition, status, badge_name, issuer_name,
      recipient_name, issued_on, expires, proven_by, checked_at, check_due)
    select ${r.id}, ${r.personId}, ${r.recipientEmail}, ${r.identity}, ${r.content}, ${r.edition}, ${r.status}, ${r.badgeName},
      ${r.issuerName}, ${r.recipientName}, ${r.issuedOn}, ${r.expires}, ${JSON.stringify(r.provenBy)}::jsonb, ${r.checkedAt}, ${r.checkDue}
    where not exists (select from imported_credentials
      where person_id = ${r.personId} and identity = ${r.formerIdentity} and ${hasSameSigner(r)})
    on conflict (person_id, identity) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * Replaces the user's stored copy and keeps its id and place in the list. Returns false if the user
 * has none of this signer.
 */
export async function replaceImported(trx: Trx, r: NewImport): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update imported_credentials set address = ${r.recipientEmail}, content = ${r.content}, edition = ${r.edition},
      status = ${r.status}, badge_name = ${r.badgeName}, issuer_name = ${r.issuerName}, recipient_name = ${r.recipientName},
      issued_on = ${r.issuedOn}, expires = ${r.expires}, proven_by = ${JSON.stringify(r.provenBy)}::jsonb,
      checked_at = ${r.checkedAt}, check_due = ${r.checkDue}
    where id = (
      select id from imported_credentials
      where person_id = ${r.personId} and identity in (${r.identity}, ${r.formerIdentity}) and ${hasSameSigner(r)}
      order by identity = ${r.identity} desc limit 1)`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteImportedRow(trx: Trx, personId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from imported_credentials where id = ${id} and person_id = ${personId}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Condition for credentials whose address is no longer the user's. */
const isHidden = ({ personId, addresses }: Owner) =>
  sql`person_id = ${personId} and address <> all(${addresses}::text[])`;

export async function countHidden(db: Database | Trx, owner: Owner): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from imported_credentials where ${isHidden(owner)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function deleteHidden(trx: Trx, owner: Owner): Promise<void> {
  await sql`delete from imported_credentials where ${isHidden(owner)}`.execute(trx);
}

/** Imported credentials that a user and the one who absorbs them both have. */
export async function listSameImports(
  trx: Trx,
  from: string,
  to: string,
): Promise<{ former: string; kept: string }[]> {
  const { rows } = await sql<{ former: string; kept: string }>`
    select m.id as former, o.id as kept from imported_credentials m
      join imported_credentials o on o.person_id = ${to} and o.identity = m.identity
    where m.person_id = ${from}`.execute(trx);
  return rows;
}

/** Imported credentials of a user who is merged into another one, who may have the same. */
export async function moveImported(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update imported_credentials m set person_id = ${to} where person_id = ${from}
    and not exists (select 1 from imported_credentials o where o.person_id = ${to} and o.identity = m.identity)`.execute(
    trx,
  );
}

/**
 * Makes these credentials due if they weren't checked since `before`. Leaves those due until `until`: a process may
 * be checking them.
 */
export async function markDue(
  db: Database,
  ids: string[],
  { now, before, until }: { now: Date; before: Date; until: Date },
): Promise<void> {
  await sql`update imported_credentials set check_due = ${now}
    where id = any(${ids}::uuid[]) and checked_at < ${before} and check_due > ${until}`.execute(db);
}

export type DueImport = {
  id: string;
  personId: string;
  content: Buffer;
  badgeName: string;
  /** Folded. */
  address: string;
};

/** Takes the credential that is due longest and not of these users. Others leave it alone until `until`. */
export async function claimDue(
  trx: Trx,
  { now, until, except }: { now: Date; until: Date; except: string[] },
): Promise<DueImport | undefined> {
  const { rows } = await sql<DueImport>`
    update imported_credentials set check_due = ${until} where id = (
      select id from imported_credentials where check_due <= ${now} and person_id <> all(${except}::uuid[])
      order by check_due for update skip locked limit 1)
    returning id, person_id as "personId", content, badge_name as "badgeName", address`.execute(
    trx,
  );
  return rows[0];
}

export async function postponeCheck(db: Database, id: string, due: Date): Promise<void> {
  await sql`update imported_credentials set check_due = ${due} where id = ${id}`.execute(db);
}

/**
 * A check that read nothing keeps what earlier ones found. One of bytes that an app has replaced since says
 * nothing about the newer ones.
 */
export async function recordCheck(
  db: Database,
  id: string,
  r: CheckedCredential & { contentHash: Buffer; isRead: boolean; now: Date; due: Date },
): Promise<void> {
  const contents = r.isRead
    ? sql`, badge_name = ${r.badgeName}, issuer_name = ${r.issuerName}, recipient_name = ${r.recipientName},
        issued_on = ${r.issuedOn}, expires = ${r.expires}, proven_by = ${JSON.stringify(r.provenBy)}::jsonb`
    : sql``;
  await sql`update imported_credentials set status = ${r.status}, checked_at = ${r.now}, check_due = ${r.due} ${contents}
    where id = ${id} and sha256(content) = ${r.contentHash}`.execute(db);
}

export async function findImportedContent(
  db: Database,
  { personId, addresses }: Owner,
  id: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from imported_credentials
    where id = ${id} and person_id = ${personId} and address = any(${addresses}::text[])`.execute(
    db,
  );
  return rows[0]?.content;
}

/** The files of a user's imported credentials, oldest first, one by one. */
export async function* readImportedFiles(
  db: Database,
  { personId, addresses }: Owner,
): AsyncGenerator<ImportedRow & { content: Buffer }> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<ImportedRow & { content: Buffer }>`
      select ${columns}, m.content from imported_credentials m
      where m.person_id = ${personId} and m.id > ${last} and m.address = any(${addresses}::text[])
      order by m.person_id, m.id limit 1`.execute(db);
    const [row] = rows;
    if (!row) return;
    yield row;
    last = row.id;
  }
}
