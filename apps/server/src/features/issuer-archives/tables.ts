import { fold, foldAddress } from '@insignia/contract';
import { z } from 'zod';
import { toAddressKey, toRepeatedKey } from '../../kernel/address-key.ts';
import * as s from './shapes.ts';

/** The rows of an issuer, by what they belong to. */
export type Owner = 'issuer' | 'badge' | 'credential' | 'certificate' | 'claim' | 'move-in' | 'own';

export type ArchiveTable = {
  name: string;
  /** Exported columns. Names of columns say what ids refer to: see `references`. */
  shape: z.ZodObject;
  owner: Owner;
  /** Sort order, also for reading it in pages. Unique per row. */
  by: string;
  /** Has the column `account_id`, which becomes the account that imports. */
  hasAccount?: true;
  /** Rows per page. Fewer for long rows. */
  page?: number;
  /** Columns that the import computes, as SQL. */
  set?: Record<string, string>;
  /**
   * Columns that the import computes from others, because searches and sign-ins rely on them. `seen` is
   * empty at first and the same for all rows of the table.
   */
  derive?: (row: Record<string, unknown>, seen: Set<string>) => Record<string, unknown>;
};

/** Columns with ids of rows in the archive, and the table that has them. */
export const references: Readonly<Record<string, string>> = {
  issuer_id: 'issuers',
  badge_id: 'badges',
  certificate_id: 'certificates',
  card_id: 'certificates',
  key_id: 'issuer_keys',
  list_id: 'status_lists',
  claim_id: 'claims',
  move_in_id: 'move_ins',
};
/** Tables whose ids rows refer to. Credentials are too many to remember: the database checks them. */
export const referenced = new Set(Object.values(references));
export const pictureColumns = [
  'cid',
  'sized_cid',
  'image_cid',
  'logo_cid',
  'logo_dark_cid',
  'picture_cid',
];

const { id, time, count, small, text, long, cid } = s;
const chosen = {
  certificate_id: id.nullable(),
  certificate_version: count.nullable(),
  card_id: id.nullable(),
  card_version: count.nullable(),
};
/** Earlier versions allowed two requests of an address that folds like another one. */
function toClaimKey(claimId: string, email: string, seen: Set<string>): string {
  const key = toAddressKey(email);
  if (key === foldAddress(email)) return key;
  const place = `${claimId} ${key}`;
  if (seen.has(place)) return toRepeatedKey(key);
  seen.add(place);
  return key;
}

const newSecret = 'sha256(uuid_send(gen_random_uuid()))';

/** Exported tables, in the order of their references. */
export const archiveTables: readonly ArchiveTable[] = [
  {
    ...{ name: 'image_sizes', owner: 'own', by: 'cid, side' },
    shape: z.strictObject({ cid, side: count, sized_cid: cid }),
  },
  {
    ...{ name: 'issuers', owner: 'own', by: 'id', hasAccount: true, set: { code_hash: newSecret } },
    shape: z.strictObject({
      ...{ id, name: text(1_000, 1), url: s.web, email: s.address, logo_cid: cid.nullable() },
      linkedin_organization_id: text(100).regex(/^\d*$/).nullable(),
      ...{ verified_at: time, created_at: time, deleted_at: z.null(), version: count },
    }),
  },
  {
    ...{ name: 'certificates', owner: 'issuer', by: 'id', hasAccount: true },
    shape: z.strictObject({
      ...{
        id,
        issuer_id: id,
        name: text(1_000),
        version: count,
        created_at: time,
        updated_at: time,
      },
      ...{ deleted_at: time.nullable(), kind: z.enum(['certificate', 'card']) },
    }),
  },
  {
    ...{
      name: 'certificate_versions',
      owner: 'certificate',
      by: 'certificate_id, version',
      page: 10,
    },
    shape: z.strictObject({ certificate_id: id, version: count, design: s.design }),
  },
  {
    ...{ name: 'certificate_pictures', owner: 'certificate', by: 'certificate_id, version, cid' },
    shape: z.strictObject({ certificate_id: id, version: count, cid }),
  },
  {
    ...{ name: 'brands', owner: 'issuer', by: 'issuer_id' },
    shape: z.strictObject({
      ...{ issuer_id: id, accent_color: s.color, logo_dark_cid: cid.nullable() },
      ...{ website: s.web.nullable(), foot_text: long, ...s.look, search_indexing: z.boolean() },
      ...chosen,
    }),
  },
  {
    ...{ name: 'brand_signatures', owner: 'issuer', by: 'issuer_id, position' },
    shape: z.strictObject({
      ...{ issuer_id: id, position: small, name: text(400), title: text(400) },
      picture_cid: cid.nullable(),
    }),
  },
  {
    ...{ name: 'issuer_versions', owner: 'issuer', by: 'issuer_id, version', page: 50 },
    shape: z.strictObject({
      ...{ issuer_id: id, version: count, name: text(1_000), url: s.web, email: s.address },
      ...{ logo_cid: cid.nullable(), brand: s.keptBrand.nullable() },
    }),
  },
  {
    ...{ name: 'issuer_version_pictures', owner: 'issuer', by: 'issuer_id, version, cid' },
    shape: z.strictObject({ issuer_id: id, version: count, cid }),
  },
  {
    ...{ name: 'badges', owner: 'issuer', by: 'id', hasAccount: true, page: 4 },
    shape: z.strictObject({
      ...{ id, issuer_id: id, name: text(1_000, 1), description: long, criteria: long },
      ...{ image_cid: cid, share_text: long.nullable(), design_json: text(2_200_000).nullable() },
      ...{ created_at: time, deleted_at: time.nullable(), version: count },
      ...{ details: s.badgeDetails.nullable(), ...chosen },
    }),
  },
  {
    ...{ name: 'badge_versions', owner: 'badge', by: 'badge_id, version', page: 50 },
    shape: z.strictObject({
      ...{ badge_id: id, version: count, name: text(1_000), description: long, criteria: long },
      ...{ image_cid: cid, details: s.badgeDetails.nullable(), ...chosen },
    }),
  },
  {
    ...{ name: 'badge_pictures', owner: 'badge', by: 'badge_id, cid' },
    shape: z.strictObject({ badge_id: id, cid }),
  },
  {
    ...{ name: 'email_templates', owner: 'own', hasAccount: true },
    by: 'coalesce(badge_id, issuer_id), message, language',
    // Without either, it would change all emails of the account.
    shape: z
      .strictObject({
        ...{ issuer_id: id.nullable(), badge_id: id.nullable(), message: text(100) },
        ...{ language: s.look.language, subject: long.nullable(), greeting: long.nullable() },
        ...{ body: long.nullable(), button: long.nullable() },
      })
      .refine((row) => (row.issuer_id === null) !== (row.badge_id === null)),
  },
  {
    ...{ name: 'reminder_settings', owner: 'badge', by: 'badge_id', hasAccount: true },
    ...{ set: { enabled_at: 'now()' }, shape: z.strictObject({ badge_id: id }) },
  },
  {
    ...{ name: 'claims', owner: 'badge', by: 'id', hasAccount: true },
    shape: z.strictObject({
      ...{ id, badge_id: id, code: text(100).regex(/^[\w-]{4,}$/), places: count.nullable() },
      ...{ claimed: count, expires: time.nullable(), approval: z.boolean() },
      ...{ fields: z.array(text(400)).max(100), active: z.boolean(), created_at: time },
    }),
  },
  {
    // Private keys are in the sealed part of the archive.
    ...{ name: 'issuer_keys', owner: 'issuer', by: 'id', set: { sealed: `''::bytea` } },
    shape: z.strictObject({
      ...{ id, issuer_id: id, number: count, proof_key: text(100), jwt_key: text(100) },
      ...{ jwt_jwk: s.publicJwk, created_at: time, used_from: time },
      ...{ revoked_at: time.nullable(), void_from: time.nullable() },
    }),
  },
  {
    // Closed, because the other installation may have given places after the export. Without places to
    // give, their order is no longer needed.
    ...{ name: 'status_lists', owner: 'issuer', by: 'id', page: 50 },
    set: {
      seed: 'uuid_send(gen_random_uuid())',
      given: '8 * octet_length(bits)',
      history: '(select database_history())',
    },
    shape: z.strictObject({
      ...{ id, issuer_id: id, number: count, changed_at: time },
      bits: s.bytes(16_384, 16_384),
    }),
  },
  {
    // The import numbers them in this order.
    ...{ name: 'move_ins', owner: 'issuer', by: 'position', hasAccount: true },
    shape: z.strictObject({
      ...{ id, issuer_id: id, source: text(40), mode: text(40) },
      ...{ status: z.enum(['completed', 'failed', 'cancelled', 'undone']), dry_run: z.boolean() },
      ...{ header: z.array(text(2_000)).max(1_000), columns: s.object, date_order: text(40) },
      ...{ total: count, created: count, existing: count, skipped: count, failed: count },
      ...{ removed: count, resumed: count, created_at: time, finished_at: time.nullable() },
    }),
  },
  {
    ...{ name: 'move_in_badges', owner: 'move-in', by: 'move_in_id, key' },
    shape: z.strictObject({
      ...{ move_in_id: id, key: text(10_000), name: text(10_000), rows: count },
      ...{ badge_id: id.nullable(), is_new: z.boolean(), has_picture: z.boolean() },
      issuer_url: text(10_000).nullable(),
    }),
  },
  {
    ...{ name: 'moved_badges', owner: 'issuer', by: 'issuer_id, key' },
    shape: z.strictObject({ issuer_id: id, key: text(10_000), badge_id: id }),
  },
  {
    ...{ name: 'badge_days', owner: 'badge', by: 'badge_id, day, kind, network', hasAccount: true },
    shape: z.strictObject({
      ...{ badge_id: id, day: s.day, kind: text(40), network: text(100), count },
    }),
  },
  {
    ...{ name: 'credentials', owner: 'badge', by: 'id', hasAccount: true },
    derive: (row) => ({
      name_search: fold(String(row.recipient_name)),
      email_search: fold(String(row.recipient_email)),
    }),
    shape: z.strictObject({
      ...{ id, badge_id: id, recipient_name: text(1_000, 1), recipient_email: s.address },
      ...{ issued_on: time, expires: time.nullable(), created_at: time },
      ...{ revoked_at: time.nullable(), revocation_reason: long.nullable() },
      ...{ lapsed_at: time.nullable(), badge_version: count, issuer_version: count },
      ...{ details: s.credentialDetails.nullable(), email_state: z.int().min(0).max(2) },
      ...{ corrections: count, corrected_at: time.nullable() },
    }),
  },
  {
    ...{ name: 'credential_editions', owner: 'credential', by: 'credential_id, number' },
    shape: z.strictObject({
      ...{ credential_id: id, number: count, badge_version: count, issuer_version: count },
      ...{ replaced_at: time, action: z.enum(['corrected', 'renewed']).nullable() },
      ...{ reason: long.nullable(), previous: s.object.nullable() },
    }),
  },
  {
    ...{ name: 'signed_credentials', owner: 'credential', by: 'credential_id' },
    shape: z.strictObject({
      ...{ credential_id: id, key_id: id, list_id: id, list_index: z.int().min(0).max(131_071) },
      ...{ subject_id: id, salt: text(100), logo_cid: cid.nullable() },
    }),
  },
  {
    ...{ name: 'short_codes', owner: 'credential', by: 'code' },
    shape: z.strictObject({ code: text(9), credential_id: id }),
  },
  {
    ...{ name: 'engagement_days', owner: 'credential', by: 'credential_id, day, kind, network' },
    shape: z.strictObject({
      ...{ credential_id: id, day: s.day, kind: text(40), network: text(100), count },
    }),
  },
  {
    ...{ name: 'events', owner: 'credential', by: 'credential_id, id', hasAccount: true },
    shape: z.strictObject({
      ...{ id, credential_id: id, type: text(100).regex(/^(?:credential|request)\.[a-z]+$/) },
      ...{ data: s.object, created_at: time },
    }),
  },
  {
    ...{ name: 'reminders', owner: 'credential', by: 'credential_id, days, expires' },
    shape: z.strictObject({ credential_id: id, days: small, expires: time, created_at: time }),
  },
  {
    ...{ name: 'replaced_addresses', owner: 'credential', by: 'credential_id, email' },
    ...{ hasAccount: true, derive: ({ email }) => ({ address: fold(String(email)) }) },
    shape: z.strictObject({ credential_id: id, email: s.address }),
  },
  {
    ...{ name: 'recipient_requests', owner: 'credential', by: 'id', hasAccount: true },
    shape: z.strictObject({
      ...{ id, credential_id: id, kind: z.enum(['correction', 'erasure']), message: long },
      ...{ name: text(1_000).nullable(), email: text(320).nullable() },
      // Missing in archives of earlier versions.
      requester: text(320).nullable().optional(),
      ...{ state: z.enum(['open', 'accepted', 'declined']), reason: long.nullable() },
      ...{ created_at: time, closed_at: time.nullable() },
    }),
  },
  {
    ...{ name: 'claim_requests', owner: 'claim', by: 'id', hasAccount: true },
    derive: ({ id, claim_id: claim, email }, seen) => ({
      email_search: email === '' ? id : toClaimKey(String(claim), String(email), seen),
    }),
    shape: z
      .strictObject({
        ...{ id, claim_id: id, credential_id: id.nullable(), mail_id: id, name: text(1_000) },
        ...{
          email: s.address.or(z.literal('')),
          attributes: s.object.nullable(),
          created_at: time,
        },
      })
      // Erasing an address removes it from requests whose credential was corrected to another one.
      .refine(({ email, credential_id: issued }) => email !== '' || issued !== null, {
        ...{ path: ['email'], error: 'must be an email address' },
      }),
  },
  {
    ...{ name: 'moved_credentials', owner: 'credential', by: 'credential_id' },
    shape: z.strictObject({
      ...{ credential_id: id, move_in_id: id, issuer_id: id, identity: s.bytes(64, 16) },
      kept: z.enum(['corrected', 'revoked']).nullable(),
    }),
  },
  {
    // Credentials erased before issuers were recorded have none: those of the issuer's first account.
    ...{ name: 'erased_credentials', owner: 'own', by: 'id' },
    shape: z.strictObject({ id, erased_at: time, issuer_id: id.nullable() }),
  },
  {
    ...{ name: 'redirects', owner: 'own', by: 'host, path', hasAccount: true },
    shape: z.strictObject({
      ...{ host: text(300), path: text(8_192), kind: z.enum(['issuer', 'badge', 'credential']) },
      ...{ target_id: id, created_at: time },
    }),
  },
  {
    ...{ name: 'suppressed_addresses', owner: 'own', by: 'address_hash', hasAccount: true },
    shape: z.strictObject({ address_hash: s.bytes(32, 32), suppressed_at: time }),
  },
];

/** Columns of exported tables that an archive never contains, besides `account_id`. */
export const omittedColumns: Readonly<Record<string, readonly string[]>> = {
  // Users and keys of the account.
  credential_editions: ['person_id', 'key_id'],
  events: ['person_id', 'key_id'],
  // Only unfinished migrations need them. The database numbers migrations.
  move_ins: ['person_id', 'key_id', 'signers', 'position'],
  move_in_badges: ['criteria_hash'],
  issuers: ['closed_at'],
  // Another account of the installation.
  redirects: ['proven_by'],
};

/** Tables that an archive leaves out, by reason. A test finds tables in neither list. */
export const omittedTables: Readonly<Record<string, readonly string[]>> = {
  'belongs to the account or its members': [
    ...['accounts', 'account_usage', 'members', 'api_keys', 'audit_log', 'design_pictures'],
    ...['second_factor_exemptions', 'reminder_digests', 'leaving_accounts', 'idempotency_keys'],
    ...['sso_connections', 'sso_domains', 'sso_identities', 'sso_requests', 'sso_saml_metadata'],
    ...['sso_saml_results', 'sso_saml_assertions', 'provisioning_tokens', 'provisioning_settings'],
    ...['provisioning_requests', 'provisioned_members', 'provisioned_groups'],
    ...['provisioned_group_members', 'webhooks', 'issuer_transfers'],
    ...['lti_platforms', 'lti_registrations', 'lti_requests', 'lti_activities', 'lti_links'],
    ...['lti_users', 'lti_learners', 'lti_sessions'],
  ],
  'belongs to users, who sign in elsewhere': [
    ...['auth.user', 'auth.session', 'auth.account', 'auth.verification', 'auth.jwks'],
    ...['auth.twoFactor', 'auth.passkeys', 'sign_ups', 'user_addresses', 'profiles'],
    ...[
      'connected_apps',
      'app_grants',
      'app_tokens',
      'collections',
      'collection_links',
      'imported_credentials',
      'wallet_offers',
      'wallet_copies',
    ],
  ],
  'is work or its log: emails, deliveries and files were processed at the source': [
    ...['jobs', 'mails', 'deliveries', 'waiting_deliveries', 'delivery_attempts', 'bulk_jobs'],
    ...['bulk_job_chunks', 'imports', 'import_chunks', 'import_errors', 'import_issued'],
    ...['move_in_rows', 'move_in_checks', 'move_in_signers', 'move_in_erasures', 'claim_codes'],
    'engagement_clients',
  ],
  'contains badges of other issuers: migrate them again at the new host': ['offered_credentials'],
  'belongs to the installation': [
    ...['settings', 'rate_limits', 'processes', 'applied_functions', 'kysely_migration'],
    ...['export_leases', 'bounced_addresses', 'lti_keys', 'pin_places'],
    ...['image_pins', 'static_exports', 'static_export_entries', 'reminder_cursors'],
    'issuer_imports',
  ],
  'is computed again': ['images', 'cards'],
  'must be empty: the export refuses while an upgrade fills it': [
    'badge_upgrades',
    'logo_upgrades',
  ],
};
