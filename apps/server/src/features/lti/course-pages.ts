import { type Language, type LtiRule, languages, ltiRules } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { formatNumber } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { defineView } from '../../platform/pages/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import {
  type CourseDeps,
  type CourseProblem,
  issueToLearners,
  readRecipient,
  recordLaunch,
  saveChoice,
  syncRoster,
  syncScores,
  TooManyChoices,
  toCourseProblem,
} from './course.ts';
import {
  type Frame,
  type Http,
  listPlatformUrls,
  newToken,
  readLanguage,
  renderStep,
  sendFrame,
} from './frames.ts';
import type { ToolKeys } from './keys.ts';
import { findPlatform, type Platform, readUrlAccount } from './platform-store.ts';
import {
  activityParameter,
  type ChoiceSettings,
  isClose,
  type Launch,
  LtiRefusal,
  listAncestors,
  rosterRetryMs,
  scoreMaximum,
  sessionLifetimeMs,
} from './rules.ts';
import {
  assignActivity,
  type CourseCredential,
  type CourseLink,
  deleteSession,
  findCredential,
  findLearner,
  findLink,
  findSession,
  insertSession,
  type Learner,
  listChoices,
  listLearners,
  type Session,
  scheduleCheck,
} from './store.ts';
import { getLtiTexts, type LtiTexts } from './texts.ts';
import { launchesTotal } from './work.ts';

type PageDeps = CourseDeps & { keys: ToolKeys };
type Attempt = Http & { platform: Platform | undefined };
/** An opened page. Its forms carry the token, because there are no cookies. */
type OpenedPage = { token: string; session: Session; platform: Platform; language: Language };

/** People wait for these requests. The background check has longer. */
const patienceMs = 8_000;
/** Selecting all of them fits into a form. */
const MAX_SHOWN = 2_000;

export type CoursePages = ReturnType<typeof createCoursePages>;

export function createCoursePages(deps: PageDeps) {
  const { db, clock } = deps;

  return {
    /** Shows what a verified launch asks for. */
    async open(http: Http, platform: Platform, launch: Launch): Promise<FastifyReply> {
      const language = readLanguage(http.request, launch.locale);
      const { link } = launch;
      if (launch.choice && !launch.isTeacher) throw new LtiRefusal('notTeacher');
      const recorded = link && (await recordLaunch(deps, platform, { ...launch, link }));
      const token = newToken();
      const session: Session = {
        ...{ platformId: platform.id, language, ...(recorded ?? { linkId: null, userId: null }) },
        ...describeView(platform, launch),
      };
      const expiresAt = new Date(clock().getTime() + sessionLifetimeMs);
      await insertSession(db, sha256(token), session, expiresAt);
      db.figures.add(launchesTotal, { view: session.view });
      return showSession(deps, http, { token, session, platform, language });
    },

    /** A button of an opened page. */
    async act(attempt: Attempt, fields: Record<string, string>): Promise<FastifyReply> {
      const opened = await findOpenedPage(deps, fields.session ?? '');
      attempt.platform = opened.platform;
      if (opened.platform.disabledAt) throw new LtiRefusal('platformOff');
      const { deploymentId } = opened.session.details;
      if (!opened.platform.deploymentIds.includes(deploymentId))
        throw new LtiRefusal('foreignDeployment', `deployment ${deploymentId}`);
      const { action = 'refresh' } = fields;
      if (action === 'refresh') return showSession(deps, attempt, opened);
      if (opened.session.view === 'learner') throw new LtiRefusal('notTeacher');
      if (action === 'choose') return choose(deps, attempt, opened, fields);
      return issueSelected(deps, attempt, opened, (fields.user ?? '').split(' '));
    },
  };
}

/** View and frame of a launch. */
function describeView(
  platform: Platform,
  { deploymentId, isLearner, isTeacher, isTest, choice, returnUrls }: Launch,
): Pick<Session, 'view' | 'details'> {
  return {
    view: choice ? 'choice' : isTeacher ? 'teacher' : 'learner',
    details: {
      ancestors: listAncestors([...listPlatformUrls(platform), ...returnUrls]),
      deploymentId,
      ...(choice && { choice }),
      ...((isTest || !isLearner) && { isTest: true }),
    },
  };
}

async function findOpenedPage({ db, clock }: PageDeps, token: string): Promise<OpenedPage> {
  const session = await findSession(db, sha256(token), clock());
  const platform = session && (await findPlatform(db, session.platformId));
  if (!session || !platform) throw new LtiRefusal('pageExpired');
  const language = languages.find((one) => one === session.language) ?? 'en';
  return { token, session, platform, language };
}

const frameFor = ({ session, language }: OpenedPage): Frame => ({
  language,
  ancestors: session.details.ancestors,
});

async function showSession(deps: PageDeps, http: Http, opened: OpenedPage): Promise<FastifyReply> {
  const { view, linkId } = opened.session;
  const link = linkId ? await findLink(deps.db, linkId) : undefined;
  if (view === 'choice') return showChoice(deps, http, opened);
  if (!link) throw new LtiRefusal('pageExpired');
  if (view === 'learner') return showLearner(deps, http, opened, link);
  return link.rule ? showTeacher(deps, http, opened, link) : showChoice(deps, http, opened);
}

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

async function showLearner(
  deps: PageDeps,
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
  deps: PageDeps,
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

async function describeLearner(deps: PageDeps, facts: LearnerFacts): Promise<LearnerState> {
  const { t, link, learner, opened } = facts;
  if (!link.rule) return say(t.notSetUp);
  if (opened.session.details.isTest) return { ...say(t.preview), canRefresh: false };
  const id = learner?.credentialId;
  const credential = id ? await findCredential(deps.db, link.accountId, id) : undefined;
  return credential ? describeCredential(deps, t, credential) : describeWaiting(deps, facts);
}

const say = (message: string, tone: LearnerView['tone'] = ''): LearnerState => ({
  ...{ tone, message, canRefresh: true, credential: undefined },
});

function describeCredential(
  { clock, urls }: PageDeps,
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
  { recipientNameMin }: PageDeps,
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

/** Rounded down, so that a score just below the limit doesn't look like it. */
const formatPercent = (language: Language, value: number): string =>
  `${formatNumber(language, Math.floor(value * 10 + 1e-6) / 10)}%`;

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

async function showTeacher(
  deps: PageDeps,
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
    insigniaUrl: openInInsignia(urls, link.accountId, link.badgeId),
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

const openInInsignia = ({ dashboard }: Urls, accountId: string, badgeId: string | null): string =>
  dashboard + [accountId, 'badges', ...(badgeId ? [badgeId] : [])].join('/');

function findLearnerState(row: Learner, { percent }: CourseLink, recipientNameMin: number) {
  if (row.issuedAt) return 'issued' as const;
  if (!readRecipient(row, recipientNameMin)) return 'noContact' as const;
  return isClose(row.score, percent) ? ('close' as const) : ('waiting' as const);
}

async function syncCourse(
  deps: PageDeps,
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

async function issueSelected(
  deps: PageDeps,
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

type ChoiceView = {
  t: LtiTexts['choice'];
  session: string;
  badges: { id: string; name: string; issuer: string }[];
  rules: readonly LtiRule[];
  values: { badge: string; rule: string; percent: string };
  problem: string | undefined;
  percentError: string | undefined;
  insigniaUrl: string;
};
const renderChoice = defineView<ChoiceView>(import.meta.url, './views/choice.eta');

type ChoiceErrors = Partial<
  Pick<ChoiceView, 'problem' | 'percentError'> & { values: ChoiceView['values'] }
>;

async function showChoice(
  { db, urls }: PageDeps,
  http: Http,
  opened: OpenedPage,
  { values, problem, percentError }: ChoiceErrors = {},
): Promise<FastifyReply> {
  const { session, platform, language, token } = opened;
  const { choice: t } = getLtiTexts(language);
  const acceptsScore = session.details.choice?.acceptsLineItem ?? true;
  const content = renderChoice({
    ...{ t, session: token, badges: await listChoices(db, platform.accountId) },
    rules: ltiRules.filter((rule) => rule !== 'score' || acceptsScore),
    values: values ?? { badge: '', rule: 'open', percent: '80' },
    ...{ problem, percentError, insigniaUrl: openInInsignia(urls, platform.accountId, null) },
  });
  const status = values ? 400 : 200;
  return sendFrame(http, { title: t.heading, content, status }, frameFor(opened));
}

function describeChoiceError(t: LtiTexts['choice'], error: unknown): string {
  if (error instanceof TooManyChoices) return t.tooMany;
  if (error instanceof Problem) return t.gone;
  throw error;
}

async function choose(
  deps: PageDeps,
  http: Http,
  opened: OpenedPage,
  fields: Record<string, string>,
): Promise<FastifyReply> {
  const { db, clock } = deps;
  const { session, platform, token, language } = opened;
  const { choice: t } = getLtiTexts(language);
  const { badge = '', rule: ruleText = '', percent: percentText = '' } = fields;
  const values = { badge, rule: ruleText, percent: percentText.slice(0, 3) };
  const badgeId = readId(badge);
  const rule = ltiRules.find((one) => one === ruleText);
  if (!badgeId || !rule) return showChoice(deps, http, opened, { values, problem: t.invalid });
  const percent = /^\d{1,3}$/.test(percentText.trim()) ? Number(percentText) : 0;
  if (rule === 'score' && (percent < 1 || percent > 100))
    return showChoice(deps, http, opened, { values, percentError: t.percentError });
  const chosen = { badgeId, rule, percent: rule === 'score' ? percent : null };
  const { deploymentId, choice: settings } = session.details;
  let activityId: string;
  try {
    activityId = await db.write(async (trx) => {
      if (settings && !(await deleteSession(trx, sha256(token))))
        throw new LtiRefusal('pageExpired');
      const id = await saveChoice(trx, platform, deploymentId, chosen, clock());
      if (session.linkId) await assignActivity(trx, session.linkId, id);
      return id;
    });
  } catch (error) {
    return showChoice(deps, http, opened, { values, problem: describeChoiceError(t, error) });
  }
  if (!settings) return showSession(deps, http, opened);
  return returnChoice(deps, http, opened, { settings, activityId, badgeId });
}

type ReturnedChoice = { settings: ChoiceSettings; activityId: string; badgeId: string };

/** A signed answer that the browser posts back to the course (Deep Linking 2.0 §2.2). */
async function returnChoice(
  { db, urls, keys }: PageDeps,
  http: Http,
  opened: OpenedPage,
  { settings, activityId, badgeId }: ReturnedChoice,
): Promise<FastifyReply> {
  const { platform, language, session } = opened;
  const { choice: t, step } = getLtiTexts(language);
  const found = (await listChoices(db, platform.accountId)).find(({ id }) => id === badgeId);
  const name = found?.name ?? '';
  const prefix = 'https://purl.imsglobal.org/spec/lti/claim/';
  const item = {
    ...{
      type: 'ltiResourceLink',
      title: t.earn(name),
      url: urls.lti(readUrlAccount(platform)).launch,
    },
    custom: { [activityParameter]: activityId },
    ...(settings.acceptsLineItem && {
      lineItem: { label: t.earn(name), scoreMaximum, resourceId: activityId },
    }),
  };
  const answer = await keys.sign(
    readUrlAccount(platform),
    {
      ...{ iss: platform.clientId, aud: platform.issuer, nonce: newToken() },
      [`${prefix}message_type`]: 'LtiDeepLinkingResponse',
      [`${prefix}version`]: '1.3.0',
      [`${prefix}deployment_id`]: session.details.deploymentId,
      'https://purl.imsglobal.org/spec/lti-dl/claim/content_items': [item],
      ...(settings.data !== null && {
        'https://purl.imsglobal.org/spec/lti-dl/claim/data': settings.data,
      }),
    },
    300,
  );
  const content = renderStep({
    ...{ heading: step.heading, button: step.continue, script: { submit: 'true' } },
    form: { action: settings.returnUrl, fields: { JWT: answer } },
  });
  return sendFrame(
    http,
    { title: step.heading, content },
    { ...frameFor(opened), formTarget: settings.returnUrl },
  );
}
