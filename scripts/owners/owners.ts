// Who writes which rows: each table has one owner, the room below `apps/server/src` that alone inserts, updates and deletes
// them. Cascades and triggers act for whoever writes what they hang on, in the text of their own owner.

export const owners: Record<string, string[]> = {
  'features/access': ['api_keys', 'auth.jwks'],
  'features/accounts': ['account_usage', 'accounts', 'leaving_accounts'],
  'features/audit': ['audit_log'],
  'features/badges': ['badge_pictures', 'badges', 'design_pictures'],
  'features/bulk': ['bulk_jobs'],
  'features/credentials': ['credentials', 'erased_credentials'],
  'features/engagement': ['badge_days', 'engagement_clients', 'engagement_days'],
  'features/events': ['events'],
  'features/imports': ['import_chunks', 'import_errors', 'imports'],
  'features/issuers': ['brand_signatures', 'brands', 'issuers'],
  'features/members': ['members'],
  // better-auth writes them too, for `people`.
  'features/people': ['auth.account', 'auth.session', 'auth.user', 'auth.verification', 'sign_ups'],
  'features/public': ['cards'],
  'features/sharing': ['suppressed_addresses'],
  'features/signing': ['badge_versions', 'issuer_keys', 'signed_credentials', 'status_lists'],
  'features/webhooks': ['deliveries', 'delivery_attempts', 'waiting_deliveries', 'webhooks'],
  'platform/base-url.ts': ['settings'],
  'platform/db': ['applied_functions'],
  'platform/idempotency.ts': ['idempotency_keys'],
  'platform/images': ['image_sizes', 'images'],
  'platform/jobs': ['jobs'],
  'platform/mail': ['bounced_addresses', 'mails'],
  'platform/secrets': ['processes'],
  // By a library.
  'platform/throttle.ts': ['rate_limits'],
};

/** The rooms of the functions in `sql/functions` that write. */
export const functionOwners: Record<string, string> = {
  end_reset_links: 'features/people',
  fan_out_events: 'features/webhooks',
  drop_waiting: 'features/webhooks',
  record_attempts: 'features/webhooks',
  record_delivered: 'features/webhooks',
  record_failed: 'features/webhooks',
  record_engagement: 'features/engagement',
  count_issued: 'features/engagement',
  count_erased: 'features/engagement',
  record_events: 'features/events',
  issue_credential: 'features/credentials',
  issue_credentials: 'features/credentials',
  keep_badge_version: 'features/signing',
  let_go_of_image: 'platform/images',
  note_change: 'platform/jobs',
  forget_card: 'features/public',
};

/** Tables whose rows one file alone inserts, whoever has something to say in them: the owner's other files call it too. */
export const insertedBy: Record<string, string> = {
  events: 'sql/functions/record_events.sql',
};

/** Files that also write rows of others, and why. */
export const exceptions: { file: string; tables: string[]; because: string }[] = [
  {
    file: 'sql/functions/issue_credential.sql',
    tables: ['account_usage', 'audit_log', 'badge_days', 'idempotency_keys'],
    because:
      'issuing is one round trip; rules of theirs that it repeats are compared in issue-store.test.ts',
  },
  {
    file: 'sql/functions/issue_credentials.sql',
    tables: ['account_usage'],
    because: 'a chunk of an import is one round trip',
  },
  {
    file: 'sql/functions/forget_card.sql',
    tables: ['images'],
    because: 'only the trigger of cards knows that another card may have the same picture',
  },
  {
    file: 'features/accounts/leave-store.ts',
    tables: [
      ...['audit_log', 'auth.user', 'auth.verification', 'badge_days', 'badges', 'bulk_jobs'],
      ...['deliveries', 'events', 'idempotency_keys', 'import_chunks', 'import_errors', 'imports'],
      ...['issuers', 'jobs', 'mails', 'members', 'suppressed_addresses', 'webhooks'],
    ],
    because:
      'the end of an account spans all by its nature, in an order that is to be seen at once',
  },
  {
    file: 'platform/mail/post.ts',
    tables: ['jobs'],
    because: 'a mail and its job have one id, and are written in one statement',
  },
  {
    file: 'platform/mail/store.ts',
    tables: ['jobs'],
    because: 'as they are written, so they go',
  },
  {
    file: 'platform/secrets/mark-store.ts',
    tables: ['settings'],
    because: 'settings have a name each, and these are its own',
  },
  {
    file: 'platform/cdn/enabled-store.ts',
    tables: ['settings'],
    because: 'settings have a name each, and this is its own',
  },
  {
    file: 'features/sharing/retired-store.ts',
    tables: ['settings'],
    because: 'settings have a name each, and this is its own',
  },
  {
    file: 'features/engagement/issued-store.ts',
    tables: ['settings'],
    because: 'settings have a name each, and this is its own',
  },
];
