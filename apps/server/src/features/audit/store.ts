import { sql } from 'kysely';
import {
  customPlan,
  type Database,
  findIdBounds,
  newestFirst,
  readPage,
  selectPage,
  type Trx,
  type Window,
} from '../../platform/db/index.ts';
import { auditRetentionMs } from './rules.ts';

type ImportSummary = {
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  dryRun: boolean;
  action: 'issue' | 'correct';
  issued: number;
  corrected: number;
  failed: number;
};

export type AuditRow = {
  id: string;
  at: Date;
  action: string;
  target: string | null;
  fields: string[];
  personId: string | null;
  person: string | null;
  email: string | null;
  byOperator: boolean;
  keyId: string | null;
  key: string | null;
  name: string | null;
  badgeId: string | null;
  badge: string | null;
  count: number | null;
  import: ImportSummary | null;
};

export type AuditFilter = {
  personId?: string | undefined;
  action?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** The most common action. It has an index of a person's actions, and all others share one. */
const MOST_COMMON_ACTION = 'createAward';

/** Columns of the index that the list follows. */
function indexColumns(
  accountId: string,
  { personId, action }: AuditFilter,
): Record<string, string> {
  return {
    'a.account_id': accountId,
    ...(personId !== undefined && { 'a.person_id': personId }),
    ...(action !== undefined &&
      (personId === undefined || action !== MOST_COMMON_ACTION) && { 'a.action': action }),
  };
}

type Paging = { lastId: string | undefined; limit: number; now: Date };

/** Newest first, after `lastId`, with current names. */
export async function auditPage(
  db: Database,
  accountId: string,
  filter: AuditFilter,
  { lastId, limit, now }: Paging,
): Promise<AuditRow[]> {
  const range = { ...findIdBounds(filter, lastId), retentionMs: auditRetentionMs, now };
  const pages: string[][] = [];
  for (const sign of chooseSigns(filter))
    pages.push(
      await readPage(range, limit, (windows, left) =>
        readIds(db, accountId, { ...filter, sign }, windows, left),
      ),
    );
  const ids = pages.flat().sort().reverse().slice(0, limit);
  return ids.length === 0 ? [] : readAuditRows(db, accountId, ids);
}

/** How the action of an entry compares with the most common one. */
type Sign = '=' | '<>';

/** A person's acts are in two indexes, of the most common action and of all others. */
function chooseSigns({ personId, action }: AuditFilter): (Sign | undefined)[] {
  if (personId === undefined) return [undefined];
  if (action === undefined) return ['=', '<>'];
  return [action === MOST_COMMON_ACTION ? '=' : '<>'];
}

async function readIds(
  db: Database,
  accountId: string,
  filter: AuditFilter & { sign: Sign | undefined },
  windows: Window[],
  limit: number,
): Promise<string[]> {
  const { action, since, until, sign } = filter;
  const conditions = [
    sql`true`,
    ...(since === undefined ? [] : [sql`a.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`a.created_at <= ${until}`]),
    // The conditions of the indexes of a person's actions.
    ...(sign === undefined ? [] : [sql`a.action ${sql.raw(sign)} ${sql.lit(MOST_COMMON_ACTION)}`]),
    ...(sign === '<>' && action !== undefined ? [sql`a.person_id is not null`] : []),
  ];
  const page = selectPage(windows, {
    select: sql`select a.id from audit_log a`,
    owner: indexColumns(accountId, filter),
    id: 'a.id',
    also: sql.join(conditions, sql` and `),
    limit,
  });
  const { rows } = await sql<{ id: string }>`${customPlan}
    with ${page} select id from page order by id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Without the limits, PostgreSQL may expect it to be faster to read all credentials or emails. */
async function readAuditRows(db: Database, accountId: string, ids: string[]): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`${customPlan}
    with page as materialized (
      select a.*, case when a.target ~ '^[0-9a-f-]{36}$' then a.target::uuid end as thing from audit_log a
      where a.account_id = ${accountId} and a.id = any(${ids}::uuid[]))
    select a.id, a.created_at as at, a.action, a.target, a.fields, a.person_id as "personId", u.name as person,
      coalesce(actor.email, case when not exists (select from user_addresses x where x.person_id = u.id) then u.email end) as email,
      a.by_operator as "byOperator",
      a.key_id as "keyId", coalesce(k.name, s.prefix) as key,
      coalesce(o.name, i.name, own.name, made.name, w.url, p.name, m.email, a.name) as name,
      b.id as "badgeId", b.name as badge, coalesce(j.total, r.total) as count,
      case when r.id is not null then json_build_object(
        'status', r.status, 'dryRun', r.dry_run, 'action', case when r.corrects then 'correct' else 'issue' end,
        'issued', case when r.corrects then 0 else r.issued end, 'corrected', case when r.corrects then r.issued else 0 end,
        'failed', r.failed) end as import
    from page a
      left join auth."user" u on u.id = a.person_id
      left join members actor on actor.account_id = a.account_id and actor.person_id = a.person_id
      left join api_keys k on k.id = a.key_id
      left join provisioning_tokens s on s.id = a.key_id
      left join accounts o on o.id = a.thing
      left join lateral (select x.name from issuers x where x.id = a.thing and x.account_id = a.account_id limit 1) i on true
      left join lateral (select x.name from badges x where x.id = a.thing and x.account_id = a.account_id limit 1) own on true
      left join api_keys made on made.id = a.thing and made.account_id = a.account_id
      left join lateral (select x.webhook_id from deliveries x where x.id = a.thing and x.account_id = a.account_id limit 1) d on true
      left join webhooks w on w.id = coalesce(d.webhook_id, a.thing) and w.account_id = a.account_id
      left join members m on m.id = a.thing and m.account_id = a.account_id
      left join auth."user" p on p.id = m.person_id
      left join lateral (select x.credential_id from mails x where x.id = a.thing and x.account_id = a.account_id limit 1) l on true
      left join lateral (select x.badge_id from credentials x where x.id = coalesce(l.credential_id, a.thing) and x.account_id = a.account_id limit 1) c on true
      left join lateral (select x.id, x.badge_id, x.status, x.dry_run, x.corrects, x.issued, x.failed, x.total from imports x where x.id = a.thing and x.account_id = a.account_id limit 1) r on true
      left join lateral (select x.badge_id, x.total from bulk_jobs x where x.id = a.thing and x.account_id = a.account_id limit 1) j on true
      left join lateral (select x.id, x.name from badges x where x.id = coalesce(c.badge_id, r.badge_id, j.badge_id) and x.account_id = a.account_id limit 1) b on true
    order by a.id desc`.execute(db);
  return rows;
}

const MAX_DELETED_ROWS = 5_000;

/** Uses each account's index: an index by age would cost every action another entry. */
export async function deleteAuditEntriesBefore(
  trx: Trx,
  end: string,
): Promise<'again' | undefined> {
  const owner = [{ column: sql`a.account_id`, value: sql`o.id` }];
  const { where, order } = newestFirst(owner, 'a.id', undefined, { before: end });
  const { numAffectedRows } = await sql`${customPlan}
    delete from audit_log where id < ${end} and ctid = any(array(
      select old.ctid from accounts o cross join lateral (
        select a.ctid from audit_log a where ${where} ${order} limit ${MAX_DELETED_ROWS} for update skip locked) old
      limit ${MAX_DELETED_ROWS}))`.execute(trx);
  return Number(numAffectedRows) >= MAX_DELETED_ROWS ? 'again' : undefined;
}
