import { type LtiRule, languages, ltiRules } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { defineView } from '../../platform/pages/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { recordAction } from '../audit/index.ts';
import { type CourseDeps, recordLaunch, saveChoice, TooManyChoices } from './course.ts';
import {
  buildDashboardUrl,
  frameFor,
  type Http,
  listPlatformUrls,
  newToken,
  type OpenedPage,
  readLanguage,
  renderStep,
  sendFrame,
} from './frames.ts';
import type { ToolKeys } from './keys.ts';
import { showLearner } from './learner-page.ts';
import { findPlatform, type Platform, readUrlAccount } from './platform-store.ts';
import {
  activityParameter,
  type ChoiceSettings,
  type Launch,
  LtiRefusal,
  listAncestors,
  readStorableText,
  scoreMaximum,
  sessionLifetimeMs,
} from './rules.ts';
import { type CourseSession, deleteSession, findSession, insertSession } from './session-store.ts';
import { assignActivity, findLink, listBadgeChoices, MAX_CHOICES } from './store.ts';
import { issueSelected, showTeacher } from './teacher-page.ts';
import { getLtiTexts, type LtiTexts } from './texts.ts';
import { launchesTotal } from './work.ts';

type PageDeps = CourseDeps & { keys: ToolKeys };
type Attempt = Http & { platform: Platform | undefined };

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
      const session: CourseSession = {
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
      if (['refresh', 'search'].includes(action))
        return showSession(deps, attempt, opened, fields.search);
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
): Pick<CourseSession, 'view' | 'details'> {
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

async function showSession(
  deps: PageDeps,
  http: Http,
  opened: OpenedPage,
  search?: string,
): Promise<FastifyReply> {
  const { view, linkId } = opened.session;
  const link = linkId ? await findLink(deps.db, linkId) : undefined;
  if (view === 'choice') return showChoice(deps, http, opened, search);
  if (!link) throw new LtiRefusal('pageExpired');
  if (view === 'learner') return showLearner(deps, http, opened, link);
  return link.rule ? showTeacher(deps, http, opened, link) : showChoice(deps, http, opened, search);
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
  hasSearch: boolean;
  search: string;
};
const renderChoice = defineView<ChoiceView>(import.meta.url, './views/choice.eta');

type ChoiceErrors = Partial<
  Pick<ChoiceView, 'problem' | 'percentError'> & { values: ChoiceView['values'] }
>;

async function showChoice(
  { db, urls }: PageDeps,
  http: Http,
  opened: OpenedPage,
  typed?: string,
  { values, problem, percentError }: ChoiceErrors = {},
): Promise<FastifyReply> {
  const { session, platform, language, token } = opened;
  const { choice: t } = getLtiTexts(language);
  const acceptsScore = session.details.choice?.acceptsLineItem ?? true;
  const search = readStorableText(typed?.trim(), 200) ?? '';
  const badges = await listBadgeChoices(db, platform.accountId, { search });
  const content = renderChoice({
    ...{ t, session: token, badges },
    ...{ search, hasSearch: search !== '' || badges.length === MAX_CHOICES },
    rules: ltiRules.filter((rule) => rule !== 'score' || acceptsScore),
    values: values ?? { badge: '', rule: 'open', percent: '80' },
    ...{ problem, percentError, insigniaUrl: buildDashboardUrl(urls, platform.accountId, null) },
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
  const { badge = '', rule: ruleText = '', percent: percentText = '', search } = fields;
  const values = { badge, rule: ruleText, percent: percentText.slice(0, 3) };
  const badgeId = readId(badge);
  const rule = ltiRules.find((one) => one === ruleText);
  const showErrors = (errors: ChoiceErrors) =>
    showChoice(deps, http, opened, search, { values, ...errors });
  if (!badgeId || !rule) return showErrors({ problem: t.invalid });
  const percent = /^\d{1,3}$/.test(percentText.trim()) ? Number(percentText) : 0;
  if (rule === 'score' && (percent < 1 || percent > 100))
    return showErrors({ percentError: t.percentError });
  const chosen = { badgeId, rule, percent: rule === 'score' ? percent : null };
  const { deploymentId, choice: settings } = session.details;
  let activityId: string;
  try {
    activityId = await db.write(async (trx) => {
      if (settings && !(await deleteSession(trx, sha256(token))))
        throw new LtiRefusal('pageExpired');
      const now = clock();
      const id = await saveChoice(trx, platform, deploymentId, chosen, now);
      const { accountId } = platform;
      const fields = { rule, percent: chosen.percent ?? undefined };
      const entry = { action: 'chooseCourseBadge', target: badgeId, fields } as const;
      await recordAction(trx, { accountId }, entry, now);
      if (session.linkId) await assignActivity(trx, session.linkId, id);
      return id;
    });
  } catch (error) {
    return showErrors({ problem: describeChoiceError(t, error) });
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
  const [found] = await listBadgeChoices(db, platform.accountId, { badgeId });
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
