import type { LtiRule } from '@insignia/contract';
import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import type { PlatformUser } from './rules.ts';

export type CourseActivity = {
  id: string;
  accountId: string;
  platformId: string;
  deploymentId: string;
  badgeId: string;
  rule: LtiRule;
  percent: number | null;
};

type NewActivity = Omit<CourseActivity, 'id'>;

/** An equal choice of the deployment. Other choices of the account wait until the transaction ends. */
export async function lockAndFindActivity(trx: Trx, a: NewActivity): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lti choices ${a.accountId}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    select id from lti_activities where platform_id = ${a.platformId} and deployment_id = ${a.deploymentId}
      and badge_id = ${a.badgeId} and rule = ${a.rule} and percent is not distinct from ${a.percent}::integer
    order by id limit 1`.execute(trx);
  return rows[0]?.id;
}

export async function countActivities(trx: Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from lti_activities where account_id = ${accountId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

export async function insertActivity(trx: Trx, a: CourseActivity, now: Date): Promise<void> {
  await sql`insert into lti_activities (id, account_id, platform_id, deployment_id, badge_id, rule, percent, created_at)
    values (${a.id}, ${a.accountId}, ${a.platformId}, ${a.deploymentId}, ${a.badgeId}, ${a.rule}, ${a.percent}, ${now})`.execute(
    trx,
  );
}

/** Also assigns an activity of the same deployment to a link that has none. */
export async function assignActivity(
  trx: Trx,
  linkId: string,
  activityId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lti_links l set activity_id = a.id from lti_activities a
    where l.id = ${linkId} and l.activity_id is null and a.id = ${activityId}
      and a.platform_id = l.platform_id and a.deployment_id = l.deployment_id`.execute(trx);
  return numAffectedRows === 1n;
}

/** A place in a course, with its badge. */
export type CourseLink = {
  id: string;
  accountId: string;
  platformId: string;
  deploymentId: string;
  resourceId: string;
  course: string | null;
  lineItem: string | null;
  scopes: string[];
  rosterUrl: string | null;
  rosterAt: Date | null;
  /** When the link was read, by the clock that `rosterAt` has. */
  readAt: Date;
  problem: string | null;
  rule: LtiRule | null;
  percent: number | null;
  badgeId: string | null;
  badgeName: string | null;
  pictureCid: string | null;
  issuerName: string | null;
};

export async function findLink(db: Database | Trx, id: string): Promise<CourseLink | undefined> {
  const { rows } = await sql<CourseLink>`
    select l.id, l.account_id as "accountId", l.platform_id as "platformId", l.deployment_id as "deploymentId", l.resource_id as "resourceId", l.course,
      l.line_item as "lineItem", l.scopes, l.roster_url as "rosterUrl", l.roster_at as "rosterAt", now() as "readAt", l.problem,
      a.rule, a.percent, b.id as "badgeId", b.name as "badgeName", i.name as "issuerName",
      coalesce((select sized_cid from image_sizes where cid = b.image_cid and side = 512), b.image_cid) as "pictureCid"
    from lti_links l left join lti_activities a on a.id = l.activity_id
      left join badges b on b.id = a.badge_id and b.account_id = l.account_id and b.deleted_at is null
      left join issuers i on i.id = b.issuer_id
    where l.id = ${id} and ${isNotLeaving('l.account_id')}`.execute(db);
  return rows[0];
}

export type SavedLink = Pick<
  CourseLink,
  | 'id'
  | 'accountId'
  | 'platformId'
  | 'deploymentId'
  | 'resourceId'
  | 'course'
  | 'lineItem'
  | 'scopes'
  | 'rosterUrl'
>;

/**
 * Returns its id. What the platform offers may have changed since the last launch. Launches and
 * rosters are compared, so the database's clock gives the time of both.
 */
export async function saveLink(trx: Trx, l: SavedLink): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into lti_links (id, account_id, platform_id, deployment_id, resource_id, course, line_item, scopes, roster_url, launched_at)
    values (${l.id}, ${l.accountId}, ${l.platformId}, ${l.deploymentId}, ${l.resourceId}, ${l.course}, ${l.lineItem}, ${l.scopes}, ${l.rosterUrl}, now())
    on conflict (platform_id, deployment_id, resource_id) do update set course = excluded.course, line_item = excluded.line_item,
      scopes = excluded.scopes, roster_url = excluded.roster_url, launched_at = excluded.launched_at
    returning id`.execute(trx);
  return rows[0]?.id ?? l.id;
}

/** Scores are read while people open the activity. */
export async function scheduleCheck(trx: Trx, linkId: string, at: Date): Promise<void> {
  await sql`update lti_links set check_at = coalesce(check_at, ${at}) where id = ${linkId}`.execute(
    trx,
  );
}

type UserRow = PlatformUser & { id: string; emailSearch: string | null };
type Place = { accountId: string; platformId: string; deploymentId: string };

/**
 * Returns the ids by subject. Names and addresses that the platform doesn't send again stay as they
 * are: rosters often have fewer than launches.
 */
export async function saveUsers(
  trx: Trx,
  { accountId, platformId, deploymentId }: Place,
  users: readonly UserRow[],
): Promise<Map<string, string>> {
  const sorted = [...new Map(users.map((user) => [user.subject, user])).values()].sort((a, b) =>
    a.subject < b.subject ? -1 : 1,
  );
  const { rows } = await sql<{ id: string; subject: string }>`
    insert into lti_users (id, account_id, platform_id, deployment_id, subject, name, email, email_search, updated_at, described_at)
    select u.id, ${accountId}, ${platformId}, ${deploymentId}, u.subject, u.name, u.email, u.email_search, now(),
      case when u.name is not null and u.email is not null then now() end
    from unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ subject }) => subject)}::text[],
      ${sorted.map(({ name }) => name)}::text[], ${sorted.map(({ email }) => email)}::text[],
      ${sorted.map(({ emailSearch }) => emailSearch)}::text[]) as u(id, subject, name, email, email_search)
    on conflict (platform_id, deployment_id, subject) do update set name = coalesce(excluded.name, lti_users.name),
      email = coalesce(excluded.email, lti_users.email),
      email_search = coalesce(excluded.email_search, lti_users.email_search), updated_at = excluded.updated_at,
      described_at = coalesce(excluded.described_at, lti_users.described_at, lti_users.updated_at)
    returning id, subject`.execute(trx);
  return new Map(rows.map(({ id, subject }) => [subject, id]));
}

/** `scores` are in percent, or null if unknown. */
export async function saveLearners(
  trx: Trx,
  linkId: string,
  learners: readonly { userId: string; score: number | null }[],
): Promise<void> {
  const sorted = [...learners].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  await sql`insert into lti_learners (link_id, user_id, score, seen_at)
    select ${linkId}, u.id, u.score, now()
    from unnest(${sorted.map(({ userId }) => userId)}::uuid[], ${sorted.map(({ score }) => score)}::double precision[]) as u(id, score)
    on conflict (link_id, user_id) do update set score = coalesce(excluded.score, lti_learners.score),
      seen_at = excluded.seen_at`.execute(trx);
}

/** Learners not seen since `at`, a time of the database's clock, have left the course. */
export async function markRosterRead(trx: Trx, linkId: string, at: Date): Promise<void> {
  await sql`update lti_links set roster_at = ${at} where id = ${linkId}`.execute(trx);
}

/** Null once a check succeeded. */
export async function recordProblem(
  trx: Trx,
  linkId: string,
  problem: string | null,
): Promise<void> {
  await sql`update lti_links set problem = ${problem} where id = ${linkId}`.execute(trx);
}

export type Learner = {
  userId: string;
  subject: string;
  name: string | null;
  email: string | null;
  score: number | null;
  credentialId: string | null;
  issuedAt: Date | null;
};

const learnerColumns = sql`u.id as "userId", u.subject, u.name, u.email, m.score, m.credential_id as "credentialId",
  m.issued_at as "issuedAt"`;

/**
 * By name. Without people who have left the course, unless they have the badge. Above the limit, people
 * who can get the badge come first, so that a teacher reaches everyone.
 */
export async function listLearners(
  db: Database,
  linkId: string,
  limit: number,
): Promise<Learner[]> {
  const { rows } = await sql<Learner>`
    select * from (
      select ${learnerColumns} from lti_learners m join lti_users u on u.id = m.user_id join lti_links l on l.id = m.link_id
      where m.link_id = ${linkId} and (m.issued_at is not null or m.seen_at >= coalesce(l.roster_at, m.seen_at))
      order by m.issued_at is not null, u.name is null or u.email is null, lower(u.name), u.id limit ${limit}) shown
    order by lower(name) nulls last, "userId"`.execute(db);
  return rows;
}

export async function findLearner(
  db: Database,
  linkId: string,
  userId: string,
): Promise<Learner | undefined> {
  const { rows } = await sql<Learner>`
    select ${learnerColumns} from lti_learners m join lti_users u on u.id = m.user_id
    where m.link_id = ${linkId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Learners without the badge, locked: those named, or those whose score reaches the rule. */
export async function lockWaitingLearners(
  trx: Trx,
  linkId: string,
  chosen: { userIds: readonly string[] } | { percent: number },
): Promise<Learner[]> {
  const condition =
    'userIds' in chosen
      ? sql`m.user_id = any(${[...chosen.userIds]}::uuid[])`
      : sql`m.score >= ${chosen.percent - 1e-6}`;
  const { rows } = await sql<Learner>`
    select ${learnerColumns} from lti_learners m join lti_users u on u.id = m.user_id
    where m.link_id = ${linkId} and m.issued_at is null and ${condition}
    order by m.user_id limit 5000 for no key update of m`.execute(trx);
  return rows;
}

export async function markIssued(
  trx: Trx,
  linkId: string,
  issued: readonly { userId: string; credentialId: string }[],
  now: Date,
): Promise<void> {
  await sql`update lti_learners m set issued_at = ${now}, credential_id = i.credential_id
    from unnest(${issued.map(({ userId }) => userId)}::uuid[], ${issued.map(({ credentialId }) => credentialId)}::uuid[]) as i(user_id, credential_id)
    where m.link_id = ${linkId} and m.user_id = i.user_id`.execute(trx);
}

/** Completion is reported once the platform and deployment are on again. */
export async function markUnreported(trx: Trx, linkId: string, userId: string): Promise<void> {
  await sql`update lti_learners set unreported = true
    where link_id = ${linkId} and user_id = ${userId}`.execute(trx);
}

export type UnreportedLearner = { linkId: string; userId: string; accountId: string };

/** Learners whose completion can be reported again. */
export async function takeUnreported(
  trx: Trx,
  platformId: string,
  limit: number,
): Promise<UnreportedLearner[]> {
  const { rows } = await sql<UnreportedLearner>`
    with found as (
      select m.link_id, m.user_id, l.account_id from lti_platforms p join lti_links l on l.platform_id = p.id
        join lti_learners m on m.link_id = l.id
      where p.id = ${platformId} and p.disabled_at is null and l.deployment_id = any(p.deployment_ids) and m.unreported
      order by m.link_id, m.user_id limit ${limit} for no key update of m)
    update lti_learners m set unreported = false from found f
    where m.link_id = f.link_id and m.user_id = f.user_id
    returning m.link_id as "linkId", m.user_id as "userId", f.account_id as "accountId"`.execute(
    trx,
  );
  return rows;
}

export async function countUnreported(trx: Trx, platformId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from lti_links l join lti_learners m on m.link_id = l.id
    where l.platform_id = ${platformId} and m.unreported`.execute(trx);
  return rows[0]?.n ?? 0;
}

export type CourseBadge = { isVerified: boolean };

/** Locks the badge against changes. */
export async function lockCourseBadge(
  trx: Trx,
  accountId: string,
  badgeId: string,
): Promise<CourseBadge | undefined> {
  const { rows } = await sql<CourseBadge>`
    select i.verified_at is not null as "isVerified"
    from badges b join issuers i on i.id = b.issuer_id
    where b.id = ${badgeId} and b.account_id = ${accountId} and b.deleted_at is null
      and ${isNotLeaving('b.account_id')} for share of b`.execute(trx);
  return rows[0];
}

export const MAX_CHOICES = 500;

/** Badges that can be issued, by name: those whose name or issuer contains the text, or one. */
export async function listBadgeChoices(
  db: Database,
  accountId: string,
  { search = '', badgeId }: { search?: string; badgeId?: string } = {},
): Promise<{ id: string; name: string; issuer: string }[]> {
  const isWanted = badgeId
    ? sql`b.id = ${badgeId}`
    : sql`strpos(search_text(p_text => lower(b.name || ' ' || i.name)), search_text(p_text => lower(${search}))) > 0`;
  const { rows } = await sql<{ id: string; name: string; issuer: string }>`
    select b.id, b.name, i.name as issuer from badges b join issuers i on i.id = b.issuer_id
    where b.account_id = ${accountId} and b.deleted_at is null and i.verified_at is not null and ${isWanted}
    order by lower(b.name), b.id limit ${MAX_CHOICES}`.execute(db);
  return rows;
}

export type CourseCredential = {
  id: string;
  revokedAt: Date | null;
  expires: Date | null;
};

export async function findCourseCredential(
  db: Database,
  accountId: string,
  id: string,
): Promise<CourseCredential | undefined> {
  const { rows } = await sql<CourseCredential>`
    select id, revoked_at as "revokedAt", expires from credentials
    where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Links whose scores or roster are due, and when scores are due next. */
export async function takeDueLinks(
  trx: Trx,
  { now, next, openedSince, limit }: { now: Date; next: Date; openedSince: Date; limit: number },
): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    update lti_links l set check_at = case when launched_at > ${openedSince} and exists (
        select from lti_activities a where a.id = l.activity_id and a.rule = 'score') then ${next}::timestamptz end where id in (
      select id from lti_links where check_at <= ${now} order by check_at limit ${limit} for update skip locked)
    returning id, account_id as "accountId"`.execute(trx);
  return rows;
}

/** Erases the names and addresses of an erased recipient. The badge isn't issued to them again. */
export async function eraseUsers(trx: Trx, accountId: string, email: string): Promise<void> {
  await sql`update lti_users set name = null, email = null, email_search = null
    where account_id = ${accountId} and email_search = ${email}`.execute(trx);
}

/**
 * Locks users of all platforms with these folded addresses. Only those without a credential: others
 * belong to the issuer's record.
 */
export async function lockWaitingUsers(
  trx: Trx,
  folded: readonly string[],
): Promise<{ id: string; email: string | null }[]> {
  const { rows } = await sql<{ id: string; email: string | null }>`
    select u.id, u.email from lti_users u
    where u.email_search = any(${[...folded]}::text[])
      and not exists (select from lti_learners m where m.user_id = u.id and m.issued_at is not null)
    order by u.id for update`.execute(trx);
  return rows;
}

export async function eraseWaitingUsers(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`update lti_users set name = null, email = null, email_search = null
    where id = any(${[...ids]}::uuid[])`.execute(trx);
}

export type CourseLearner = { address: string; name: string | null; email: string };

/**
 * The address of a learner, if the account's credentials don't have it. By its ID, all learners of
 * the account are read: only requests for a recipient without credentials need that.
 */
export async function findCourseLearners(
  db: Database | Trx,
  accountId: string,
  wanted: { address: string } | { recipientId: string },
): Promise<CourseLearner[]> {
  const hash = sql`encode(sha256(convert_to(u.account_id || ' ' || u.email_search, 'UTF8')), 'hex')`;
  const isWanted =
    'address' in wanted
      ? sql`u.email_search = ${wanted.address}`
      : sql`left(${hash}, 12) = ${wanted.recipientId.replaceAll('-', '').slice(0, 12)}`;
  const { rows } = await sql<CourseLearner>`
    select distinct on (u.email_search) coalesce(u.email_search, '') as address, u.name, coalesce(u.email, '') as email from lti_users u
    where u.account_id = ${accountId} and u.email_search is not null and ${isWanted}
      and not exists (select from credentials c where c.account_id = u.account_id and c.email_search = u.email_search)
    order by u.email_search, u.updated_at desc`.execute(db);
  return rows;
}

/** Deletes people to whom nothing was issued. */
export async function deleteOldLearners(trx: Trx, before: Date): Promise<'again' | undefined> {
  return deleteBatch(
    trx,
    {
      table: 'lti_learners',
      by: 'seen_at',
      where: sql`issued_at is null and seen_at < ${before}`,
    },
    {
      table: 'lti_users',
      by: 'updated_at',
      where: sql`updated_at < ${before} and not exists (select from lti_learners m where m.user_id = lti_users.id)`,
    },
  );
}
