import type { LtiFailure } from '@insignia/contract';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { describeOutboundError, type ProviderClient } from '../../platform/outbound/index.ts';
import type { ToolKeys } from './keys.ts';
import { type Platform, readUrlAccount } from './platform-store.ts';
import {
  agsScopes,
  clockToleranceSeconds,
  findNextPage,
  LtiRefusal,
  lineItemUrl,
  MAX_PEOPLE,
  MAX_ROSTER_PAGES,
  maxTokenAgeSeconds,
  type PlatformUser,
  readRoster,
  readScores,
  rosterScope,
  scoreMaximum,
} from './rules.ts';

const timeoutMs = 10_000;
/** Unknown keys make us fetch again, at most this often. */
const refetchMs = 30_000;
const keysLifetimeMs = 10 * 60_000;
const assertionSeconds = 300;
const MAX_CACHED = 1_000;
/** Moodle sends all people of a course in one response. */
const MAX_LIST_BYTES = 5 * 1024 * 1024;
/** Canvas sends 10 results per page, or up to 100. */
const RESULTS_PER_PAGE = 100;

/** A platform's service that failed. The message contains no personal data. */
export class ServiceError extends Error {
  readonly reason: LtiFailure;
  /** Repeating the request can't help. */
  readonly isPermanent: boolean;

  constructor(reason: LtiFailure, message: string, isPermanent = false, options?: ErrorOptions) {
    super(message.slice(0, 200), options);
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

type ServiceDeps = { provider: ProviderClient; keys: ToolKeys; clock: Clock };

type SentRequest = {
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  maxBytes?: number;
};
/** Sends a GET, or a POST if it has a body. Other statuses than 2xx are errors. */
type Send = (url: string, request: SentRequest) => Promise<Response>;

/** Requests to platforms. */
export type PlatformServices = ReturnType<typeof createPlatformServices>;

type ListRequest = {
  scope: string;
  accept: string;
  url: string;
  signal: AbortSignal | undefined;
  /** Asked for if the platform's own pages don't hold everything. */
  pageSize?: number;
};

function withPageSize(text: string, size: number): string {
  const url = new URL(text);
  url.searchParams.set('limit', String(size));
  return url.href;
}

export function createPlatformServices(deps: ServiceDeps) {
  const { provider, clock } = deps;
  const send = createSend(provider);
  const { requestToken, call } = createAuthorizedCalls(deps, send);
  const getKeySet = createKeySetCache(provider);

  async function readPages<T>(
    platform: Platform,
    request: ListRequest,
    read: (body: unknown) => T[],
  ): Promise<T[]> {
    const { scope, accept, url, signal, pageSize } = request;
    const rows: T[] = [];
    let next: string | undefined = url;
    for (let page = 0; next !== undefined; page++) {
      if (page === MAX_ROSTER_PAGES || rows.length > MAX_PEOPLE)
        throw new ServiceError('unsuitable', `the list has more than ${MAX_PEOPLE} people`, true);
      const response = await call(platform, scope, next, {
        ...{ headers: { accept }, signal, maxBytes: MAX_LIST_BYTES },
      });
      const found = read(await readJson(response));
      next = findNextPage(response.headers.get('link'), next);
      // Moodle, which sends everything at once, fails when it's asked for pages.
      const isSmall = page === 0 && next !== undefined && pageSize !== undefined;
      if (isSmall) next = withPageSize(url, pageSize);
      else rows.push(...found);
    }
    return rows;
  }

  return {
    /** Refused unless signed by the platform, for us, and fresh. */
    async verify(platform: Platform, token: string): Promise<JWTPayload> {
      try {
        const { payload } = await jwtVerify(token, getKeySet(platform.jwksUrl), {
          algorithms: ['RS256'],
          issuer: platform.issuer,
          audience: platform.clientId,
          clockTolerance: clockToleranceSeconds,
          maxTokenAge: maxTokenAgeSeconds,
          currentDate: clock(),
          requiredClaims: ['exp', 'iat', 'nonce'],
        });
        return payload;
      } catch (error) {
        throw toRefusal(error);
      }
    },

    async checkKeys(platform: Platform): Promise<void> {
      const response = await send(platform.jwksUrl, { headers: { accept: 'application/json' } });
      const { keys: found } = (await readJson(response)) as { keys?: unknown };
      if (!Array.isArray(found) || found.length === 0)
        throw new ServiceError('unsuitable', 'the server sent no keys');
    },

    async checkToken(platform: Platform): Promise<void> {
      await requestToken(platform, rosterScope);
    },

    readRoster(platform: Platform, url: string, signal?: AbortSignal): Promise<PlatformUser[]> {
      const accept = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json';
      return readPages(platform, { scope: rosterScope, accept, url, signal }, readRoster);
    },

    /** Scores of everyone, or of one person. */
    readScores(platform: Platform, lineItem: string, signal?: AbortSignal, subject?: string) {
      const accept = 'application/vnd.ims.lis.v2.resultcontainer+json';
      const url = new URL(lineItemUrl(lineItem, 'results'));
      if (subject !== undefined) url.searchParams.set('user_id', subject);
      return readPages(
        platform,
        { scope: agsScopes.results, accept, url: url.href, signal, pageSize: RESULTS_PER_PAGE },
        readScores,
      );
    },

    /** Reports that someone has completed the activity (AGS 2.0 §3.4). */
    async sendScore(
      platform: Platform,
      lineItem: string,
      { subject, at }: { subject: string; at: Date },
      signal?: AbortSignal,
    ) {
      await call(platform, agsScopes.score, lineItemUrl(lineItem, 'scores'), {
        signal,
        headers: { 'content-type': 'application/vnd.ims.lis.v1.score+json' },
        body: JSON.stringify({
          userId: subject,
          timestamp: at.toISOString(),
          scoreGiven: scoreMaximum,
          scoreMaximum,
          activityProgress: 'Completed',
          gradingProgress: 'FullyGraded',
        }),
      });
    },

    /** Requests of dynamic registration. */
    async requestJson(
      url: string,
      { token, body }: { token?: string | undefined; body?: object } = {},
    ) {
      const response = await send(url, {
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return readJson(response);
    },
  };
}

function createSend(provider: ProviderClient): Send {
  return async (url, request) => {
    const method = request.body === undefined ? 'GET' : 'POST';
    const response = await provider.fetch(url, { ...request, method }).catch((error: Error) => {
      throw toServiceError(error, provider.findRefusal(url) !== undefined);
    });
    if (response.status < 200 || response.status >= 300) throw await describeFailure(response);
    return response;
  };
}

/** Gets access tokens, and keeps them for later calls. */
function createAuthorizedCalls({ keys, clock }: ServiceDeps, send: Send) {
  const tokens = new Map<string, { token: string; until: number }>();

  /** Client credentials with a signed assertion (Security Framework §4.1). */
  async function requestToken(platform: Platform, scope: string, signal?: AbortSignal) {
    const assertion = await keys.sign(
      readUrlAccount(platform),
      { iss: platform.clientId, sub: platform.clientId, aud: platform.tokenUrl, jti: newId() },
      assertionSeconds,
    );
    const response = await send(platform.tokenUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        scope,
      }).toString(),
      signal,
    });
    return readToken(await readJson(response));
  }

  async function authorize(platform: Platform, scope: string, signal?: AbortSignal) {
    const key = `${platform.id} ${platform.updatedAt.getTime()} ${scope}`;
    const now = clock().getTime();
    const found = tokens.get(key);
    if (found && found.until > now) return { key, token: found.token };
    const { token, seconds } = await requestToken(platform, scope, signal);
    // Shorter than granted, so that none expires on its way.
    remember(tokens, key, { token, until: now + Math.min(seconds - 60, 3_600) * 1_000 });
    return { key, token };
  }

  async function call(
    platform: Platform,
    scope: string,
    url: string,
    { headers, ...request }: SentRequest,
  ): Promise<Response> {
    const { key, token } = await authorize(platform, scope, request.signal);
    try {
      return await send(url, {
        ...request,
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
    } catch (error) {
      if ((error as { status?: number }).status === 401) tokens.delete(key);
      throw error;
    }
  }

  return { requestToken, call };
}

function readToken(body: unknown): { token: string; seconds: number } {
  const { access_token: token, expires_in: seconds } = body as Record<string, unknown>;
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token))
    throw new ServiceError('unsuitable', 'the server sent no access token');
  return { token, seconds: typeof seconds === 'number' ? seconds : 300 };
}

function createKeySetCache(provider: ProviderClient) {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  return (url: string) => {
    const found = keySets.get(url) ?? createKeySet(url, provider);
    remember(keySets, url, found);
    return found;
  };
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
  for (const oldest of known.keys()) {
    if (known.size <= MAX_CACHED) break;
    known.delete(oldest);
  }
}

function toServiceError(error: Error, isRefused: boolean): ServiceError {
  const isLarge = error.message.startsWith('the response is larger');
  const message = isRefused || isLarge ? error.message : describeOutboundError(error);
  const isForbidden = isRefused || /private address/.test(error.message);
  const reason = isForbidden ? 'not_allowed' : isLarge ? 'unsuitable' : 'unreachable';
  return new ServiceError(reason, message, isRefused, { cause: error });
}

async function describeFailure(response: Response): Promise<ServiceError> {
  const { status } = response;
  if (status >= 300 && status < 400) return new ServiceError('unsuitable', 'the server redirects');
  // 409: the platform has a newer score (AGS 2.0 §3.4.9).
  const isTransient = status >= 500 || [401, 408, 425, 429].includes(status);
  const code = await readErrorCode(response);
  const error = new ServiceError(
    isTransient && status !== 401 ? 'unavailable' : 'refused',
    `the server returned ${status}${code && `: ${code}`}`,
    !isTransient,
  );
  return Object.assign(error, { status });
}

const createKeySet = (url: string, provider: ProviderClient) =>
  createRemoteJWKSet(new URL(url), {
    [customFetch]: (at: string, { headers, signal }: RequestInit) =>
      provider.fetch(at, { headers, signal: signal ?? null }),
    timeoutDuration: timeoutMs,
    cooldownDuration: refetchMs,
    cacheMaxAge: keysLifetimeMs,
  });

/** An error of the token, or of fetching the keys. */
function toRefusal(error: unknown): LtiRefusal {
  const { code, message } = error as { code?: string; message: string };
  const isJose = error instanceof errors.JOSEError;
  if (isJose && !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(code ?? ''))
    return new LtiRefusal('badToken', message, { cause: error });
  const detail =
    isJose || message.startsWith('the response is larger')
      ? message
      : describeOutboundError(error as Error);
  return new LtiRefusal('platformUnavailable', detail, { cause: error });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await response.text());
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Reported below.
  }
  throw new ServiceError('unsuitable', 'the response is not JSON');
}

/** OAuth error codes say what to correct. Other bodies may contain anything. */
async function readErrorCode(response: Response): Promise<string> {
  try {
    const { error } = JSON.parse(await response.text()) as { error?: unknown };
    return typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : '';
  } catch {
    return '';
  }
}
