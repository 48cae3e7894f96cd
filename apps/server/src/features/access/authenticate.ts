import {
  type Access,
  type ErrorCode,
  type Operation,
  operations,
  roleRanks,
} from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import type { Caller, User } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Database, isDatabaseUnavailable } from '../../platform/db/index.ts';
import type { Authenticate } from '../../platform/http/index.ts';
import {
  type Auth,
  type BindDeps,
  createAuthHeaders,
  findSignInTime,
  hasSecondFactor,
  isSsoOnly,
  readSession,
} from '../people/index.ts';
import { authenticateKey, type KeyCache, type KeyUsage } from './authenticate-key.ts';
import { createExternalTokens, type ExternalProvider } from './external-tokens.ts';
import { type AccountRules, findCallerByUser, findOpenSession, hasAccount } from './store.ts';

type AuthenticateDeps = BindDeps & {
  auth: Auth;
  usage: KeyUsage;
  baseUrl: string;
  keys: KeyCache;
  /** An identity provider whose tokens are accepted. */
  oidc: ExternalProvider | undefined;
};
type Parts = Pick<AuthenticateDeps, 'db' | 'auth' | 'usage' | 'baseUrl' | 'keys'> & {
  tokens: Tokens;
};

/** Authenticates a request. The first credential present decides, and a bad one is 401. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { db, auth, baseUrl, oidc } = deps;
  const external = oidc && { issuer: oidc.issuer, read: createExternalTokens(oidc, deps) };
  const parts: Parts = { ...deps, tokens: createTokens(db, auth, baseUrl, external) };
  return async (access, request) => {
    const key = request.headers['x-api-key'];
    let caller: Caller;
    if (key !== undefined) caller = await authenticateKey(parts, String(key));
    else {
      const user = await readUser(parts, request);
      if (access.isOwn && user.isSsoOnly) throw new Problem('own_sign_in_required');
      if (access.who === 'person') return user;
      caller = await findMember(parts, user, request.headers['x-account-id']);
    }
    const code = findAccessError(access, caller);
    if (code) throw new Problem(code);
    return caller;
  };
}

/** Both the scope and the role must allow it (decisions, "Authentication"). Undefined if they do. */
export function findAccessError(
  access: Exclude<Access, 'public'>,
  caller: Caller,
): ErrorCode | undefined {
  if (access.who === 'person' || access.personOnly) if (caller.keyId) return 'person_required';
  if (access.isOwn && caller.isSsoOnly) return 'own_sign_in_required';
  if (access.who === 'person') return undefined;
  if (access.scope === 'write' && caller.scope === 'read') return 'scope_too_small';
  // Also refuses a role of a newer release, which has no rank here.
  return roleRanks[caller.role] >= roleRanks[access.role] ? undefined : 'role_too_small';
}

async function readUser({ auth, tokens, baseUrl }: Parts, request: FastifyRequest): Promise<User> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return tokens.read(authorization);
  if (!cookie?.includes('insignia.session_token')) throw new Problem('unauthorized');
  const found = await readSession(auth, createAuthHeaders(request));
  if (!found) throw new Problem('invalid_credentials');
  refuseForeignWrite(request, baseUrl);
  request.userLanguage = found.user.language;
  const { session, user } = found;
  return {
    personId: user.id,
    email: user.email,
    name: user.name,
    signedInAt: findSignInTime(session, user.twoFactorEnabled),
    sessionId: session.id,
    hasSecondFactor: hasSecondFactor(session, user.twoFactorEnabled),
    ssoConnectionId: session.ssoConnection ?? undefined,
    isSsoOnly: isSsoOnly(session, user.twoFactorEnabled),
    byCookie: true,
  };
}

/**
 * Browsers send the cookie with requests from any site, so a write must have our origin and a
 * content type that forms can't send.
 */
function refuseForeignWrite(
  { method, headers, routeOptions }: FastifyRequest,
  baseUrl: string,
): void {
  const { operation } = routeOptions.config;
  if (method === 'GET' || method === 'HEAD') return;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const { accepts = ['application/json'] }: Partial<Operation> = operation
    ? operations[operation]
    : {};
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (headers.origin !== baseUrl || (hasBody && !accepts.includes(type)))
    throw new Problem('origin_mismatch');
}

async function findMember(
  { db }: Parts,
  user: User,
  header: string | string[] | undefined,
): Promise<Caller> {
  const accountId = header === undefined ? undefined : readId(String(header));
  if (header !== undefined && !accountId) throw new Problem('account_not_found');
  const member = await findCallerByUser(db, user, accountId);
  if (!member && !accountId && !(await hasAccount(db, user.personId)))
    throw new Problem('account_required');
  if (!member) throw new Problem(accountId ? 'account_not_found' : 'invalid_credentials');
  const { requiresSecondFactor, requiredSso, isOwnSso, ...caller } = member;
  const code = findSessionError(user, { requiresSecondFactor, requiredSso, isOwnSso });
  if (code) throw new Problem(code);
  const { signedInAt, isSsoOnly } = user;
  return { ...caller, scope: 'write', keyId: undefined, signedInAt, isSsoOnly };
}

/** Undefined if the account accepts the way in which the session was opened. */
function findSessionError(
  { sessionId, ssoConnectionId, isSsoOnly, hasSecondFactor }: User,
  { requiredSso, isOwnSso, requiresSecondFactor }: AccountRules,
): ErrorCode | undefined {
  // Tokens of the operator's identity provider have no session.
  if (requiredSso && sessionId && requiredSso !== ssoConnectionId) return 'sso_required';
  if (isSsoOnly && !isOwnSso) return 'own_sign_in_required';
  // The account's own identity provider has second factors of its own.
  if (requiresSecondFactor && !hasSecondFactor && !isOwnSso) return 'second_factor_required';
  return undefined;
}

/** The signed-in user of a page, or undefined. Call it before the language of the page is chosen. */
export type PageUser = (request: FastifyRequest) => Promise<PageViewer | undefined>;

export type PageViewer = Pick<User, 'personId' | 'email' | 'sessionId' | 'signedInAt'> & {
  /** Undefined for the language of the browser. */
  language: string | undefined;
};

/** `allowsSsoOnly`: also for sessions that only an identity provider vouches for. */
export function createPageUser(auth: Auth, { allowsSsoOnly = false } = {}): PageUser {
  return async (request) => {
    if (!request.headers.cookie?.includes('insignia.session_token')) return undefined;
    const found = await readSession(auth, createAuthHeaders(request));
    if (!found) return undefined;
    const { session, user } = found;
    request.userLanguage = user.language;
    if (!allowsSsoOnly && isSsoOnly(session, user.twoFactorEnabled)) return undefined;
    return {
      ...{ personId: user.id, email: user.email },
      ...{ sessionId: session.id, signedInAt: findSignInTime(session, user.twoFactorEnabled) },
      language: user.language ?? undefined,
    };
  };
}

type Tokens = { read: (authorization: string) => Promise<User> };

/**
 * Verifies our JWTs, which stop working when their session ends, and those of the external
 * provider. An unknown key id triggers a refresh.
 */
function createTokens(
  db: Database,
  auth: Auth,
  baseUrl: string,
  external?: { issuer: string; read: (token: string) => Promise<User> },
): Tokens {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  const load = async (): Promise<typeof keys> => {
    keys = createLocalJWKSet(await auth.api.getJwks());
    return keys;
  };
  const verify = async (token: string): Promise<JWTPayload> => {
    const expected = { issuer: baseUrl, audience: baseUrl, clockTolerance: 5 };
    const known = keys ?? (await load());
    try {
      return (await jwtVerify(token, known as never, expected)).payload;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      return (await jwtVerify(token, (await load()) as never, expected)).payload;
    }
  };
  return {
    async read(authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (!token) throw new Problem('invalid_credentials');
      if (external && readTokenIssuer(token) === external.issuer) return external.read(token);
      const payload = await verify(token).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        throw new Problem('invalid_credentials');
      });
      const { sub: personId = '', sid, email, name, auth_time: at } = payload;
      const sessionId = readId(String(sid));
      const session = sessionId && (await findOpenSession(db, personId, sessionId));
      if (!session) throw new Problem('invalid_credentials');
      return {
        personId,
        email: String(email),
        name: String(name),
        signedInAt: at === undefined ? undefined : new Date(Number(at) * 1_000),
        sessionId,
        hasSecondFactor: hasSecondFactor(session, session.hasApp),
        ssoConnectionId: session.ssoConnectionId ?? undefined,
        isSsoOnly: isSsoOnly(session, session.hasApp),
        byCookie: false,
      };
    },
  };
}

/** Only selects the key to verify with. Nothing is trusted yet. */
function readTokenIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
