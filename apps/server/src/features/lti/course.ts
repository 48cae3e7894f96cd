import {
  createAward,
  credentialDates,
  credentialDetails,
  foldAddress,
  type LtiRule,
} from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { BaseUrlRecord } from '../../platform/db/base-url.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordActions } from '../audit/index.ts';
import { findOwnDuplicate, issueMany } from '../credentials/index.ts';
import { sendMany } from '../sharing/index.ts';
import { findPlatform, markPlatformLaunched, type Platform } from './platform-store.ts';
import {
  agsScopes,
  checkEveryMs,
  foldEmail,
  type Launch,
  MAX_ACTIVITIES,
  type PlatformUser,
  reportsCompletion,
  rosterLifetimeMs,
} from './rules.ts';
import { type PlatformServices, ServiceError } from './services.ts';
import {
  assignActivity,
  type CourseLink,
  countActivities,
  eraseUsers,
  eraseWaitingUsers,
  findLink,
  insertActivity,
  type Learner,
  lockAndFindActivity,
  lockCourseBadge,
  lockWaitingLearners,
  lockWaitingUsers,
  markIssued,
  markRosterRead,
  recordProblem,
  saveLearners,
  saveLink,
  saveUsers,
  scheduleCheck,
} from './store.ts';

export type CourseDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  services: PlatformServices;
  /** Stored with the first credential, because ids contain it. */
  baseUrl: BaseUrlRecord;
  recipientNameMin: number;
};

export const scoreJob = 'ltiScore';
export const checkJob = 'ltiCheck';

/** Why nothing was issued. The teacher sees it. */
export type CourseProblem =
  | 'noBadge'
  | 'issuerNotVerified'
  | 'quotaReached'
  | 'rosterFailed'
  | 'scoresFailed'
  | 'scoresNotAllowed';

type ActivityLaunch = Launch & { link: NonNullable<Launch['link']> };
type LaunchRows = { linkId: string; userId: string };

/** Stores what a launch says about the course and the person. */
export async function recordLaunch(
  { db, clock }: CourseDeps,
  platform: Platform,
  { link, user, deploymentId, isLearner, isTeacher, isTest }: ActivityLaunch,
): Promise<LaunchRows> {
  const now = clock();
  const { id: platformId, accountId } = platform;
  const place = { accountId, platformId, deploymentId };
  return db.write(async (trx) => {
    await markPlatformLaunched(trx, platformId, now);
    const { activityId, ...fields } = link;
    const linkId = await saveLink(trx, { id: newId(), ...place, ...fields });
    const chosen = activityId ? readId(activityId) : undefined;
    if (chosen) await assignActivity(trx, linkId, chosen);
    const saved = await findLink(trx, linkId);
    if (saved?.rule === 'score')
      await scheduleCheck(trx, linkId, new Date(now.getTime() + checkEveryMs));
    const users = await saveUsers(trx, place, [toUserRow(user)]);
    const userId = users.get(user.subject) ?? '';
    if (isLearner && !isTeacher && !isTest)
      await saveLearners(trx, linkId, [{ userId, score: null }]);
    return { linkId, userId };
  });
}

const toUserRow = (user: PlatformUser) => ({
  ...user,
  id: newId(),
  emailSearch: foldEmail(user.email),
});

/** Name and address with which a credential can be issued. Null if the platform sent none. */
export function readRecipient(
  { name, email }: Pick<Learner, 'name' | 'email'>,
  recipientNameMin: number,
): { name: string; email: string } | null {
  const { recipient } = createAward.body({ recipientNameMin }).shape;
  return recipient.safeParse({ name, email }).data ?? null;
}

type LearnerSelection = { userIds: readonly string[] } | { percent: number };

/**
 * Issues the badge to learners who don't have it yet, and emails them. Learners without a name or
 * address wait. Someone who already has the badge from elsewhere gets no second one. Throws, and
 * issues nothing, if it can't be issued to all others.
 */
export async function issueToLearners(
  { db, clock, urls, baseUrl, recipientNameMin }: CourseDeps,
  linkId: string,
  chosen: LearnerSelection,
): Promise<{ issued: number; missing: number }> {
  if (!baseUrl.isStored) await baseUrl.store();
  return db.write(async (trx) => {
    const link = await findLink(trx, linkId);
    if (!link?.badgeId) throw new Problem('badge_not_found');
    const { accountId, badgeId } = link;
    await requireBadge(trx, accountId, badgeId);
    const waiting = await lockWaitingLearners(trx, linkId, chosen);
    const now = clock();
    const inputs = toInputs(waiting, recipientNameMin, now);
    if (inputs.length === 0) return { issued: 0, missing: waiting.length };
    const order = { accountId, badgeId, by: { personId: null, keyId: null }, now };
    const { issued, skipped, over } = await issueMany(
      trx,
      { ...order, skipsDuplicates: 'own', way: 'course' },
      inputs,
    );
    if (over.length > 0) throw new Problem('quota_reached');
    const rows = issued.map(({ userId, id }) => ({ userId, credentialId: id as string }));
    for (const { userId, email } of skipped) {
      const credentialId = await findOwnDuplicate(trx, accountId, badgeId, email);
      if (credentialId) rows.push({ userId, credentialId });
    }
    await markIssued(trx, linkId, rows, now);
    const ids = issued.map(({ id }) => id);
    await recordActions(trx, { accountId }, { action: 'createAward', targets: ids }, now);
    await sendMany(trx, { accountId, urls, now }, ids);
    await reportCompletion(trx, link, rows);
    return { issued: issued.length, missing: waiting.length - inputs.length };
  });
}

async function requireBadge(trx: Trx, accountId: string, badgeId: string): Promise<void> {
  const badge = await lockCourseBadge(trx, accountId, badgeId);
  if (!badge) throw new Problem('badge_not_found');
  if (!badge.isVerified) throw new Problem('issuer_not_verified');
}

function toInputs(learners: readonly Learner[], recipientNameMin: number, now: Date) {
  const dates = credentialDates(now.toISOString(), undefined, now.getTime());
  if (Array.isArray(dates)) throw new Problem('invalid_request', { details: dates });
  const typedDates = { issuedOn: now.toISOString(), expires: null };
  return learners.flatMap((learner) => {
    const recipient = readRecipient(learner, recipientNameMin);
    const { userId } = learner;
    const details = credentialDetails({}, []);
    return recipient ? [{ ...recipient, dates, typedDates, userId, details }] : [];
  });
}

async function reportCompletion(
  trx: Trx,
  { id: linkId, accountId, rule, lineItem, scopes }: CourseLink,
  rows: readonly { userId: string }[],
): Promise<void> {
  if (!rule || !reportsCompletion(rule) || !lineItem || !scopes.includes(agsScopes.score)) return;
  for (const { userId } of rows) await enqueue(trx, scoreJob, { linkId, userId }, { accountId });
}

/** Problems that a teacher or the account can solve. Others are thrown. */
export function toCourseProblem(error: unknown): CourseProblem {
  const { code } = error instanceof Problem ? error : { code: undefined };
  if (code === 'badge_not_found') return 'noBadge';
  if (code === 'issuer_not_verified') return 'issuerNotVerified';
  if (code === 'quota_reached') return 'quotaReached';
  throw error;
}

/** Reads the roster, unless that was done a moment ago. */
export async function syncRoster(
  { db, services }: CourseDeps,
  platform: Platform,
  link: CourseLink,
  signal?: AbortSignal,
): Promise<CourseProblem | undefined> {
  const { rosterUrl, rosterAt, readAt } = link;
  if (!rosterUrl) return undefined;
  if (rosterAt && readAt.getTime() - rosterAt.getTime() < rosterLifetimeMs) return undefined;
  let people: PlatformUser[];
  try {
    people = await services.readRoster(platform, rosterUrl, signal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'rosterFailed';
  }
  await db.write(async (trx) => {
    const users = await saveUsers(trx, link, people.map(toUserRow));
    const learners = [...users.values()].map((userId) => ({ userId, score: null }));
    await saveLearners(trx, link.id, learners);
    await markRosterRead(trx, link.id, readAt);
  });
  return undefined;
}

/** Reads scores of our own line item, of everyone or one person, and issues to those who reach the rule. */
export async function syncScores(
  deps: CourseDeps,
  platform: Platform,
  link: CourseLink,
  { signal, subject }: { signal?: AbortSignal; subject?: string } = {},
): Promise<CourseProblem | undefined> {
  const { db, services } = deps;
  if (link.rule !== 'score' || link.percent === null) return undefined;
  if (!link.lineItem || !link.scopes.includes(agsScopes.results)) return 'scoresNotAllowed';
  let scores: { subject: string; percent: number }[];
  try {
    scores = await services.readScores(platform, link.lineItem, signal, subject);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'scoresFailed';
  }
  const bySubject = new Map(scores.map((each) => [each.subject, each.percent]));
  await db.write(async (trx) => {
    const people = [...bySubject.keys()].map((one) =>
      toUserRow({ subject: one, name: null, email: null }),
    );
    const users = await saveUsers(trx, link, people);
    const learners = [...users].map(([one, userId]) => ({
      userId,
      score: bySubject.get(one) ?? null,
    }));
    await saveLearners(trx, link.id, learners);
  });
  try {
    await issueToLearners(deps, link.id, { percent: link.percent });
    return undefined;
  } catch (error) {
    return toCourseProblem(error);
  }
}

/** Whether the service may still talk to the platform about the link. */
export const isCourseOpen = (
  { disabledAt, deploymentIds }: Platform,
  { deploymentId }: CourseLink,
): boolean => disabledAt === null && deploymentIds.includes(deploymentId);

/** The background check of a link: roster for names and addresses, then scores. */
export async function checkLink(
  deps: CourseDeps,
  linkId: string,
  signal?: AbortSignal,
): Promise<void> {
  const link = await findLink(deps.db, linkId);
  const platform = link && (await findPlatform(deps.db, link.platformId));
  if (!link?.badgeId || !platform || !isCourseOpen(platform, link)) return;
  const options = { ...(signal && { signal }) };
  const problems = [
    await syncRoster(deps, platform, link, signal),
    await syncScores(deps, platform, link, options),
  ];
  const problem = problems.find((one) => one !== undefined) ?? null;
  await deps.db.write((trx) => recordProblem(trx, linkId, problem));
}

/** An account has `MAX_ACTIVITIES` different choices. */
export class TooManyChoices extends Error {}

export type Choice = { badgeId: string; rule: LtiRule; percent: number | null };

/** Returns the id of a teacher's choice. Teachers who choose the same share it. */
export async function saveChoice(
  trx: Trx,
  platform: Pick<Platform, 'id' | 'accountId'>,
  deploymentId: string,
  { badgeId, rule, percent }: Choice,
  now: Date,
): Promise<string> {
  const { id: platformId, accountId } = platform;
  await requireBadge(trx, accountId, badgeId);
  const activity = { accountId, platformId, deploymentId, badgeId, rule, percent };
  const known = await lockAndFindActivity(trx, activity);
  if (known) return known;
  if ((await countActivities(trx, accountId)) >= MAX_ACTIVITIES) throw new TooManyChoices();
  const id = newId();
  await insertActivity(trx, { id, ...activity }, now);
  return id;
}

/** Erases a recipient's name and address. The platform may send them again at the next launch. */
export const eraseFromCourses = (trx: Trx, accountId: string, email: string): Promise<void> =>
  eraseUsers(trx, accountId, foldAddress(email));

/** Erases learners with a user's addresses to whom courses of any account have issued nothing. */
export async function eraseWaitingLearners(trx: Trx, addresses: readonly string[]): Promise<void> {
  const keys = new Set(addresses.map(toAddressKey));
  const waiting = await lockWaitingUsers(trx, addresses.map(foldAddress));
  // Somebody else's address may fold alike.
  const own = waiting.filter(({ email }) => email !== null && keys.has(toAddressKey(email)));
  await eraseWaitingUsers(
    trx,
    own.map(({ id }) => id),
  );
}
