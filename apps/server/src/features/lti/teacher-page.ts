import type { Language } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { defineView } from '../../platform/pages/index.ts';
import {
  type CourseDeps,
  type CourseProblem,
  issueToLearners,
  readRecipient,
  syncRoster,
  syncScores,
  toCourseProblem,
} from './course.ts';
import { buildDashboardUrl, frameFor, type Http, type OpenedPage, sendFrame } from './frames.ts';
import type { Platform } from './platform-store.ts';
import { formatPercent, isClose, LtiRefusal, patienceMs, rosterRetryMs } from './rules.ts';
import { type CourseLink, findLink, type Learner, listLearners, scheduleCheck } from './store.ts';
import { getLtiTexts, type LtiTexts } from './texts.ts';

/** Selecting all of them fits into a form. */
const MAX_SHOWN = 2_000;

type TeacherView = {
  t: LtiTexts['teacher'];
  session: string;
  badge: string;
  rule: string;
  insigniaUrl: string;
  result: string | undefined;
  problem: string | undefined;
  missing: string | undefined;
  canIssue: boolean;
  learners: {
    userId: string;
    name: string;
    state: string;
    tone: string;
    detail: string | undefined;
    canIssue: boolean;
  }[];
};
const renderTeacher = defineView<TeacherView>(import.meta.url, './views/teacher.eta');

type Outcome = { issued?: number; problem?: CourseProblem | undefined; isEmpty?: boolean };

export async function showTeacher(
  deps: CourseDeps,
  http: Http,
  opened: OpenedPage,
  link: CourseLink,
  outcome?: Outcome,
): Promise<FastifyReply> {
  const { db, urls, recipientNameMin } = deps;
  const { platform, language, token: session } = opened;
  const { teacher: t } = getLtiTexts(language);
  const problem = outcome ? outcome.problem : await syncCourse(deps, platform, link);
  const rows = await listLearners(db, link.id, MAX_SHOWN);
  const learners = rows.map((row) => {
    const state = findLearnerState(row, link, recipientNameMin);
    return {
      ...{ userId: row.userId, name: row.name ?? t.unnamed, state: t.states[state] },
      tone: { issued: 'good', close: 'warn', waiting: 'plain', noContact: 'bad' }[state],
      detail: row.score === null ? undefined : formatPercent(language, row.score),
      canIssue: (state === 'waiting' || state === 'close') && link.badgeId !== null,
    };
  });
  const missing = rows.filter(
    (row) => findLearnerState(row, link, recipientNameMin) === 'noContact',
  ).length;
  const shownProblem = problem ?? (link.badgeId ? undefined : 'noBadge');
  const content = renderTeacher({
    ...{ t, session, learners, canIssue: learners.some((each) => each.canIssue) },
    badge: link.badgeName ?? t.problems.noBadge,
    rule: describeRule(t, language, link),
    insigniaUrl: buildDashboardUrl(urls, link.accountId, link.badgeId),
    result: outcome?.issued === undefined ? undefined : t.issued(outcome.issued),
    problem: outcome?.isEmpty ? t.noneSelected : shownProblem && t.problems[shownProblem],
    missing: missing > 0 ? t.missing(missing) : undefined,
  });
  return sendFrame(http, { title: link.badgeName ?? '', content }, frameFor(opened));
}

const describeRule = (
  t: LtiTexts['teacher'],
  language: Language,
  { rule, percent }: CourseLink,
): string =>
  rule === 'score'
    ? t.scoreRule(formatPercent(language, percent ?? 0))
    : t.rules[rule === 'open' ? 'open' : 'teacher'];

function findLearnerState(row: Learner, { percent }: CourseLink, recipientNameMin: number) {
  if (row.issuedAt) return 'issued' as const;
  if (!readRecipient(row, recipientNameMin)) return 'noContact' as const;
  return isClose(row.score, percent) ? ('close' as const) : ('waiting' as const);
}

async function syncCourse(
  deps: CourseDeps,
  platform: Platform,
  link: CourseLink,
): Promise<CourseProblem | undefined> {
  if (!link.badgeId) return undefined;
  const signal = AbortSignal.timeout(patienceMs);
  const roster = await syncRoster(deps, platform, link, signal);
  // Canvas sends 50 people at a time, so a large course takes longer than people wait.
  const later = new Date(deps.clock().getTime() + rosterRetryMs);
  if (roster) await deps.db.write((trx) => scheduleCheck(trx, link.id, later));
  const scores = await syncScores(deps, platform, link, { signal });
  return roster ?? scores;
}

export async function issueSelected(
  deps: CourseDeps,
  http: Http,
  opened: OpenedPage,
  selected: readonly string[],
): Promise<FastifyReply> {
  const { linkId, view } = opened.session;
  const link = linkId && view === 'teacher' ? await findLink(deps.db, linkId) : undefined;
  if (!link) throw new LtiRefusal('pageExpired');
  const userIds = selected.flatMap((text) => readId(text) ?? []);
  if (userIds.length === 0) return showTeacher(deps, http, opened, link, { isEmpty: true });
  try {
    const { issued } = await issueToLearners(deps, link.id, { userIds });
    return showTeacher(deps, http, opened, link, { issued });
  } catch (error) {
    return showTeacher(deps, http, opened, link, { problem: toCourseProblem(error) });
  }
}
