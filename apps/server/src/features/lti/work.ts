import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type BackgroundWork,
  enqueue,
  type Job,
  PermanentFailure,
} from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { type CourseDeps, checkJob, checkLink, isCourseOpen, scoreJob } from './course.ts';
import { toolKeyLifetimeMs } from './keys.ts';
import { deleteOldKeys, lockPlatform } from './platform-store.ts';
import { resumeJob } from './platforms.ts';
import { checkEveryMs, checkWhileOpenedMs, learnerLifetimeMs, ltiReasons } from './rules.ts';
import { ServiceError } from './services.ts';
import { deleteExpiredLtiRows } from './session-store.ts';
import {
  deleteOldLearners,
  findLearner,
  findLink,
  markUnreported,
  takeDueLinks,
  takeUnreported,
} from './store.ts';

/** Metric names. */
export const launchesTotal = 'insignia_lti_launches_total';
export const ltiRefusedTotal = 'insignia_lti_refused_total';

const MAX_BATCH = 100;

export function registerLtiWork(work: BackgroundWork, deps: CourseDeps): void {
  const { clock } = deps;
  work.chores(
    { name: 'lti pages', run: (trx) => deleteExpiredLtiRows(trx, clock()) },
    {
      name: 'lti learners',
      run: (trx) => deleteOldLearners(trx, new Date(clock().getTime() - learnerLifetimeMs)),
    },
    { name: 'lti scores', run: (trx) => enqueueChecks(trx, clock()) },
    {
      name: 'lti keys',
      run: (trx) => deleteOldKeys(trx, new Date(clock().getTime() - toolKeyLifetimeMs)),
    },
  );
  work.remoteJobs({
    [resumeJob]: ({ payload }: Job<{ platformId: string }>) =>
      resumeScores(deps, payload.platformId),
    [checkJob]: ({ payload }: Job<{ linkId: string }>, { stopping }) =>
      checkLink(deps, payload.linkId, stopping),
    [scoreJob]: ({ payload }: Job<{ linkId: string; userId: string }>, { stopping }) =>
      sendScore(deps, payload, stopping),
  });
}

async function enqueueChecks(trx: Trx, now: Date): Promise<'again' | undefined> {
  const next = new Date(now.getTime() + checkEveryMs);
  const openedSince = new Date(now.getTime() - checkWhileOpenedMs);
  const due = await takeDueLinks(trx, { now, next, openedSince, limit: MAX_BATCH });
  for (const { id, accountId } of due)
    await enqueue(trx, checkJob, { linkId: id }, { accountId, maxAttempts: 3 });
  return due.length === MAX_BATCH ? 'again' : undefined;
}

/** Queues what couldn't be reported while the platform or its deployment was off. */
async function resumeScores({ db }: CourseDeps, platformId: string): Promise<void> {
  let count = MAX_BATCH;
  while (count === MAX_BATCH)
    count = await db.write(async (trx) => {
      const rows = await takeUnreported(trx, platformId, MAX_BATCH);
      for (const { accountId, ...learner } of rows)
        await enqueue(trx, scoreJob, learner, { accountId });
      return rows.length;
    });
}

/** Reports completion. Repeating it does no harm: the platform replaces the score. */
async function sendScore(
  { db, services }: CourseDeps,
  { linkId, userId }: { linkId: string; userId: string },
  signal: AbortSignal,
): Promise<void> {
  const link = await findLink(db, linkId);
  const learner = await findLearner(db, linkId, userId);
  if (!link?.lineItem || !learner?.issuedAt) return;
  const platform = await db.write(async (trx) => {
    const locked = await lockPlatform(trx, link.platformId);
    if (locked && !isCourseOpen(locked, link)) await markUnreported(trx, linkId, userId);
    return locked;
  });
  if (!platform || !isCourseOpen(platform, link)) return;
  try {
    const { subject, issuedAt } = learner;
    await services.sendScore(platform, link.lineItem, { subject, at: issuedAt }, signal);
  } catch (error) {
    if (error instanceof ServiceError && error.isPermanent)
      throw new PermanentFailure(error.message, { cause: error });
    throw error;
  }
}

export function measureLti({ figures }: Metrics, db: Database): void {
  figures(
    db.figures,
    'counter',
    {
      name: launchesTotal,
      help: 'LTI launches, by view.',
      labels: ['view'],
      zeros: ['learner', 'teacher', 'choice'].map((view) => ({ view })),
    },
    {
      name: ltiRefusedTotal,
      help: 'Refused LTI launches, by reason.',
      labels: ['reason'],
      zeros: ltiReasons.map((reason) => ({ reason })),
    },
  );
}
