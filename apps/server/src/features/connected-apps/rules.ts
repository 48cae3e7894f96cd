/** A scope in words of the consent page. `offline_access` allows nothing more. */
export type Permission = 'read' | 'add' | 'profile';

const v2 = 'https://purl.imsglobal.org/spec/ob/v2p1/scope';
const v3 = 'https://purl.imsglobal.org/spec/ob/v3p0/scope';

export const appScopes = {
  readAssertions: `${v2}/assertion.readonly`,
  createAssertions: `${v2}/assertion.create`,
  readProfile: `${v2}/profile.readonly`,
  readCredentials: `${v3}/credential.readonly`,
  upsertCredential: `${v3}/credential.upsert`,
  readPerson: `${v3}/profile.readonly`,
  stay: 'offline_access',
} as const;

const permissions: Readonly<Record<string, Permission | undefined>> = {
  [appScopes.readAssertions]: 'read',
  [appScopes.createAssertions]: 'add',
  [appScopes.readProfile]: 'profile',
  [appScopes.readCredentials]: 'read',
  [appScopes.upsertCredential]: 'add',
  [appScopes.readPerson]: 'profile',
};

const offered: ReadonlySet<string> = new Set(Object.values(appScopes));

/** Lists the permissions of these scopes, most important first. */
export function listPermissions(scopes: readonly string[]): Permission[] {
  const allowed = new Set(scopes.map((scope) => permissions[scope]));
  return (['add', 'read', 'profile'] as const).filter((permission) => allowed.has(permission));
}

/** An error of OAuth 2.0. The text is for developers. */
export type OAuthRefusal = { error: string; text: string };

export type AppRegistration = {
  name: string;
  redirectUris: string[];
  scopes: string[];
  isPublic: boolean;
  /** Members of the request that the response repeats, with what was changed. */
  metadata: Record<string, unknown>;
};

/** Moodle's names of sites have up to 254. */
const MAX_NAME = 255;
const MAX_URL = 1_000;
const MAX_REDIRECTS = 10;
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'];
const grantTypes = ['authorization_code', 'refresh_token'];
const describedUrls = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const;
const describedTexts = ['software_id', 'software_version'] as const;

/** Reads a registration (RFC 7591 §2, Open Badges 2.1 §3.1). Unknown members are ignored, as both require. */
export function readRegistration(body: unknown): AppRegistration | OAuthRefusal {
  const fields = isObject(body) ? body : {};
  const refuse = (text: string) => ({ error: 'invalid_client_metadata', text });
  const name = readText(fields.client_name, MAX_NAME)?.replaceAll(reordering, '').trim();
  if (!name) return refuse(`client_name must be a text of at most ${MAX_NAME} characters`);
  const redirects = readRedirectUris(fields.redirect_uris);
  if (!Array.isArray(redirects)) return redirects;
  const described = readDescription(fields);
  if ('error' in described) return described;
  const sites = [...redirects, ...describedUrls.flatMap((name) => described[name] ?? [])];
  // Otherwise an app could show the name and home page of another one.
  if (new Set(sites.map((url) => URL.parse(url)?.hostname)).size > 1)
    return {
      error: 'invalid_redirect_uri',
      text: 'redirect_uris, client_uri, logo_uri, tos_uri and policy_uri must have the same host',
    };
  const { token_endpoint_auth_method: authMethod = 'client_secret_basic' } = fields;
  const unsupported = findUnsupported(authMethod, fields);
  if (unsupported) return refuse(unsupported);
  const scopes = readScopes(fields.scope).filter((scope) => offered.has(scope));
  if (fields.scope !== undefined && scopes.length === 0)
    return refuse(`scope must contain some of ${[...offered].join(' ')}`);
  const own = scopes.length > 0 ? scopes : [...offered];
  return {
    ...{ name, redirectUris: redirects, scopes: own, isPublic: authMethod === 'none' },
    metadata: {
      ...{ client_name: name, ...described, redirect_uris: redirects },
      ...{ token_endpoint_auth_method: authMethod, grant_types: grantTypes },
      ...{ response_types: ['code'], scope: own.join(' ') },
    },
  };
}

function findUnsupported(authMethod: unknown, fields: Record<string, unknown>): string | undefined {
  if (typeof authMethod !== 'string' || !authMethods.includes(authMethod))
    return `token_endpoint_auth_method must be one of ${authMethods.join(', ')}`;
  if (!isSubset(fields.grant_types, grantTypes))
    return `grant_types may contain ${grantTypes.join(' and ')}`;
  return isSubset(fields.response_types, ['code']) ? undefined : 'response_types must be ["code"]';
}

function readRedirectUris(value: unknown): string[] | OAuthRefusal {
  const refuse = (text: string) => ({ error: 'invalid_redirect_uri', text });
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_REDIRECTS)
    return refuse(`redirect_uris must be a list of 1 to ${MAX_REDIRECTS} URLs`);
  const isBad = (value: unknown) => {
    const url = readText(value, MAX_URL);
    return url === undefined || !isSecure(url) || url.includes('#');
  };
  return value.some(isBad)
    ? refuse(
        `redirect_uris must be https URLs of at most ${MAX_URL} characters without a fragment; http is accepted for loopback addresses`,
      )
    : [...new Set(value as string[])];
}

type Description = Partial<Record<(typeof describedUrls | typeof describedTexts)[number], string>>;

function readDescription(fields: Record<string, unknown>): Description | OAuthRefusal {
  const described: Description = {};
  for (const name of [...describedUrls, ...describedTexts]) {
    const value = fields[name];
    if (value === undefined || value === null || value === '') continue;
    const text = readText(value, MAX_URL);
    const isUrl = describedUrls.some((url) => url === name);
    if (text === undefined || (isUrl && !isSecure(text)))
      return {
        error: 'invalid_client_metadata',
        text: `${name} must be ${isUrl ? 'an https URL' : 'a text'} of at most ${MAX_URL} characters`,
      };
    described[name] = text;
  }
  return described;
}

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

/** An https URL without a password. Apps on the user's own machine have no certificate (RFC 8252 §7.3). */
function isSecure(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || /[\s\\]/.test(text)) return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  );
}

/** The URI without the port, if it leads to the user's own machine. */
const removeLoopbackPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(?=[/?]|$)/, '$1');

/**
 * Compares texts, as RFC 9700 §2.1 requires, except for ports of the user's own machine: there, the
 * system chooses one for each request (RFC 8252 §7.3).
 */
export const isRegisteredUri = (registered: readonly string[], uri: string): boolean =>
  URL.canParse(uri) &&
  registered.some((own) => own === uri || removeLoopbackPort(own) === removeLoopbackPort(uri));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Characters that change the direction of text, with which a name could rewrite the words around it. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/** Undefined for what the database can't store, and for longer texts. */
const readText = (value: unknown, limit: number): string | undefined =>
  typeof value === 'string' &&
  value.length <= limit &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value)
    ? value
    : undefined;

const isSubset = (value: unknown, allowed: string[]): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length > 0 && value.every((each) => allowed.includes(each)));

/** Scopes of a space-separated list, without duplicates. */
export const readScopes = (value: unknown): string[] =>
  typeof value === 'string' ? [...new Set(value.split(' ').filter(Boolean))] : [];

/** Longer requests don't fit in the cookie that remembers them during sign-in. */
export const MAX_AUTHORIZATION_LENGTH = 3_000;

export type AuthorizationRequest = { scopes: string[]; challenge: string };

/**
 * Reads an authorization request of a known app, whose `redirect_uri` was checked before (RFC 6749
 * §4.1.1, RFC 7636 §4.3).
 */
export function readAuthorization(
  query: Readonly<Record<string, unknown>>,
  appScopes: readonly string[],
): AuthorizationRequest | OAuthRefusal {
  const refuse = (text: string, error = 'invalid_request') => ({ error, text });
  if (Object.values(query).some((value) => typeof value !== 'string'))
    return refuse('each parameter may occur once');
  if (query.response_type !== 'code')
    return refuse('response_type must be code', 'unsupported_response_type');
  const challenge = query.code_challenge;
  if (typeof challenge !== 'string' || !/^[\w-]{43}$/.test(challenge))
    return refuse('code_challenge is required (PKCE)');
  if (query.code_challenge_method !== 'S256') return refuse('code_challenge_method must be S256');
  const scopes = readScopes(query.scope);
  if (listPermissions(scopes).length === 0)
    return refuse('scope must contain a scope of Open Badges', 'invalid_scope');
  return scopes.every((scope) => appScopes.includes(scope))
    ? { scopes, challenge }
    : refuse('scope contains a scope that the client has not registered', 'invalid_scope');
}

/** A code verifier (RFC 7636 §4.1). */
export const isVerifier = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.~-]{43,128}$/.test(value);

/** Adds parameters to a redirect URI, which keeps its own. */
export function addParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** Client ID and secret of a Basic header (RFC 6749 §2.3.1). Our own need no decoding of form values. */
export function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const at = text.indexOf(':');
  return at < 0 ? undefined : { id: text.slice(0, at), secret: text.slice(at + 1) };
}

const dayMs = 86_400_000;
export const appCodeLifetimeMs = 60_000;
export const appAccessLifetimeMs = 3_600_000;
/** Each use renews it. */
export const refreshLifetimeMs = 180 * dayMs;
/** Two requests at once may send the same refresh token. Only a later one shows that it was stolen. */
export const reuseToleranceMs = 60_000;
/** Used codes and refresh tokens are kept this long, to notice their reuse. */
export const usedTokenLifetimeMs = 7 * dayMs;
export const unusedAppLifetimeMs = 365 * dayMs;
/** How often the service notes that an app is connected. */
export const connectedAppNoteMs = 30 * dayMs;
