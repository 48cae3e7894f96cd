import { randomBytes } from 'node:crypto';
import { createPathBuilder, pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { type App, clientAddress, readRequestLanguage } from '../../platform/http/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { definePage, readForm } from '../../platform/pages/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { findNextPath, type SingleSignOn } from '../people/index.ts';
import type { Protocols } from './connections.ts';
import {
  browserCookie,
  createSignInFlow,
  type FlowDeps,
  readBrowser,
  type SsoReport,
  type SwitchQuestion,
} from './flow.ts';
import type { Http, SignInAttempt } from './protocol.ts';
import {
  emailDomain,
  failedChecks,
  type SsoReason,
  SsoRefusal,
  signInLifetimeMs,
} from './rules.ts';
import { consumeSignInRequest, findConnectionByDomain, hasSsoDomains } from './store.ts';
import { getSsoTexts, type SsoTexts } from './texts.ts';

export type SsoPageDeps = Omit<FlowDeps, 'takeTurn' | 'showError' | 'showReport' | 'showSwitch'> & {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  protocols: Protocols;
};

/** A sign-in takes up to 3 requests, and many users may have the same IP address. */
const clientLimit: RateLimit = { name: 'sso-client', points: 360, seconds: 300 };

type ErrorData = { t: SsoTexts; reason: string; reference: string | undefined };
type ReportData = {
  t: SsoTexts['report'];
  name: string;
  refusal: string | undefined;
  checks: { label: string; isGood: boolean; detail: string }[];
  claims: [name: string, value: string][];
};
const errorView = definePage<ErrorData>(import.meta.url, './views/error.eta');
type SwitchData = SwitchQuestion & { t: SsoTexts['switch'] };
const switchView = definePage<SwitchData>(import.meta.url, './views/switch.eta');
const reportView = definePage<ReportData>(import.meta.url, './views/report.eta');

const MAX_CLAIMS = 100;
const MAX_CLAIM_LENGTH = 1_000;
const MAX_EMAIL = 254;

/** The pages of a sign-in, and those that the protocols add. */
export function ssoPages(app: App, deps: SsoPageDeps): void {
  const { protocols, throttle, urls } = deps;
  const flow = createSignInFlow({
    ...deps,
    takeTurn: (request) => throttle.take(clientLimit, clientAddress(request)),
    showError,
    showReport,
    showSwitch: (http, question) => {
      // The provider's form may have taken most of its lifetime.
      const browser = readBrowser(http.request);
      if (browser) http.reply.header('set-cookie', formatCookie(browser, urls.base));
      return showSwitch(http, question);
    },
  });
  for (const protocol of Object.values(protocols)) protocol.register(app, flow);

  app.get<{ Params: { connectionId: string }; Querystring: Record<string, unknown> }>(
    pagePaths.ssoStart,
    (request, reply) =>
      flow.guard({ request, reply }, request.params.connectionId, async (attempt) => {
        const { connection } = attempt;
        const { test, next, email, fresh } = request.query;
        const isTest = test !== undefined;
        if (isTest) await takeTest(deps, attempt, String(test));
        else if (connection.verifiedDomains.length === 0) throw new SsoRefusal('connectionOff');
        const browser = readBrowser(request) ?? randomBytes(32).toString('base64url');
        const location = await protocols[connection.protocol].start(connection, {
          ...{ isTest, browser: sha256(browser), personId: attempt.request?.personId ?? null },
          next: findNextPath({ next: readText(next) }),
          loginHint: readText(email)?.slice(0, MAX_EMAIL),
          isFresh: fresh !== undefined,
        });
        setPrivate(reply).header('set-cookie', formatCookie(browser, urls.base));
        return reply.redirect(location, 303);
      }),
  );

  app.post<{ Params: { connectionId: string } }>(pagePaths.ssoFinish, (request, reply) =>
    flow.guard({ request, reply }, request.params.connectionId, async (attempt) => {
      const { code } = readForm(z.object({ code: z.string() }), request, urls.base);
      return flow.confirmSwitch(attempt, code);
    }),
  );
}

/** For the sign-in page, which asks for the address first. */
export const createSingleSignOn = (db: Database): SingleSignOn => ({
  isUsed: () => hasSsoDomains(db),
  async findStart(email, next, isFresh) {
    const domain = emailDomain(email);
    const id = domain && (await findConnectionByDomain(db, domain));
    return id
      ? withQuery(startPath(id), { next, email, ...(isFresh && { fresh: 'yes' }) })
      : undefined;
  },
});
const startPath = createPathBuilder(pagePaths.ssoStart);

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Shows the report only to the admin who started the test. */
async function takeTest(
  { db, clock, identifyUser }: SsoPageDeps,
  attempt: SignInAttempt,
  token: string,
): Promise<void> {
  const own = { id: sha256(token), connectionId: attempt.connection.id, kind: 'test' } as const;
  const admin = await identifyUser(attempt.http.request);
  const found = admin && (await consumeSignInRequest(db, { ...own, now: clock() }));
  if (!found || admin.personId !== found.personId) throw new SsoRefusal('unknownRequest');
  attempt.request = found;
}

function formatCookie(value: string, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const age = signInLifetimeMs / 1_000;
  return `${browserCookie}=${value}; Path=/sso; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

const setPrivate = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    ...{ vary: 'Accept-Language, Cookie', 'cache-control': 'no-store' },
    'x-robots-tag': 'noindex',
  });

function showError(
  { request, reply }: Http,
  reason: SsoReason,
  reference: string | undefined,
): FastifyReply {
  const language = readRequestLanguage(request);
  const t = getSsoTexts(language);
  const data = { t, reason: t.reasons[reason], reference: reference && t.reference(reference) };
  const status = reason === 'providerUnavailable' ? 502 : reason === 'unknownRequest' ? 400 : 403;
  return errorView(setPrivate(reply), t.heading, data, status, language);
}

function showSwitch({ request, reply }: Http, question: SwitchQuestion): FastifyReply {
  const language = readRequestLanguage(request);
  const { switch: t } = getSsoTexts(language);
  return switchView(setPrivate(reply), t.heading, { t, ...question }, 200, language);
}

function showReport(
  { request, reply }: Http,
  { connection, checks, claims, refusal }: SsoReport,
): FastifyReply {
  const language = readRequestLanguage(request);
  const { report: t, reasons } = getSsoTexts(language);
  const labels: Partial<Record<string, string>> = t.checks;
  const states: Partial<Record<string, string>> = t.states;
  const lines = checks.map(({ check, isGood, detail }) => ({
    ...{ label: labels[check] ?? check, isGood, detail: states[detail] ?? detail },
  }));
  const failed = refusal && {
    label: labels[failedChecks[refusal.reason]] ?? '',
    ...{ isGood: false, detail: refusal.detail ?? reasons[refusal.reason] },
  };
  const data = {
    ...{ t, name: connection.name, refusal: refusal && reasons[refusal.reason] },
    checks: [...lines, ...(failed ? [failed] : [])],
    claims: Object.entries(claims)
      .slice(0, MAX_CLAIMS)
      .map(([name, value]): [string, string] => [
        name,
        (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_CLAIM_LENGTH),
      ]),
  };
  return reportView(setPrivate(reply), t.heading, data, 200, language);
}
