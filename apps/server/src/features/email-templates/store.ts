import type {
  AttributeDefinition,
  AttributeValue,
  EmailMessage,
  EmailTemplate,
  Language,
} from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';

/** The account, one of its issuers, or one of its badges. A badge's issuer is the level above it. */
export type TemplateLevel = { accountId: string; issuerId?: string; badgeId?: string };

export type TemplateRow = { message: EmailMessage; language: Language; template: EmailTemplate };
export type LevelRow = TemplateRow & { level: 'account' | 'issuer' | 'badge' };

const template = sql<EmailTemplate>`jsonb_strip_nulls(
  jsonb_build_object('subject', subject, 'greeting', greeting, 'text', body, 'button', button))`;

const levelId = ({ accountId, issuerId, badgeId }: TemplateLevel): string =>
  badgeId ?? issuerId ?? accountId;

/** SQL condition: the account in this column has email templates. */
export function hasTemplates(accountId: string): RawBuilder<boolean> {
  return sql`exists (select 1 from email_templates t where t.account_id = ${sql.ref(accountId)})`;
}

const levelIds = ({ accountId, issuerId, badgeId }: TemplateLevel): string[] =>
  [badgeId, issuerId, accountId].filter((id) => id !== undefined);
const levelColumn = sql`coalesce(badge_id, issuer_id, account_id)`;

/** Templates of this level and those above it, most specific first. */
export async function findTemplates(
  db: Database | Trx,
  level: TemplateLevel,
  only?: { message: EmailMessage; language: Language },
): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select message, language, ${template} as template,
      case when badge_id is not null then 'badge' when issuer_id is not null then 'issuer' else 'account' end as level
    from email_templates where account_id = ${level.accountId} and ${levelColumn} = any(${levelIds(level)}::uuid[])
      ${only ? sql`and message = ${only.message} and language = ${only.language}` : sql``}
    order by badge_id nulls last, issuer_id nulls last`.execute(db);
  return rows;
}

/**
 * Locks the templates of a level against other changes, and its issuer or badge against deletion.
 * Returns false if that was deleted or moved to another account meanwhile.
 */
export async function lockLevel(trx: Trx, level: TemplateLevel): Promise<boolean> {
  const { accountId, issuerId, badgeId } = level;
  const key = `email templates ${levelId(level)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  if (issuerId === undefined) return true;
  const table = badgeId ? sql`badges` : sql`issuers`;
  const { rows } = await sql`
    select from ${table} where id = ${levelId(level)} and account_id = ${accountId} and deleted_at is null for key share`.execute(
    trx,
  );
  return rows.length > 0;
}

const isLevel = (level: TemplateLevel) =>
  sql`account_id = ${level.accountId} and ${levelColumn} = ${levelId(level)}`;

/** Replaces these templates of a level. A template without texts is deleted. */
export async function saveTemplates(
  trx: Trx,
  level: TemplateLevel,
  rows: TemplateRow[],
): Promise<void> {
  const { accountId, issuerId = null, badgeId = null } = level;
  const changed = rows.map(({ message, language, template: { text, ...texts } }) => ({
    ...{ message, language, body: text },
    ...texts,
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(changed)}) as r(message text, language text, subject text, greeting text, body text, button text)`;
  await sql`delete from email_templates where ${isLevel(level)}
    and (message, language) in (select message, language from ${list})`.execute(trx);
  await sql`insert into email_templates (account_id, issuer_id, badge_id, message, language, subject, greeting, body, button)
    select ${accountId}, ${badgeId ? null : issuerId}, ${badgeId}, message, language, subject, greeting, body, button
    from ${list} where coalesce(subject, greeting, body, button) is not null`.execute(trx);
}

export async function deleteTemplates(trx: Trx, level: TemplateLevel): Promise<void> {
  await sql`delete from email_templates where ${isLevel(level)}`.execute(trx);
}

/** The issuer of the account's badge. */
export async function findBadgeIssuerId(
  db: Database | Trx,
  accountId: string,
  badgeId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ issuerId: string }>`
    select issuer_id as "issuerId" from badges where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.issuerId;
}

const MAX_FIELD_NAMES = 200;

/** Names of the custom fields of the badges of a level. */
export async function listFieldNames(
  db: Database | Trx,
  { accountId, issuerId, badgeId }: TemplateLevel,
): Promise<string[]> {
  const own: RawBuilder<unknown> = badgeId
    ? sql`and b.id = ${badgeId}`
    : issuerId
      ? sql`and b.issuer_id = ${issuerId}`
      : sql``;
  const { rows } = await sql<{ name: string }>`${customPlan}
    select distinct f.value->>'name' as name
    from badges b cross join jsonb_array_elements(b.details->'attributes') f
    where b.account_id = ${accountId} and b.deleted_at is null and b.details ? 'attributes' ${own}
    order by 1 limit ${MAX_FIELD_NAMES}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Values of the custom fields of a credential. */
export async function findFieldValues(
  db: Database | Trx,
  credentialId: string,
): Promise<AttributeValue[]> {
  const { rows } = await sql<{ attributes: AttributeValue[] | null }>`
    select details->'attributes' as attributes from credentials where id = ${credentialId}`.execute(
    db,
  );
  return rows[0]?.attributes ?? [];
}

/** Badge and issuer of a sample email. */
export type SampleBadge = {
  issuerId: string;
  issuerName: string;
  issuerEmail: string;
  linkedinOrganizationId: string | null;
  logoCid: string | null;
  brand: StoredBrand;
  badgeId: string | null;
  badgeName: string | null;
  pictureCid: string | null;
  attributes: AttributeDefinition[];
};

/** The badge of the level, else its newest one, else an issuer without badges. */
export async function findSampleBadge(
  db: Database,
  { accountId, issuerId, badgeId }: TemplateLevel,
): Promise<SampleBadge | undefined> {
  const { rows } = await sql<SampleBadge>`
    select i.id as "issuerId", i.name as "issuerName", i.email as "issuerEmail",
      i.linkedin_organization_id as "linkedinOrganizationId",
      ${selectVisibleLogo(sql`i.logo_cid`, 512)} as "logoCid", ${selectCurrentBrand(sql`i.id`)} as brand,
      b.id as "badgeId", b.name as "badgeName",
      coalesce((select sized_cid from image_sizes where cid = b.image_cid and side = 512), b.image_cid) as "pictureCid",
      coalesce(b.details->'attributes', '[]') as attributes
    from issuers i left join badges b on b.issuer_id = i.id and b.deleted_at is null
    where i.account_id = ${accountId} and i.deleted_at is null and ${isNotLeaving('i.account_id')}
      ${issuerId ? sql`and i.id = ${issuerId}` : sql``} ${badgeId ? sql`and b.id = ${badgeId}` : sql``}
    order by b.id desc nulls last, i.id limit 1`.execute(db);
  return rows[0];
}

export async function findUserEmail(
  db: Database | Trx,
  personId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from auth."user" where id = ${personId}`.execute(db);
  return rows[0]?.email;
}
