import { buildLtiPaths, pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { decodeJwt } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type App, clientAddress } from '../../platform/http/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import type { Logger } from '../../platform/log/index.ts';
import { readTextFields } from '../../platform/pages/index.ts';
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts';
import { createReference, recordRefusal } from '../audit/index.ts';
import type { CourseDeps } from './course.ts';
import { type CoursePages, createCoursePages } from './course-pages.ts';
import {
  anyFrame,
  framed,
  frameScript,
  type Http,
  newToken,
  readLanguage,
  renderStep,
  sendError,
  sendFrame,
} from './frames.ts';
import type { ToolKeys } from './keys.ts';
import { findPlatform, findPlatformByIssuer, type Platform } from './platform-store.ts';
import { followUrls, type PlatformDeps, registerByLink } from './platforms.ts';
import { LtiRefusal, launchLifetimeMs, readLaunch, readStorableText } from './rules.ts';
import {
  consumeLaunchRequest,
  findLaunchRequest,
  type Hints,
  insertLaunchRequest,
  type LaunchRequest,
} from './session-store.ts';
import { getLtiTexts } from './texts.ts';
import { ltiRefusedTotal } from './work.ts';

export type LaunchDeps = CourseDeps &
  PlatformDeps & {
    db: Database;
    clock: Clock;
    urls: Urls;
    keys: ToolKeys;
    throttle: Throttle;
    log: Logger;
  };

// A whole lecture hall may have the same IP address.
const clientLimit: RateLimit = { name: 'lti-client', points: 3_000, seconds: 300 };
const browserCookie = 'insignia.lti';
const MAX_HINT = 8_192;
const MAX_TOKEN = 96 * 1024;

type Fields = Record<string, unknown>;
type Attempt = Http & { platform: Platform | undefined; hints: Hints | undefined };

/** The URLs that platforms know. */
export function ltiPages(app: App, deps: LaunchDeps): void {
  const { keys } = deps;
  const course: CoursePages = createCoursePages(deps);
  const guard = (http: Http, run: (attempt: Attempt) => Promise<FastifyReply>) =>
    refuseOnError(deps, http, run);

  app.get<{ Querystring: Fields }>(withAccount(pagePaths.ltiLogin), framed, (request, reply) =>
    guard({ request, reply }, (attempt) => startLogin(deps, attempt, request.query)),
  );
  app.post(withAccount(pagePaths.ltiLogin), framed, (request, reply) =>
    guard({ request, reply }, (attempt) => startLogin(deps, attempt, readBody(request))),
  );

  app.get(withAccount(pagePaths.ltiLaunch), framed, (request, reply) =>
    guard({ request, reply }, async () => {
      throw new LtiRefusal('unknownRequest');
    }),
  );
  app.post(withAccount(pagePaths.ltiLaunch), framed, (request, reply) =>
    guard({ request, reply }, (attempt) => openLaunch(deps, course, attempt, readBody(request))),
  );

  app.post(pagePaths.ltiCourse, framed, (request, reply) =>
    guard({ request, reply }, (attempt) => course.act(attempt, readTextFields(request))),
  );

  app.get(withAccount(pagePaths.ltiKeys), async (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(await keys.publish(readAccount({ request }))),
  );

  app.get<{ Querystring: Fields }>(pagePaths.ltiRegister, framed, (request, reply) =>
    guard({ request, reply }, (attempt) => register(deps, attempt, request.query)),
  );

  frameScript.serve(app);
}

/** Limits requests per client, and turns refusals into a page and an audit entry. */
async function refuseOnError(
  deps: LaunchDeps,
  http: Http,
  run: (attempt: Attempt) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const attempt: Attempt = { ...http, platform: undefined, hints: undefined };
  try {
    await deps.throttle.take(clientLimit, clientAddress(http.request));
    return await run(attempt);
  } catch (error) {
    if (error instanceof LtiRefusal) return refuse(deps, attempt, error);
    throw error;
  }
}

async function refuse(
  deps: LaunchDeps,
  attempt: Attempt,
  refusal: LtiRefusal,
): Promise<FastifyReply> {
  const { reason, detail, cause } = refusal;
  const { platform, hints, request } = attempt;
  const { db, clock } = deps;
  const reference = createReference();
  db.figures.add(ltiRefusedTotal, { reason });
  deps.log.warn({ reason, detail, reference, platform: platform?.id, err: cause }, 'lti refused');
  const accountId = platform?.accountId ?? refusal.accountId;
  const provider = platform && { table: 'lti_platforms' as const, ...platform };
  const entry = { action: 'refuseLti', reference, reason, detail } as const;
  const isRecorded =
    accountId !== undefined &&
    (await db.write((trx) => recordRefusal(trx, accountId, provider, entry, clock())));
  const windowUrl =
    reason === 'noCookies' && hints && platform
      ? withQuery(buildLtiPaths(readAccount(attempt)).login, hints)
      : undefined;
  const shown = { ...(isRecorded && { reference }), windowUrl };
  return sendError(attempt, refusal, readLanguage(request), shown);
}

/** The first step of a launch: sends the browser back to the platform, which knows its user. */
async function startLogin(
  { db, clock, urls }: LaunchDeps,
  attempt: Attempt,
  fields: Fields,
): Promise<FastifyReply> {
  const accountId = readAccount(attempt);
  const launchUrl = urls.lti(accountId).launch;
  const { hints, storageTarget } = readLogin(fields, launchUrl);
  const platform = await requirePlatform(db, attempt, accountId, hints);
  const [state, nonce] = [newToken(), newToken()];
  const browser = readBrowser(attempt) ?? newToken();
  const expiresAt = new Date(clock().getTime() + launchLifetimeMs);
  const stored = {
    ...hints,
    ...(storageTarget && { storage: storageTarget }),
    ...(accountId !== undefined && { account: accountId }),
  };
  const waiting = { platformId: platform.id, nonce, browser: sha256(browser), hints: stored };
  await insertLaunchRequest(db, sha256(state), waiting, expiresAt);
  const location = buildAuthorizationUrl(platform, { state, nonce, hints, launchUrl });
  attempt.reply.header('set-cookie', formatCookie(browser));
  if (!storageTarget)
    return attempt.reply.header('cache-control', 'no-store').redirect(location, 303);
  return sendStorageStep(attempt, {
    next: location,
    script: {
      ...{ put: storageKey(state), value: browser, target: storageTarget },
      origin: new URL(platform.authorizationUrl).origin,
    },
  });
}

async function requirePlatform(
  db: Database,
  attempt: Attempt,
  accountId: string | undefined,
  hints: Hints,
): Promise<Platform> {
  const { iss: issuer = '', client_id: clientId, lti_deployment_id: deployment } = hints;
  const platform = await findPlatformByIssuer(db, accountId, { issuer, clientId });
  if (!platform) throw new LtiRefusal('unknownPlatform');
  attempt.platform = platform;
  if (platform.disabledAt) throw new LtiRefusal('platformOff');
  if (deployment !== undefined && !platform.deploymentIds.includes(deployment))
    throw new LtiRefusal('foreignDeployment', `deployment ${deployment}`);
  return platform;
}

/** The second step: the platform says who opens which activity. */
async function openLaunch(
  deps: LaunchDeps,
  course: CoursePages,
  attempt: Attempt,
  fields: Fields,
): Promise<FastifyReply> {
  const { db, clock } = deps;
  const token = readStorableText(fields.id_token, MAX_TOKEN) ?? '';
  const state = readStorableText(fields.state) ?? '';
  const id = sha256(state);
  const waiting = await findLaunchRequest(db, id, clock());
  const accountId = readAccount(attempt);
  attempt.platform = waiting
    ? await findPlatform(db, waiting.platformId)
    : await findSender(db, accountId, token);
  const { platform } = attempt;
  if (!waiting || !platform || waiting.hints.account !== accountId)
    throw new LtiRefusal('unknownRequest');
  const { storage } = waiting.hints;
  if (storage !== undefined && fields.browser === undefined && !isSameBrowser(attempt, waiting))
    return sendStorageStep(attempt, {
      form: {
        action: buildLtiPaths(accountId).launch,
        fields: { ...readAll(fields), browser: '' },
      },
      script: {
        ...{ get: storageKey(state), target: storage },
        origin: new URL(platform.authorizationUrl).origin,
      },
    });
  await takeRequest(deps, attempt, { id, waiting, stored: readStorableText(fields.browser) });
  if (fields.error !== undefined) throw new LtiRefusal('refusedByPlatform', readCode(fields.error));
  const claims = await deps.services.verify(platform, token);
  const opened = readLaunch(claims, platform, waiting.nonce);
  return course.open(attempt, await followUrls(deps, platform, accountId === undefined), opened);
}

/** Uses the state up, and requires the browser that it was given to. */
async function takeRequest(
  { db, urls }: LaunchDeps,
  attempt: Attempt,
  { id, waiting, stored }: { id: Buffer; waiting: LaunchRequest; stored: string | undefined },
): Promise<void> {
  if (!(await consumeLaunchRequest(db, id))) throw new LtiRefusal('unknownRequest');
  if (attempt.platform?.disabledAt) throw new LtiRefusal('platformOff');
  // Other sites could send a value of their own.
  const isOurs = attempt.request.headers.origin === urls.base;
  if (isSameBrowser(attempt, waiting, isOurs ? stored : undefined)) return;
  const { storage: _storage, account: _account, ...hints } = waiting.hints;
  attempt.hints = hints;
  throw new LtiRefusal('noCookies');
}

/** Dynamic registration, opened by a one-time link. */
async function register(
  deps: LaunchDeps,
  attempt: Attempt,
  { token, openid_configuration: url, registration_token: secret }: Fields,
): Promise<FastifyReply> {
  const configurationUrl = readStorableText(url, 2_048);
  if (!configurationUrl) throw new LtiRefusal('badMessage', 'openid_configuration');
  const { hasDeployment, platformUrl } = await registerByLink(deps, {
    ...{ token: readStorableText(token) ?? '', configurationUrl },
    registrationToken: readStorableText(secret, MAX_HINT),
  });
  const language = readLanguage(attempt.request);
  const { step: t } = getLtiTexts(language);
  const content = renderStep({
    ...{ heading: t.registered, script: {}, close: new URL(platformUrl).origin },
    lead: hasDeployment ? t.registeredLead : `${t.registeredLead} ${t.noDeployment}`,
  });
  const page = { title: t.registered, content };
  return sendFrame(attempt, page, { language, ancestors: anyFrame });
}

const readBody = ({ body }: Http['request']): Fields => (body ?? {}) as Fields;

/** Each of these is also the URL of the accounts that have their own. */
const withAccount = (path: string): string => `${path}/:accountId?`;

/** The account that the URL names. No account has the empty ID. */
function readAccount({ request }: Pick<Http, 'request'>): string | undefined {
  const { accountId } = request.params as { accountId?: string };
  return accountId === undefined ? undefined : (readId(accountId) ?? unknownAccount);
}

const unknownAccount = '00000000-0000-0000-0000-000000000000';

type StorageStep = {
  script: Record<string, string>;
  next?: string;
  form?: { action: string; fields: Record<string, string> };
};

/** A page that stores or reads a value in the platform, then continues by itself. */
function sendStorageStep(http: Http, step: StorageStep): FastifyReply {
  const language = readLanguage(http.request);
  const { step: t } = getLtiTexts(language);
  const content = renderStep({ ...step, heading: t.heading, button: t.continue });
  return sendFrame(http, { title: t.heading, content }, { language, ancestors: anyFrame });
}

function readLogin(
  fields: Fields,
  launchUrl: string,
): { hints: Hints; storageTarget: string | undefined } {
  const names = ['iss', 'login_hint', 'target_link_uri', 'lti_message_hint', 'client_id'] as const;
  const hints: Hints = {};
  for (const name of [...names, 'lti_deployment_id']) {
    if (!fields[name]) continue;
    const value = readStorableText(fields[name], MAX_HINT);
    if (value === undefined) throw new LtiRefusal('badMessage', name);
    hints[name] = value;
  }
  for (const name of ['iss', 'login_hint'] as const)
    if (hints[name] === undefined) throw new LtiRefusal('badMessage', name);
  const { target_link_uri: target } = hints;
  if (target !== undefined && target.split(/[?#]/, 1)[0] !== launchUrl)
    throw new LtiRefusal('badMessage', 'target_link_uri');
  const storage = readStorableText(fields.lti_storage_target, 100);
  return { hints, storageTarget: storage && /^[\w-]+$/.test(storage) ? storage : undefined };
}

function buildAuthorizationUrl(
  platform: Platform,
  {
    state,
    nonce,
    hints,
    launchUrl,
  }: Record<'state' | 'nonce' | 'launchUrl', string> & {
    hints: Hints;
  },
): string {
  const url = new URL(platform.authorizationUrl);
  const parameters = {
    ...{ scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none' },
    ...{ client_id: platform.clientId, state, nonce },
    redirect_uri: launchUrl,
    login_hint: hints.login_hint ?? '',
    ...(hints.lti_message_hint !== undefined && { lti_message_hint: hints.lti_message_hint }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const readCode = (value: unknown): string =>
  typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : 'unknown';
const readAll = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    ['id_token', 'state', 'error'].flatMap((name) => {
      const value = readStorableText(fields[name], MAX_TOKEN);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Neither the state nor the nonce itself, which only the platform's answer contains. */
const storageKey = (state: string): string =>
  `insignia_${sha256(`key ${state}`).toString('hex', 0, 8)}`;

/** In a frame, browsers keep it apart for each platform. */
const formatCookie = (value: string): string =>
  `${browserCookie}=${value}; Path=/lti; Max-Age=${launchLifetimeMs / 1_000}; HttpOnly; Secure; SameSite=None; Partitioned`;

function readBrowser({ request }: Http): string | undefined {
  const found = /(?:^|;\s*)insignia\.lti=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '');
  return found?.[1];
}

/** Otherwise someone could open an activity of their own in the browser of a victim. */
function isSameBrowser(http: Http, { browser }: LaunchRequest, stored?: string): boolean {
  return [readBrowser(http), stored].some(
    (value) => value !== undefined && equalBytes(sha256(value), browser),
  );
}

/** Whom an answer without a request of ours claims to be from, for that account's audit log. */
async function findSender(
  db: Database,
  accountId: string | undefined,
  token: string,
): Promise<Platform | undefined> {
  try {
    const { iss, aud } = decodeJwt(token);
    const clientId = [aud].flat()[0];
    return iss && clientId
      ? await findPlatformByIssuer(db, accountId, { issuer: iss, clientId })
      : undefined;
  } catch {
    return undefined;
  }
}
