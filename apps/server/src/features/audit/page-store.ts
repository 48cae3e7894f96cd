import { sql } from 'kysely';
import {
  byValues,
  type Database,
  idsBetween,
  pageOf,
  readPage,
  type Window,
} from '../../platform/db/index.ts';
import { keptMs } from './rules.ts';

type ImportState = {
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  dryRun: boolean;
  issued: number;
  failed: number;
};

export type ActRow = {
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
  import: ImportState | null;
};

export type ActFilter = {
  personId?: string | undefined;
  action?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** The columns of the index that the list follows. */
function along(accountId: string, { personId, action }: ActFilter): Record<string, string> {
  return {
    'a.account_id': accountId,
    ...(personId !== undefined && { 'a.person_id': personId }),
    ...(action !== undefined && { 'a.action': action }),
  };
}

/** Newest first, after `lastId`, with the names that people and things have now. */
export function actsPage(
  db: Database,
  accountId: string,
  filter: ActFilter,
  { lastId, most, now }: { lastId: string | undefined; most: number; now: Date },
): Promise<ActRow[]> {
  const { from, before } = idsBetween(filter.since, filter.until);
  const range = { from, before: lastId ?? before, keptMs, now };
  return readPage(range, most, (windows, left) => actsOf(db, accountId, filter, windows, left));
}

async function actsOf(
  db: Database,
  accountId: string,
  filter: ActFilter,
  windows: Window[],
  most: number,
): Promise<ActRow[]> {
  const { since, until } = filter;
  const also = sql.join(
    [
      sql`true`,
      ...(since === undefined ? [] : [sql`a.created_at >= ${since}`]),
      ...(until === undefined ? [] : [sql`a.created_at <= ${until}`]),
    ],
    sql` and `,
  );
  const page = pageOf(windows, {
    select: sql`select a.*, case when a.target ~ '^[0-9a-f-]{36}$' then a.target::uuid end as thing from audit_log a`,
    owner: along(accountId, filter),
    id: 'a.id',
    also,
    most,
  });
  const { rows } = await sql<ActRow>`${byValues}
    with ${page}
    select a.id, a.created_at as at, a.action, a.target, a.fields, a.person_id as "personId", u.name as person, u.email,
      a.by_operator as "byOperator",
      a.key_id as "keyId", k.name as key,
      coalesce(o.name, i.name, own.name, made.name, w.url, p.name, m.email, a.name) as name,
      b.id as "badgeId", b.name as badge, coalesce(j.total, r.total) as count,
      case when r.id is not null then json_build_object(
        'status', r.status, 'dryRun', r.dry_run, 'issued', r.issued, 'failed', r.failed) end as import
    from page a
      left join auth."user" u on u.id = a.person_id
      left join api_keys k on k.id = a.key_id
      left join accounts o on o.id = a.thing
      left join issuers i on i.id = a.thing and i.account_id = a.account_id
      left join badges own on own.id = a.thing and own.account_id = a.account_id
      left join api_keys made on made.id = a.thing and made.account_id = a.account_id
      left join deliveries d on d.id = a.thing and d.account_id = a.account_id
      left join webhooks w on w.id = coalesce(d.webhook_id, a.thing) and w.account_id = a.account_id
      left join members m on m.id = a.thing and m.account_id = a.account_id
      left join auth."user" p on p.id = m.person_id
      left join mails l on l.id = a.thing and l.account_id = a.account_id
      left join credentials c on c.id = coalesce(l.credential_id, a.thing) and c.account_id = a.account_id
      left join imports r on r.id = a.thing and r.account_id = a.account_id
      left join bulk_jobs j on j.id = a.thing and j.account_id = a.account_id
      left join badges b on b.id = coalesce(c.badge_id, r.badge_id, j.badge_id) and b.account_id = a.account_id
    order by a.id desc`.execute(db);
  return rows;
}
