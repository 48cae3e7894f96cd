import { createHash, randomBytes } from 'node:crypto';
import { type ErrorDetail, pagePaths, type SsoConnectionChange } from '@insignia/contract';
import type { Configuration, CustomFetch } from 'openid-client';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  describeOutboundError,
  type ProviderClient,
  unresolvedHost,
} from '../../platform/outbound/index.ts';
import { MissingSecretError, type Sealer } from '../../platform/secrets/index.ts';
import { hashState } from './flow.ts';
import type { SignInAttempt, SsoProtocol, StartedRequest } from './protocol.ts';
import type { SsoIdentity } from './rules.ts';
import { isSoon, SsoRefusal, signInLifetimeMs, vouchesForEmail } from './rules.ts';
import { type Connection, insertSsoRequest } from './store.ts';

export type OidcDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  sealer: Sealer;
  provider: ProviderClient;
};

/** Settings as stored. */
type OidcSettings = {
  issuer: string;
  clientId: string;
  scopes: string[];
  secretExpiresAt: string | null;
};
const readSettings = ({ settings }: Pick<Connection, 'settings'>) =>
  settings as unknown as OidcSettings;

const defaultScopes = ['openid', 'email', 'profile'];
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
const timeoutSeconds = 10;
/** New signing keys are found earlier: a token with an unknown key makes openid-client fetch the keys again. */
const discoveryLifetimeMs = 10 * 60_000;
const MAX_DISCOVERIES = 500;
const MAX_DETAIL = 200;

/** OpenID Connect: authorization code with PKCE, state, nonce and `iss`. */
export function createOidc(deps: OidcDeps): SsoProtocol {
  const { db, clock, urls, provider } = deps;
  const discover = createDiscovery(deps);
  return {
    async prepare(input) {
      const issuerErrors = await findIssuerErrors(input.oidc?.issuer, provider);
      return {
        findErrors: (before) => findErrors(input, before, issuerErrors),
        apply: (before) => applySettings(input, before),
      };
    },

    describe: (connection) => ({
      oidc: { ...readSettings(connection), redirectUri: urls.ssoCallback(connection.id) },
    }),

    findWarnings(connection, now) {
      const { secretExpiresAt } = readSettings(connection);
      const at = secretExpiresAt === null ? undefined : new Date(secretExpiresAt);
      return at && isSoon(at.getTime(), now.getTime())
        ? [{ kind: 'secret', subject: null, at: at.toISOString() }]
        : [];
    },

    async start(connection, { loginHint, isFresh, ...started }: StartedRequest) {
      const { buildAuthorizationUrl } = await loadClient();
      const config = await discover(connection);
      const [state, nonce, verifier] = [newToken(), newToken(), newToken()];
      const isSaved = await insertSsoRequest(db, {
        ...{ ...started, id: hashState(state), connectionId: connection.id, kind: 'sign-in' },
        ...{ nonce, verifier, expiresAt: new Date(clock().getTime() + signInLifetimeMs) },
      });
      if (!isSaved) throw new SsoRefusal('connectionOff');
      const url = buildAuthorizationUrl(config, {
        redirect_uri: urls.ssoCallback(connection.id),
        scope: readSettings(connection).scopes.join(' '),
        ...{ state, nonce, response_type: 'code' },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(loginHint && { login_hint: loginHint }),
        // Equivalent to prompt=login (OpenID Connect Core §3.1.2.1), which Google refuses. Asks for `auth_time` too.
        ...(isFresh && { max_age: '0' }),
      });
      return url.href;
    },

    register(app, flow) {
      app.get<{ Params: { connectionId: string }; Querystring: Record<string, unknown> }>(
        pagePaths.ssoCallback,
        (request, reply) =>
          flow.guard({ request, reply }, request.params.connectionId, async (attempt) => {
            if (attempt.connection.protocol !== 'oidc') throw new SsoRefusal('unknownRequest');
            const state = String(request.query.state ?? '');
            await flow.takeRequest(attempt, state);
            const query = request.url.slice(request.url.indexOf('?'));
            const callback = new URL(urls.ssoCallback(attempt.connection.id) + query);
            const config = await discover(attempt.connection);
            return flow.complete(attempt, await redeemCode(config, callback, state, attempt));
          }),
      );
    },
  };
}

function applySettings(
  { oidc: { clientSecret, ...change } = {} }: SsoConnectionChange,
  before: Connection | undefined,
) {
  const earlier = before && readSettings(before);
  const settings = {
    issuer: change.issuer ?? earlier?.issuer ?? '',
    clientId: change.clientId ?? earlier?.clientId ?? '',
    scopes: change.scopes ?? earlier?.scopes ?? defaultScopes,
    secretExpiresAt:
      change.secretExpiresAt === undefined
        ? (earlier?.secretExpiresAt ?? null)
        : change.secretExpiresAt,
  };
  // Entra ID gives a user another subject for each client.
  const isOtherProvider =
    earlier !== undefined &&
    (earlier.issuer !== settings.issuer || earlier.clientId !== settings.clientId);
  return { settings, secret: clientSecret, isOtherProvider };
}

const newToken = (): string => randomBytes(32).toString('base64url');

const fieldError = (path: string, message: string): ErrorDetail => ({ path, message });

function findErrors(
  { protocol, oidc, saml }: SsoConnectionChange,
  before: Connection | undefined,
  issuerErrors: ErrorDetail[],
): ErrorDetail[] {
  if (saml) return [fieldError('saml', 'must be absent for oidc')];
  if (!oidc) return before ? [] : [fieldError('oidc', `is required for ${protocol}`)];
  const required = ['issuer', 'clientId', 'clientSecret'] as const;
  const absent = before ? [] : required.filter((name) => oidc[name] === undefined);
  // The earlier secret must not reach another server.
  const isMoved = before && oidc.issuer && oidc.issuer !== readSettings(before).issuer;
  return [
    ...absent.map((name) => fieldError(`oidc.${name}`, 'is required')),
    ...issuerErrors,
    ...(isMoved && !oidc.clientSecret
      ? [fieldError('oidc.clientSecret', 'is required with another issuer')]
      : []),
  ];
}

async function findIssuerErrors(
  issuer: string | undefined,
  provider: ProviderClient,
): Promise<ErrorDetail[]> {
  if (issuer === undefined) return [];
  const refusal = await provider.findSettingRefusal(issuer);
  if (refusal) return [fieldError('oidc.issuer', refusal)];
  const { search, hash, pathname } = new URL(issuer);
  return search || hash || pathname.includes('/.well-known/')
    ? [fieldError('oidc.issuer', 'must be the issuer, without /.well-known/, query and fragment')]
    : [];
}

type Client = typeof import('openid-client');
/** Few processes need it. */
const loadClient = (): Promise<Client> => import('openid-client');

type Discovery = { config: Promise<Configuration>; until: number };

/** Reads a provider's metadata, once for concurrent sign-ins. */
function createDiscovery({ sealer, provider, clock }: OidcDeps) {
  const known = new Map<string, Discovery>();
  return (connection: Connection): Promise<Configuration> => {
    const key = `${connection.id} ${connection.updatedAt.getTime()}`;
    const found = known.get(key);
    const now = clock().getTime();
    if (found && found.until > now) return found.config;
    const config = readMetadata(connection, openSecret(sealer, connection), provider);
    known.delete(key);
    known.set(key, { config, until: now + discoveryLifetimeMs });
    config.catch(() => known.delete(key));
    for (const oldest of known.keys()) {
      if (known.size <= MAX_DISCOVERIES) break;
      known.delete(oldest);
    }
    return config;
  };
}

function openSecret(sealer: Sealer, { secret }: Connection): string {
  try {
    return secret ? sealer.open(secret) : '';
  } catch (error) {
    throw error instanceof MissingSecretError ? new SsoRefusal('secretLost') : error;
  }
}

async function readMetadata(
  connection: Connection,
  secret: string,
  provider: ProviderClient,
): Promise<Configuration> {
  const client = await loadClient();
  const { issuer, clientId } = readSettings(connection);
  const fetch: CustomFetch = (url, { body, headers, method, signal }) =>
    provider.fetch(url, { body: body as string, headers, method, signal });
  const isPlain = issuer.startsWith('http:');
  const found = await client
    .discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: fetch,
      timeout: timeoutSeconds,
      execute: isPlain ? [client.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      throw toRefusal(client, error);
    });
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  // openid-client makes exceptions for Microsoft's issuers of all tenants, which anyone can join.
  if (new URL(metadata.issuer).href !== new URL(issuer).href)
    throw new SsoRefusal('providerAnswer', 'the discovery document is for another issuer');
  // A discovery document must not send browsers to other than web pages, such as javascript: URLs.
  const refusal = await provider.findSettingRefusal(metadata.authorization_endpoint ?? '');
  const reason = refusal === unresolvedHost ? 'providerUnavailable' : 'providerAnswer';
  if (refusal) throw new SsoRefusal(reason, `authorization_endpoint ${refusal}`);
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);
  const signing = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const config = new client.Configuration(
    // `none` and algorithms with shared secrets don't prove who signed.
    {
      ...metadata,
      id_token_signing_alg_values_supported: signing.filter((name) => algorithms.includes(name)),
    },
    clientId,
    undefined,
    authenticate,
  );
  config[client.customFetch] = fetch;
  config.timeout = timeoutSeconds;
  // Signatures are checked even where TLS would vouch for them.
  client.enableNonRepudiationChecks(config);
  if (isPlain) client.allowInsecureRequests(config);
  return config;
}

async function redeemCode(
  config: Configuration,
  callback: URL,
  state: string,
  { request, checks }: SignInAttempt,
): Promise<SsoIdentity> {
  const client = await loadClient();
  try {
    const tokens = await client.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: request?.verifier ?? '',
      expectedState: state,
      expectedNonce: request?.nonce ?? '',
      idTokenExpected: true,
    });
    const claims: Record<string, unknown> = { ...tokens.claims() };
    checks.push({ check: 'provider', isGood: true, detail: String(claims.iss) });
    const subject = String(claims.sub);
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasUserInfo
      ? await client.fetchUserInfo(config, tokens.access_token, subject)
      : {};
    return readIdentity(claims, more);
  } catch (error) {
    throw toRefusal(client, error);
  }
}

/** Claims of the ID token come first. `email_verified` counts only from the same source as the address. */
function readIdentity(
  token: Record<string, unknown>,
  userInfo: Record<string, unknown>,
): SsoIdentity {
  const source = typeof token.email === 'string' ? token : userInfo;
  const isText = (value: unknown) => typeof value === 'string';
  const claims = { ...userInfo, ...token };
  return {
    subject: String(token.sub),
    email: isText(source.email) ? String(source.email) : undefined,
    emailVerified: vouchesForEmail(String(token.iss), { ...source, hd: claims.hd }),
    name: isText(claims.name) ? String(claims.name) : undefined,
    ...(typeof token.auth_time === 'number' && { authenticatedAt: token.auth_time * 1_000 }),
    claims,
  };
}

/** Turns errors of openid-client into refusals, by who can fix them. Details contain no secrets. */
function toRefusal(client: Client, error: unknown): unknown {
  if (
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError
  )
    return new SsoRefusal('providerRefused', shorten(error.error), { cause: error });
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new SsoRefusal('providerRefused', `HTTP ${error.status}`, { cause: error });
  if (!(error instanceof client.ClientError)) return error;
  const { code, message, cause } = error;
  const reason = cause instanceof Error ? cause : undefined;
  // Errors of our own client have no code.
  if (!code || /TIMEOUT|ABORT/.test(code))
    return new SsoRefusal(
      'providerUnavailable',
      reason?.message.startsWith('the response is larger')
        ? reason.message
        : describeOutboundError(reason ?? error),
      { cause: error },
    );
  const detail = shorten(`${message}: ${reason?.message ?? ''}`.replace(/: $/, ''));
  return new SsoRefusal('providerAnswer', detail, { cause: error });
}

const shorten = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_DETAIL);
