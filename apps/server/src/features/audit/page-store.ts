import { sql } from 'kysely';
import { firstIdAt, idLagMs, newId, timeOfId } from '../../kernel/id.ts';
import { byValues, type Database, newestFirst } from '../../platform/db/index.ts';

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

/** There are so many of these that the index of actions leaves them out. */
const commonest = 'createAward';

/** The columns of the index that the list runs along. */
function along(accountId: string, { personId, action }: ActFilter): Record<string, string> {
  const account = { 'a.account_id': accountId };
  if (action !== undefined && action !== commonest) return { ...account, 'a.action': action };
  return personId === undefined ? account : { ...account, 'a.person_id': personId };
}

/** Ids rise with time: they bound what is walked along the index, the rows' own time says which of them are meant. */
const idAt = (time: Date | undefined, slack: number): string | undefined =>
  time && firstIdAt(new Date(time.getTime() + slack));

/** As much of the log as fills most pages: one or two of its months are looked at, which are fourteen. */
const recentMs = 30 * 86_400_000;

/** Newest first, after `lastId`, with the names that people and things have now. */
export async function actsPage(
  db: Database,
  accountId: string,
  filter: ActFilter,
  lastId: string | undefined,
  most: number,
): Promise<ActRow[]> {
  const newest = timeOfId(lastId ?? idAt(filter.until, idLagMs) ?? newId());
  const recent = new Date(newest.getTime() - recentMs);
  const isAll = filter.since !== undefined && filter.since >= recent;
  const rows = await actsFrom(db, accountId, filter, lastId, most, isAll ? undefined : recent);
  return isAll || rows.length === most ? rows : actsFrom(db, accountId, filter, lastId, most);
}

/** Without what is older than `from`. */
async function actsFrom(
  db: Database,
  accountId: string,
  filter: ActFilter,
  lastId: string | undefined,
  most: number,
  from?: Date,
): Promise<ActRow[]> {
  const owner = along(accountId, filter);
  const { personId, action, since, until } = filter;
  const begin = from ? firstIdAt(from) : idAt(since, -idLagMs);
  const { where, order } = newestFirst(owner, 'a.id', lastId, {
    from: begin,
    before: idAt(until, idLagMs),
  });
  const conditions = [
    where,
    // Said of the id alone, it also says which months need not be looked at.
    ...(begin === undefined ? [] : [sql`a.id >= ${begin}`]),
    ...(since === undefined ? [] : [sql`a.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`a.created_at <= ${until}`]),
    ...(personId === undefined ? [] : [sql`a.person_id = ${personId}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
  ];
  const { rows } = await sql<ActRow>`${byValues}
    with page as materialized (
      select a.*, case when a.target ~ '^[0-9a-f-]{36}$' then a.target::uuid end as thing from audit_log a
      where ${sql.join(conditions, sql` and `)} ${order} limit ${most})
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
