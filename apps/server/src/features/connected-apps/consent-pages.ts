import { type Language, pagePaths } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type App, readRequestLanguage } from '../../platform/http/index.ts';
import type { RateLimit } from '../../platform/limits/throttle.ts';
import {
  definePage,
  pagePolicy,
  readPageProblem,
  readTextFields,
} from '../../platform/pages/index.ts';
import type { PageUser, PageViewer } from '../access/index.ts';
import {
  addParameters,
  appScopes,
  isRegisteredUri,
  listPermissions,
  MAX_AUTHORIZATION_LENGTH,
  type Permission,
  readAuthorization,
} from './rules.ts';
import { findApp, type RegisteredApp } from './store.ts';
import { appConnectedEmail, type ConnectedAppTexts, getConnectedAppTexts } from './texts.ts';
import { grantCode, type TokenDeps } from './tokens.ts';

export type ConsentDeps = TokenDeps & { urls: Urls; identifyUser: PageUser };

type ConsentData = {
  t: ConnectedAppTexts['consent'];
  app: string;
  host: string;
  permissions: Permission[];
  stays: boolean;
  /** The query of the request. */
  request: string;
  personId: string;
  email: string;
};
type RefusedData = {
  t: ConnectedAppTexts['error'];
  reason: string;
  /** Leads to the app with the error, if its address is known. */
  away: { url: string; text: string } | undefined;
};

const consentView = definePage<ConsentData>(import.meta.url, './views/consent.eta');
const refusedView = definePage<RefusedData>(import.meta.url, './views/refused.eta');

// Browsers apply `form-action` to redirects of the form, which lead to the app and from there anywhere.
const [, consentPolicy = ''] = pagePolicy({ 'form-action': ["'self'", 'https:', 'http:'] });

const consentLimit: RateLimit = { name: 'app-consents', points: 60, seconds: 3_600 };

type Refusal = Exclude<keyof ConnectedAppTexts['error'], 'heading' | 'back' | 'away'>;

/**
 * A request that must not be answered by a redirect: the URL may be anyone's (RFC 6749 §4.1.2.1).
 * `away` leads there with the error, once the user asks for it: anyone can register an app, so a
 * redirect would make every link to us a link to them (RFC 9700 §4.11.2).
 */
class ConsentRefusal extends Error {
  readonly reason: Refusal;
  readonly away: string | undefined;

  constructor(reason: Refusal, away?: string) {
    super(reason);
    this.reason = reason;
    this.away = away;
  }
}

type Query = Readonly<Record<string, unknown>>;

/** The page on which a user allows an app to use their credentials. Works without JavaScript. */
export function consentPages(app: App, deps: ConsentDeps): void {
  const { db, urls, identifyUser } = deps;

  app.get<{ Querystring: Query }>(pagePaths.authorizeApp, (request, reply) =>
    refuseOnError(reply, async () => {
      const { query } = request;
      const { app: asking, redirectUri } = await requireApp(db, query);
      const found = readAuthorization(query, asking.scopes);
      if ('error' in found) {
        const { error, text: description } = found;
        const parameters = { error, error_description: description };
        const url = createBackUrl({ redirectUri, query, issuer: urls.base }, parameters);
        throw new ConsentRefusal('incomplete', url);
      }
      const user = await identifyUser(request);
      if (!user) return askToSignIn(reply, query, urls.base);
      const language = prepareReply(reply);
      const { consent: t } = getConnectedAppTexts(language);
      const data = {
        ...{ t, app: asking.name, host: new URL(redirectUri).host },
        ...{ personId: user.personId, email: user.email },
        permissions: listPermissions(found.scopes),
        stays: found.scopes.includes(appScopes.stay),
        request: encodeQuery(query),
      };
      reply.header('content-security-policy', consentPolicy);
      return consentView(reply, t.heading(asking.name), data, 200, language);
    }),
  );

  app.post(pagePaths.authorizeApp, (request, reply) =>
    refuseOnError(reply, async () => {
      const { query, act, personId } = readDecision(request, urls.base);
      const { app: asking, redirectUri } = await requireApp(db, query);
      const found = readAuthorization(query, asking.scopes);
      if ('error' in found) throw new ConsentRefusal('incomplete');
      const back = { redirectUri, query, issuer: urls.base };
      if (act !== 'allow') return sendBack(reply, back, { error: 'access_denied' });
      const user = await identifyUser(request);
      if (!user) return askToSignIn(reply, query, urls.base);
      // Someone else has signed in since the page was opened.
      if (user.personId !== personId)
        return reply.redirect(`${pagePaths.authorizeApp}?${encodeQuery(query)}`, 303);
      const language = prepareReply(reply);
      const code = await allow(deps, user, asking, { redirectUri, ...found, language });
      return sendBack(reply, back, { code });
    }),
  );
}

/** Sets the headers of each reply, and chooses its language. */
function prepareReply(reply: FastifyReply): Language {
  reply.headers({
    ...{ vary: 'Accept-Language, Cookie', 'cache-control': 'no-store' },
    'x-robots-tag': 'noindex',
  });
  return readRequestLanguage(reply.request);
}

/** Shows errors as a page. */
async function refuseOnError(
  reply: FastifyReply,
  run: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await run();
  } catch (error) {
    return refuse(reply, error);
  }
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const language = prepareReply(reply);
  const { error: t } = getConnectedAppTexts(language);
  const found = error instanceof ConsentRefusal ? undefined : readPageProblem(error, reply);
  const byCode: Partial<Record<string, Refusal>> = {
    too_many_requests: 'tooMany',
    origin_mismatch: 'origin',
  };
  const reason =
    error instanceof ConsentRefusal ? error.reason : (byCode[found?.problem.code ?? ''] ?? 'other');
  const url = error instanceof ConsentRefusal ? error.away : undefined;
  const away =
    url === undefined ? undefined : { url, text: t.away(`\u2068${new URL(url).host}\u2069`) };
  const data = { t, reason: t[reason], away };
  return refusedView(reply, t.heading, data, found?.status ?? 400, language);
}

async function requireApp(
  db: Database,
  query: Query,
): Promise<{ app: RegisteredApp; redirectUri: string }> {
  if (encodeQuery(query).length > MAX_AUTHORIZATION_LENGTH) throw new ConsentRefusal('incomplete');
  const { client_id: clientId, redirect_uri: redirectUri } = query;
  const id = typeof clientId === 'string' ? readId(clientId) : undefined;
  const app = id && id === clientId ? await findApp(db, id) : undefined;
  if (!app) throw new ConsentRefusal('unknownApp');
  if (typeof redirectUri !== 'string' || !isRegisteredUri(app.redirectUris, redirectUri))
    throw new ConsentRefusal('foreignAddress');
  return { app, redirectUri };
}

type Back = { redirectUri: string; query: Query; issuer: string };

function createBackUrl(
  { redirectUri, query, issuer }: Back,
  parameters: Record<string, string>,
): string {
  const state = typeof query.state === 'string' ? query.state : undefined;
  return addParameters(redirectUri, { ...parameters, state, iss: issuer });
}

/** Sends the user back to the app, after they pressed a button. */
function sendBack(
  reply: FastifyReply,
  back: Back,
  parameters: Record<string, string>,
): FastifyReply {
  prepareReply(reply);
  return reply.redirect(createBackUrl(back, parameters), 303);
}

function askToSignIn(reply: FastifyReply, query: Query, baseUrl: string): FastifyReply {
  prepareReply(reply);
  reply.header('set-cookie', formatCookie(encodeQuery(query), baseUrl));
  return reply.redirect(pagePaths.mySignIn, 303);
}

/** Grants a code and queues an email about it. */
async function allow(
  deps: ConsentDeps,
  user: PageViewer,
  asking: RegisteredApp,
  request: { redirectUri: string; scopes: string[]; challenge: string; language: Language },
): Promise<string> {
  const { language, ...consent } = request;
  await deps.throttle.take(consentLimit, user.personId);
  const { host } = new URL(consent.redirectUri);
  const notice = appConnectedEmail(host, deps.urls.base + pagePaths.mySettings, language);
  const code = await grantCode(deps, user, { appId: asking.id, ...consent, notice });
  if (code === undefined) throw new ConsentRefusal('unknownApp');
  return code;
}

/** The button that was pressed, and the request and the user that the page showed. */
function readDecision(request: FastifyRequest, baseUrl: string) {
  if (request.headers.origin !== baseUrl) throw new Problem('origin_mismatch');
  const {
    request: asked = '',
    act,
    user,
  }: Partial<Record<string, string>> = readTextFields(request);
  return { query: Object.fromEntries(new URLSearchParams(asked)), act, personId: user };
}

export const consentUrl = (base: string): string => base + pagePaths.authorizeApp;

const encodeQuery = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  ).toString();

const pendingCookie = 'insignia.authorize';
const signInSeconds = 900;

/** Remembers the request while the user signs in. Each way to sign in ends at My credentials. */
function formatCookie(query: string, baseUrl: string, age = signInSeconds): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${pendingCookie}=${query}; Path=${pagePaths.my}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** The consent page that a user was on their way to when they signed in. Forgets it. */
export function takePendingConsent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): string | undefined {
  const cookies = headers.cookie ?? '';
  const query = /(?:^|;\s*)insignia\.authorize=([\w.%&=+*~-]+)(?:;|$)/.exec(cookies)?.[1];
  if (query === undefined) return undefined;
  reply.header('set-cookie', formatCookie('', baseUrl, 0));
  return `${pagePaths.authorizeApp}?${query}`;
}
