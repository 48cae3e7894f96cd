import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { assertOk, createTestClient } from './client.ts';
import { CookieJar, type Visit } from './cookie-jar.ts';
import type { DnsServer } from './dns-server.ts';
import type { Instance } from './instance.ts';
import { createOwner, type Owner } from './people.ts';
import { findFreePort } from './port.ts';

export const clientSecret = 'a client secret of the tests';
export const settingsFor = (dns: DnsServer) => ({
  SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  DNS_SERVERS: dns.address,
});

export type Person = {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string;
  groups?: unknown;
};

export type SsoProvider = {
  issuer: string;
  /** The person who signs in next. */
  person: Person;
  stop: () => Promise<void>;
};

async function listen(
  handle: RequestListener,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const server = createServer(handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A certified OpenID provider, whose sign-in form is already filled in. */
export async function startSsoProvider(): Promise<
  SsoProvider & { setRedirectUri: (uri: string) => void }
> {
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end();
  const { origin: issuer, stop } = await listen((request, response) => handle(request, response));
  const result: SsoProvider = { issuer, stop, person: { sub: 'nobody' } };
  const people = new Map<string, Person>();
  const setRedirectUri = (uri: string): void => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: 'insignia', client_secret: clientSecret, redirect_uris: [uri] }],
      claims: {
        openid: ['sub', 'groups'],
        email: ['email', 'email_verified'],
        profile: ['name'],
      },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: async () => people.get(accountId),
      }),
      loadExistingGrant: async (context: {
        oidc: {
          client: { clientId: string };
          session: { accountId: string };
          provider: Provider;
        };
      }) => {
        const { client, session } = context.oidc;
        const grant = new provider.Grant({
          clientId: client.clientId,
          accountId: session.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response);
      const { person } = result;
      people.set(person.sub, person);
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    };
  };
  return Object.assign(result, { setRedirectUri });
}

type Forgery = {
  /** Replaces claims of the ID token. */
  claims?: JWTPayload | undefined;
  /** Signs with another key than the published one. */
  isForeignKey?: boolean;
  /** Publishes another key under another ID, and signs with that one. */
  isRotated?: boolean;
  /** Sends an unsigned token. */
  isUnsigned?: boolean;
  /** Responds in place of an endpoint. */
  answers?: Record<string, (response: ServerResponse) => void>;
  /** Replaces members of the discovery document. */
  metadata?: object;
};

export type ForgedProvider = {
  issuer: string;
  forge: Forgery;
  /** Signs the person in, with the state and nonce of this authorization URL. */
  answer: (authorizationUrl: string, person: Person) => string;
  stop: () => Promise<void>;
};

/** A provider that answers as told, also wrongly. It has no form: tests go to the callback. */
export async function startForgedProvider(): Promise<ForgedProvider> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const publish = async (key: CryptoKey, kid: string) => ({
    ...(await exportJWK(key)),
    ...{ kid, alg: 'RS256', use: 'sig' },
  });
  const jwk = await publish(own.publicKey, 'own');
  const nextJwk = await publish(foreign.publicKey, 'next');
  const codes = new Map<string, { person: Person; nonce: string }>();
  const send = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const signToken = async (found: { person: Person; nonce: string }): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000);
    const claims: JWTPayload = {
      ...found.person,
      ...{ iss: issuer, aud: 'insignia', nonce: found.nonce, iat: now, exp: now + 300 },
      ...provider.forge.claims,
    };
    const { isForeignKey, isRotated, isUnsigned } = provider.forge;
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    return isUnsigned
      ? `${encode({ alg: 'none' })}.${encode(claims)}.`
      : await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: isRotated ? 'next' : 'own' })
          .sign(isForeignKey || isRotated ? foreign.privateKey : own.privateKey);
  };
  const redeem = async (request: IncomingMessage): Promise<[body: object, status: number]> => {
    let body = '';
    for await (const part of request) body += part;
    const code = new URLSearchParams(body).get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    if (!found) return [{ error: 'invalid_grant' }, 400];
    return [{ access_token: 'a', token_type: 'Bearer', id_token: await signToken(found) }, 200];
  };
  const { origin: issuer, stop } = await listen(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const other = provider.forge.answers?.[path];
    if (other) return other(response);
    if (path === '/.well-known/openid-configuration')
      return send(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        authorization_response_iss_parameter_supported: true,
        ...provider.forge.metadata,
      });
    if (path === '/jwks')
      return send(response, { keys: [provider.forge.isRotated ? nextJwk : jwk] });
    if (path !== '/token') return response.writeHead(404).end();
    return send(response, ...(await redeem(request)));
  });
  let count = 0;
  const provider: ForgedProvider = {
    ...{ issuer, stop, forge: {} },
    answer(authorizationUrl, person) {
      const { searchParams } = new URL(authorizationUrl);
      const code = `code-${++count}`;
      codes.set(code, { person, nonce: searchParams.get('nonce') ?? '' });
      const query = { code, state: searchParams.get('state') ?? '', iss: issuer };
      return `${searchParams.get('redirect_uri')}?${new URLSearchParams(query)}`;
    },
  };
  return provider;
}

let domains = 0;
/** A domain that no other test uses. */
export const newDomain = (): string => `university-${process.pid}-${++domains}.example.org`;

export async function addVerifiedDomain(
  dns: DnsServer,
  owner: Pick<Owner, 'session'>,
  domain = newDomain(),
): Promise<string> {
  const { body } = assertOk(await owner.session('POST', '/sso/domains', parameters({ domain })));
  dns.texts.set(body.domain, ['v=spf1 -all', body.record.value]);
  assertOk(await owner.session('POST', `/sso/domains/${body.domain}/verify`));
  return domain;
}

export const parameters = (fields: object) => ({ parameters: fields });

export const oidc = (issuer: string) => ({ issuer, clientId: 'insignia', clientSecret });

type Account = { owner: Owner; domain: string; connectionId: string };

/** An account whose verified domain has a connection to the provider. */
export async function connectAccount(
  instance: Instance,
  dns: DnsServer,
  issuer: string,
  more: object = {},
): Promise<Account> {
  const owner = await createOwner(instance, 'pro');
  const domain = await addVerifiedDomain(dns, owner);
  const body = parameters({
    ...{ name: 'University', protocol: 'oidc', oidc: oidc(issuer), domains: [domain], ...more },
  });
  const { connectionId } = assertOk(await owner.session('POST', '/sso/connections', body)).body;
  return { owner, domain, connectionId };
}

export const startUrl = (instance: Instance, connectionId: string, query = ''): string =>
  `${instance.url}/sso/${connectionId}/start${query}`;

/** Starts a sign-in in a browser and returns where the provider would show its form. */
export async function startSignIn(
  instance: Instance,
  connectionId: string,
  { jar = new CookieJar(), query = '' } = {},
): Promise<{ jar: CookieJar; authorizationUrl: string; visit: Visit }> {
  const visit = await jar.send(startUrl(instance, connectionId, query));
  return { jar, visit, authorizationUrl: visit.headers.get('location') ?? '' };
}

/** A caller with the session of the browser. */
export const asBrowser = ({ url }: Instance, jar: CookieJar, more: Record<string, string> = {}) =>
  createTestClient(url, { cookie: jar.cookie(url), origin: url, ...more });
