// An imitation of a learning platform: LTI 1.3, AGS 2.0, NRPS 2.0 and Dynamic Registration 1.0.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createRemoteJWKSet,
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { assertOk } from './client.ts';
import { CookieJar, type Visit } from './cookie-jar.ts';
import type { Owner } from './people.ts';
import { findFreePort } from './port.ts';

export const settings = { SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' };

const core = 'https://purl.imsglobal.org/spec/lti/claim/';
const ags = 'https://purl.imsglobal.org/spec/lti-ags/';
const membership = 'http://purl.imsglobal.org/vocab/lis/v2/membership#';
export const roles = { teacher: `${membership}Instructor`, learner: `${membership}Learner` };

export type Person = { sub: string; name?: string; email?: string; roles?: string[] };
export const learner = (sub: string, more: Partial<Person> = {}): Person => ({
  ...{ sub, name: `Learner ${sub}`, email: `${sub}@school.example`, roles: [roles.learner] },
  ...more,
});
export const teacher: Person = {
  ...{ sub: 'teacher', name: 'Theo Teacher', email: 'theo@school.example' },
  roles: [roles.teacher],
};

export type LtiPlatform = Awaited<ReturnType<typeof startLtiPlatform>>;
type Answer = (response: ServerResponse) => void;

const [own, foreign] = await Promise.all([
  generateKeyPair('RS256', { extractable: true }),
  generateKeyPair('RS256'),
]);

export async function startLtiPlatform() {
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const state = {
    /** URLs of the tool that its administrator entered. */
    tool: { loginUrl: '', launchUrl: '', jwksUrl: '' },
    people: [] as Person[],
    /** By subject. */
    results: new Map<string, { resultScore?: number; resultMaximum?: number }>(),
    scores: [] as Record<string, unknown>[],
    scopes: [] as string[],
    registrations: [] as { body: Record<string, unknown>; authorization: string | undefined }[],
    deploymentId: '1' as string | undefined,
    clientId: 'insignia',
    requests: [] as string[],
    pageSize: 2,
    resultsPerPage: 1_000,
    /** The launch that the page of the course opens next. */
    next: {} as LaunchOptions,
    /** Answers of deep linking. */
    returned: [] as string[],
    /** Responds in place of an endpoint. */
    answers: {} as Record<string, Answer>,
  };

  const readBody = async (request: IncomingMessage): Promise<string> => {
    let body = '';
    for await (const part of request) body += part;
    return body;
  };
  const send = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

  const sendPage = (response: ServerResponse, content: string) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><title>School</title><main>${content}</main></html>`);

  /** A form that the browser posts to the tool by itself. */
  async function answerLogin({ searchParams: query }: URL): Promise<string> {
    const claims = describeLaunch({ origin }, query.get('nonce') ?? '', state.next);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(own.privateKey);
    return `<form method="post" action="${query.get('redirect_uri')}">
      <input name="state" value="${query.get('state')}"><input name="id_token" value="${token}">
      </form><script>document.forms[0].submit()</script>`;
  }

  /** Checks the assertion as a platform does: with the tool's published keys. */
  async function grant(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await readBody(request));
    try {
      await jwtVerify(
        fields.get('client_assertion') ?? '',
        createRemoteJWKSet(new URL(state.tool.jwksUrl), { timeoutDuration: 60_000 }),
        { issuer: state.clientId, subject: state.clientId, audience: `${origin}/token` },
      );
    } catch {
      return void send(response, { error: 'invalid_client' }, 400);
    }
    const scope = fields.get('scope') ?? '';
    state.scopes.push(scope);
    send(response, { access_token: `token for ${scope}`.replaceAll(' ', '-'), expires_in: 3_600 });
  }

  function sendRoster(url: URL, response: ServerResponse): void {
    const page = Number(url.searchParams.get('page') ?? 0);
    const shown = state.people.slice(page * state.pageSize, (page + 1) * state.pageSize);
    const hasMore = (page + 1) * state.pageSize < state.people.length;
    const members = shown.map(({ sub, ...person }) => ({
      ...{ ...person, user_id: sub, status: 'Active' },
    }));
    const next = hasMore && { link: `<${origin}/roster?page=${page + 1}>; rel="next"` };
    send(response, { id: url.href, members }, 200, next || {});
  }

  const configuration = {
    issuer: origin,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    registration_endpoint: `${origin}/register`,
    'https://purl.imsglobal.org/spec/lti-platform-configuration': {
      product_family_code: 'moodle',
    },
  };
  async function register(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readBody(request));
    state.registrations.push({ body, authorization: request.headers.authorization });
    const name = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
    const tool = { ...body[name], deployment_id: state.deploymentId };
    send(response, { ...body, client_id: state.clientId, [name]: tool });
  }
  function sendResults(url: URL, response: ServerResponse): void {
    const only = url.searchParams.get('user_id');
    const all = [...state.results].map(([userId, row]) => ({ userId, ...row }));
    const rows = all.filter(({ userId }) => only === null || only === userId);
    const limit = Number(url.searchParams.get('limit') ?? state.resultsPerPage);
    const from = Number(url.searchParams.get('from') ?? 0);
    const more = new URL(url);
    more.searchParams.set('from', String(from + limit));
    const link = from + limit < rows.length ? { link: `<${more}>; rel="next"` } : {};
    send(response, rows.slice(from, from + limit), 200, link);
  }

  type Handle = (url: URL, request: IncomingMessage, response: ServerResponse) => unknown;
  const open: Record<string, Handle> = {
    '/jwks': (_url, _request, response) => send(response, { keys: [jwk] }),
    '/token': (_url, request, response) => grant(request, response),
    '/.well-known/openid-configuration': (_url, _request, response) =>
      send(response, configuration),
    '/register': (_url, request, response) => register(request, response),
    '/course': (_url, _request, response) => sendPage(response, renderCourse(origin, state.tool)),
    '/auth': async (url, _request, response) => sendPage(response, await answerLogin(url)),
    '/return': async (_url, request, response) => {
      state.returned.push(new URLSearchParams(await readBody(request)).get('JWT') ?? '');
      sendPage(response, '<h1>Returned</h1>');
    },
  };
  const services: Record<string, Handle> = {
    '/roster': (url, _request, response) => sendRoster(url, response),
    '/items/1/results': (url, _request, response) => sendResults(url, response),
    '/items/1/scores': async (_url, request, response) => {
      state.scores.push(JSON.parse(await readBody(request)));
      send(response, {});
    },
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const { pathname } = url;
    state.requests.push(pathname + url.search);
    const other = state.answers[pathname];
    if (other) return other(response);
    const isAllowed = request.headers.authorization?.startsWith('Bearer token-for-');
    const handle = open[pathname] ?? (isAllowed ? services[pathname] : undefined);
    if (handle) await handle(url, request, response);
    else send(response, {}, pathname in services ? 401 : 404);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  /** How the token differs from a correct one. */
  type Forgery = {
    claims?: JWTPayload;
    header?: Record<string, unknown>;
    isForeignKey?: boolean;
    isUnsigned?: boolean;
  };
  return Object.assign(state, {
    ...{ origin, jwk },
    /** For `POST /lti/platforms`. */
    input: {
      ...{ name: 'School', issuer: origin, clientId: 'insignia', deploymentIds: ['1'] },
      authorizationUrl: `${origin}/auth`,
      tokenUrl: `${origin}/token`,
      jwksUrl: `${origin}/jwks`,
    },
    async signToken(claims: JWTPayload, { header, isForeignKey, isUnsigned }: Forgery = {}) {
      if (isUnsigned) return `${encode({ alg: 'none' })}.${encode(claims)}.`;
      if (header?.alg !== undefined) return signOtherwise(claims, String(header.alg));
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'own', ...header })
        .sign(isForeignKey ? foreign.privateKey : own.privateKey);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Signs with the platform's key by another algorithm, or with a secret made of its public key. */
async function signOtherwise(claims: JWTPayload, alg: string): Promise<string> {
  const key = alg.startsWith('HS')
    ? new TextEncoder().encode(await exportSPKI(own.publicKey))
    : await importPKCS8(await exportPKCS8(own.privateKey), alg);
  return new SignJWT(claims).setProtectedHeader({ alg, kid: 'own' }).sign(key);
}

/** A course with the tool in a frame, and storage by postMessage for tools without cookies. */
function renderCourse(origin: string, tool: LtiPlatform['tool']): string {
  const login = new URLSearchParams({
    ...{ iss: origin, login_hint: 'hint', client_id: 'insignia', lti_storage_target: '_parent' },
    target_link_uri: tool.launchUrl,
  });
  // The frame may send its first message at once.
  return `<h1>Course</h1>
    <script>
      const stored = {};
      addEventListener('message', ({ data, source, origin }) => {
        const { subject, message_id, key, value } = data;
        if (subject === 'lti.put_data') stored[key] = value;
        source.postMessage({ subject: subject + '.response', message_id, key, value: stored[key] }, origin);
      });
    </script>
    <iframe title="Tool" width="700" height="700" src="${tool.loginUrl}?${login}"></iframe>`;
}

type LaunchOptions = {
  person?: Person;
  resourceId?: string;
  custom?: Record<string, string>;
  /** Offers grades and names. */
  hasServices?: boolean;
  /** Replaces claims. */
  claims?: JWTPayload;
  locale?: string;
};

const now = () => Math.floor(Date.now() / 1_000);

/** Claims of a correct launch. */
export function describeLaunch(
  { origin }: Pick<LtiPlatform, 'origin'>,
  nonce: string,
  {
    person = learner('ada'),
    resourceId = 'r1',
    custom,
    hasServices = true,
    claims,
    locale,
  }: LaunchOptions = {},
): JWTPayload {
  const { roles: own, ...user } = person;
  return {
    ...{ iss: origin, aud: 'insignia', iat: now(), exp: now() + 300, nonce, ...user },
    [`${core}version`]: '1.3.0',
    [`${core}deployment_id`]: '1',
    [`${core}message_type`]: 'LtiResourceLinkRequest',
    [`${core}roles`]: own,
    [`${core}resource_link`]: { id: resourceId },
    [`${core}context`]: { id: 'c1', title: 'First aid, autumn' },
    [`${core}launch_presentation`]: { locale: locale ?? 'en', return_url: `${origin}/back` },
    ...(custom && { [`${core}custom`]: custom }),
    ...(hasServices && {
      [`${ags}claim/endpoint`]: {
        scope: [`${ags}scope/score`, `${ags}scope/result.readonly`],
        lineitem: `${origin}/items/1?type_id=3`,
      },
      'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
        context_memberships_url: `${origin}/roster`,
      },
    }),
    ...claims,
  };
}

export const deepLinkingClaims = ({ origin }: Pick<LtiPlatform, 'origin'>): JWTPayload => ({
  [`${core}message_type`]: 'LtiDeepLinkingRequest',
  [`${core}resource_link`]: undefined,
  'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
    ...{
      deep_link_return_url: `${origin}/return`,
      data: 'csrf',
      accept_types: ['ltiResourceLink'],
    },
  },
});

/** URLs that an administrator enters in the platform. */
export const readTool = async (owner: Pick<Owner, 'api'>): Promise<LtiPlatform['tool']> =>
  assertOk(await owner.api('GET', '/lti/platforms')).body.tool;

/** Registers the platform in a new account's courses. */
export async function registerPlatform(
  owner: Pick<Owner, 'api'>,
  platform: LtiPlatform,
  more: object = {},
): Promise<string> {
  platform.tool = await readTool(owner);
  const parameters = { ...platform.input, ...more };
  const sent = await owner.api('POST', '/lti/platforms', { parameters });
  return assertOk(sent).body.platformId;
}

const english = { 'accept-language': 'en' };

export type Login = { jar: CookieJar; visit: Visit; state: string; nonce: string };

/** The platform sends the browser to the tool, which sends it to the platform. */
export async function startLogin(
  platform: LtiPlatform,
  { jar = new CookieJar(), query = {} }: { jar?: CookieJar; query?: Record<string, string> } = {},
): Promise<Login> {
  const parameters = new URLSearchParams({
    ...{ iss: platform.origin, login_hint: 'hint', client_id: platform.clientId },
    ...{ target_link_uri: platform.tool.launchUrl, lti_message_hint: 'message', ...query },
  });
  const visit = await jar.send(`${platform.tool.loginUrl}?${parameters}`, { headers: english });
  const location = visit.headers.get('location');
  const { searchParams } = new URL(location ?? platform.origin);
  return {
    ...{ jar, visit },
    state: searchParams.get('state') ?? '',
    nonce: searchParams.get('nonce') ?? '',
  };
}

export const postForm = (
  jar: CookieJar,
  url: string,
  fields: Record<string, string> | URLSearchParams,
  origin?: string,
) =>
  jar.send(url, {
    method: 'POST',
    headers: { ...english, ...(origin && { origin }) },
    body: new URLSearchParams(fields),
  });

/** A whole launch, with a token made by `sign`. */
export async function launch(
  platform: LtiPlatform,
  options: LaunchOptions & {
    jar?: CookieJar;
    sign?: (claims: JWTPayload) => string | Promise<string>;
  } = {},
): Promise<Visit & { jar: CookieJar }> {
  const { sign = (claims) => platform.signToken(claims) } = options;
  const login = await startLogin(platform, options);
  assert.equal(login.visit.status, 303, login.visit.text);
  const token = await sign(describeLaunch(platform, login.nonce, options));
  const fields = { id_token: token, state: login.state };
  const visit = await postForm(login.jar, platform.tool.launchUrl, fields);
  return { ...visit, jar: login.jar };
}

export const readSession = ({ text }: Pick<Visit, 'text'>): string =>
  /name="session" value="([\w-]+)"/.exec(text)?.[1] ?? '';
