import { randomBytes } from 'node:crypto';
import { createPathBuilder, pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import type { Database } from '../../platform/db/index.ts';
import { readRequestLanguage } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts';
import type { PageUser } from '../access/index.ts';
import { createReference, recordRefusal } from '../audit/index.ts';
import {
  type Auth,
  countSignIn,
  createAuthHeaders,
  findNextPath,
  isDisabled,
  isRecentSignIn,
  passCookies,
  unwrapCause,
} from '../people/index.ts';
import { type AdmitDeps, admitIdentity, testIdentity } from './admit.ts';
import type { Http, SignInAttempt, SignInFlow } from './protocol.ts';
import type { SsoCheck } from './rules.ts';
import { type SsoReason, SsoRefusal, signInLifetimeMs } from './rules.ts';
import {
  type Connection,
  consumeSignInRequest,
  endUserSessions,
  findConnection,
  insertSsoRequest,
  isAdmitted,
  lockUnchanged,
  type SsoRequest,
} from './store.ts';

export const ssoRefusedTotal = 'insignia_sso_refused_total';

export const hashState = (state: string): Buffer => sha256(state);

export const browserCookie = 'insignia.sso';

export function readBrowser({ headers }: FastifyRequest): string | undefined {
  const found = /(?:^|;\s*)insignia\.sso=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '');
  return found?.[1];
}

export function requireSameBrowser(request: FastifyRequest, expected: Buffer | null): void {
  const browser = readBrowser(request);
  // In another browser, an attacker could sign a victim in to the attacker's account.
  if (!browser || !expected || !equalBytes(sha256(browser), expected))
    throw new SsoRefusal('otherBrowser');
}

/** Asks whether another user replaces the one who is signed in. */
export type SwitchQuestion = { action: string; code: string; current: string; next: string };

export type SsoReport = {
  connection: Connection;
  checks: SsoCheck[];
  claims: Record<string, unknown>;
  refusal: { reason: SsoReason; detail: string | undefined } | undefined;
};

export type FlowDeps = AdmitDeps & {
  db: Database;
  auth: Auth;
  log: Logger;
  identifyUser: PageUser;
  /** Invalidates cached API keys. */
  invalidateKeys: () => Promise<void>;
  /** Counts the client's requests. */
  takeTurn: (request: FastifyRequest) => Promise<void>;
  /** `reference` names the entry in the audit log, if there is one. */
  showError: (http: Http, reason: SsoReason, reference: string | undefined) => FastifyReply;
  showReport: (http: Http, report: SsoReport) => FastifyReply;
  showSwitch: (http: Http, question: SwitchQuestion) => FastifyReply;
};

const finishPath = createPathBuilder(pagePaths.ssoFinish);

type OpenedSession = Pick<SsoRequest, 'next'> & {
  personId: string;
  authenticatedAt?: Date | undefined;
};

export function createSignInFlow(deps: FlowDeps): SignInFlow {
  const { db, clock, auth, log, invalidateKeys, takeTurn, showError, showReport, showSwitch } =
    deps;

  const refuse = async (
    http: Http,
    { reason, detail, cause }: SsoRefusal,
    connection: Connection | undefined,
  ): Promise<FastifyReply> => {
    const reference = createReference();
    db.figures.add(ssoRefusedTotal, { reason });
    log.warn({ reason, detail, reference, connection: connection?.id, err: cause }, 'sso refused');
    const provider = connection && { table: 'sso_connections' as const, ...connection };
    const entry = { action: 'refuseSso', reference, reason, detail } as const;
    const isRecorded =
      provider &&
      (await db.write((trx) => recordRefusal(trx, provider.accountId, provider, entry, clock())));
    return showError(http, reason, isRecorded ? reference : undefined);
  };

  /** Any site may start a sign-in at its own provider, so it replaces nobody's session without asking. */
  const askToSwitch = async (
    { http, connection, request }: SignInAttempt,
    question: Pick<SwitchQuestion, 'current' | 'next'> & { personId: string },
  ): Promise<FastifyReply> => {
    const { personId, current, next } = question;
    const code = randomBytes(32).toString('base64url');
    const isSaved = await insertSsoRequest(db, {
      ...{
        id: sha256(code),
        connectionId: connection.id,
        kind: 'confirm',
        isTest: false,
        personId,
      },
      ...{ next: findNextPath({ next: request?.next }), browser: request?.browser ?? null },
      ...{ nonce: null, verifier: null },
      expiresAt: new Date(clock().getTime() + signInLifetimeMs),
    });
    if (!isSaved) throw new SsoRefusal('connectionOff');
    return showSwitch(http, { action: finishPath(connection.id), code, current, next });
  };

  const openSession = async (
    { http, connection }: SignInAttempt,
    { personId, next, authenticatedAt }: OpenedSession,
  ): Promise<FastifyReply> => {
    if (await isDisabled(db, personId)) throw new SsoRefusal('disabled');
    const { headers, response } = await auth.api
      .startSsoSession({
        body: { personId, ssoConnection: connection.id, authenticatedAt },
        headers: createAuthHeaders(http.request),
        returnHeaders: true,
      })
      .catch((error: { statusCode?: number }) => {
        throw error.statusCode === 401 ? new SsoRefusal('disabled') : unwrapCause(error);
      });
    const isOpen = await db.write(async (trx) => {
      const isUnchanged = await lockUnchanged(trx, connection);
      if (isUnchanged && (await isAdmitted(trx, connection, personId))) return true;
      await endUserSessions(trx, connection.id, personId);
      return false;
    });
    if (!isOpen) throw new SsoRefusal('unknownRequest');
    countSignIn(db, 'sso', response.user ? 'succeeded' : 'continued');
    passCookies(headers, http.reply);
    const path = response.user ? next : withQuery(pagePaths.secondStep, { next });
    return http.reply.header('cache-control', 'no-store').redirect(path, 303);
  };

  return {
    async guard(http, connectionId, run) {
      await takeTurn(http.request);
      const id = readId(connectionId);
      const connection = id ? await findConnection(db, id) : undefined;
      if (!connection) return refuse(http, new SsoRefusal('unknownRequest'), undefined);
      const attempt: SignInAttempt = { http, connection, request: undefined, checks: [] };
      const done = await runAttempt(attempt, run);
      if (!(done instanceof SsoRefusal)) return done;
      if (!attempt.request?.isTest) return refuse(http, done, connection);
      return showReport(http, { connection, checks: attempt.checks, claims: {}, refusal: done });
    },

    async takeRequest(attempt, state, { isFromOtherSite = false } = {}) {
      const { connection, http } = attempt;
      const own = { id: hashState(state), connectionId: connection.id, kind: 'sign-in' } as const;
      const found = await consumeSignInRequest(db, { ...own, now: clock() });
      if (!found) throw new SsoRefusal('unknownRequest');
      if (!isFromOtherSite) requireSameBrowser(http.request, found.browser);
      attempt.request = found;
    },

    async complete(attempt, identity) {
      const { http, connection, request, checks } = attempt;
      if (request?.isTest) {
        const refusal = await testIdentity(deps, connection, identity, checks).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof SsoRefusal) return error;
            throw error;
          },
        );
        return showReport(http, { connection, checks, claims: identity.claims, refusal });
      }
      const { personId, hasNewRole } = await admitIdentity(deps, connection, identity, {
        ...{ checks, language: readRequestLanguage(http.request) },
      });
      if (hasNewRole) await invalidateKeys();
      const user = await deps.identifyUser(http.request);
      if (user && user.personId !== personId) {
        const { email: current } = user;
        return askToSwitch(attempt, { personId, current, next: identity.email ?? '' });
      }
      const { authenticatedAt: at } = identity;
      const isRecent = isRecentSignIn(at, clock().getTime());
      return openSession(attempt, {
        ...{ personId, next: findNextPath({ next: request?.next }) },
        ...(at !== undefined && isRecent && { authenticatedAt: new Date(at) }),
      });
    },

    async confirmSwitch(attempt, code) {
      const { connection, http } = attempt;
      const own = { id: sha256(code), connectionId: connection.id, kind: 'confirm' } as const;
      const found = await consumeSignInRequest(db, { ...own, now: clock() });
      if (!found?.personId) throw new SsoRefusal('unknownRequest');
      requireSameBrowser(http.request, found.browser);
      return openSession(attempt, { personId: found.personId, next: found.next });
    },
  };
}

async function runAttempt(
  attempt: SignInAttempt,
  run: (attempt: SignInAttempt) => Promise<FastifyReply>,
): Promise<FastifyReply | SsoRefusal> {
  if (attempt.connection.disabledAt) return new SsoRefusal('connectionOff');
  return run(attempt).catch((error: unknown) => {
    if (error instanceof SsoRefusal) return error;
    throw error;
  });
}
