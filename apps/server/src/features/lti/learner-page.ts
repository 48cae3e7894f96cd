import type { Language } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { defineView } from '../../platform/pages/index.ts';
import {
  type CourseDeps,
  type CourseProblem,
  issueToLearners,
  readRecipient,
  syncScores,
  toCourseProblem,
} from './course.ts';
import { frameFor, type Http, type OpenedPage, sendFrame } from './frames.ts';
import { formatPercent, patienceMs } from './rules.ts';
import {
  type CourseCredential,
  type CourseLink,
  findCourseCredential,
  findLearner,
  type Learner,
} from './store.ts';
import { getLtiTexts, type LtiTexts } from './texts.ts';

type LearnerView = {
  t: LtiTexts['learner'];
  session: string;
  badge: string | null;
  issuer: string | null;
  image: string | undefined;
  tone: 'good' | 'bad' | '';
  message: string;
  canRefresh: boolean;
  credential: { page: string; pdf: string; wallet: string; my: string | undefined } | undefined;
};
const renderLearner = defineView<LearnerView>(import.meta.url, './views/learner.eta');

export async function showLearner(
  deps: CourseDeps,
  http: Http,
  opened: OpenedPage,
  link: CourseLink,
): Promise<FastifyReply> {
  const { db, urls } = deps;
  const { token: session, language } = opened;
  const { learner: t } = getLtiTexts(language);
  const problem = await advanceLearner(deps, opened, link);
  const learner = await findLearner(db, link.id, opened.session.userId ?? '');
  const shown = await describeLearner(deps, { t, language, link, learner, problem, opened });
  const content = renderLearner({
    ...{ t, session, badge: link.badgeName, issuer: link.issuerName, ...shown },
    image: link.pictureCid ? urls.image(link.pictureCid) : undefined,
  });
  const title = link.badgeName ?? t.notSetUpHeading;
  return sendFrame(http, { title, content }, frameFor(opened));
}

/** Issues on opening, or after reading the learner's score. */
async function advanceLearner(
  deps: CourseDeps,
  { session, platform }: OpenedPage,
  link: CourseLink,
): Promise<CourseProblem | undefined> {
  const { userId, details } = session;
  if (!link.badgeId || !userId || details.isTest) return undefined;
  const learner = await findLearner(deps.db, link.id, userId);
  if (!learner || learner.issuedAt) return undefined;
  if (link.rule === 'score')
    return syncScores(deps, platform, link, {
      ...{ signal: AbortSignal.timeout(patienceMs), subject: learner.subject },
    });
  if (link.rule !== 'open') return undefined;
  try {
    await issueToLearners(deps, link.id, { userIds: [userId] });
    return undefined;
  } catch (error) {
    return toCourseProblem(error);
  }
}

type LearnerFacts = {
  t: LtiTexts['learner'];
  language: Language;
  link: CourseLink;
  learner: Learner | undefined;
  problem: CourseProblem | undefined;
  opened: OpenedPage;
};

type LearnerState = Pick<LearnerView, 'tone' | 'message' | 'canRefresh' | 'credential'>;

async function describeLearner(deps: CourseDeps, facts: LearnerFacts): Promise<LearnerState> {
  const { t, link, learner, opened } = facts;
  if (!link.rule) return say(t.notSetUp);
  if (opened.session.details.isTest) return { ...say(t.preview), canRefresh: false };
  const id = learner?.credentialId;
  const credential = id ? await findCourseCredential(deps.db, link.accountId, id) : undefined;
  return credential ? describeCredential(deps, t, credential) : describeWaiting(deps, facts);
}

const say = (message: string, tone: LearnerView['tone'] = ''): LearnerState => ({
  ...{ tone, message, canRefresh: true, credential: undefined },
});

function describeCredential(
  { clock, urls }: CourseDeps,
  t: LtiTexts['learner'],
  { id, revokedAt, expires }: CourseCredential,
): LearnerState {
  const isExpired = expires !== null && expires <= clock();
  const state = revokedAt ? 'revoked' : isExpired ? 'expired' : 'has';
  return {
    ...say(t[state], state === 'has' ? 'good' : 'bad'),
    credential: {
      page: urls.credentialPage(id),
      pdf: urls.pdf(id),
      wallet: urls.walletOffer(id),
      my: urls.my,
    },
  };
}

function describeWaiting(
  { recipientNameMin }: CourseDeps,
  { t, language, link, learner, problem }: LearnerFacts,
): LearnerState {
  if (!link.badgeId || problem || learner?.issuedAt) return say(t.unavailable, 'bad');
  if (!learner || !readRecipient(learner, recipientNameMin)) return say(t.noContact, 'bad');
  if (link.rule === 'teacher') return say(t.teacher);
  const needed = formatPercent(language, link.percent ?? 0);
  return say(
    learner.score === null
      ? t.score(needed)
      : t.scoreSoFar(needed, formatPercent(language, learner.score)),
  );
}
