import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type ApiResponse, assertOk, createTestClient } from './client.ts';

export const v2Scope = (name: string) => `https://purl.imsglobal.org/spec/ob/v2p1/scope/${name}`;

export const moodleUrl = 'https://moodle.example.edu';
export const callback = `${moodleUrl}/admin/oauth2callback.php`;

/** The registration that Moodle 4.5 sends (lib/classes/oauth2/discovery/imsbadgeconnect.php). */
export const moodleRegistration = (scopes: string[]) => ({
  client_name: 'Example University',
  client_uri: `${moodleUrl}/`,
  logo_uri: `${moodleUrl}/pix/f/moodle-256.png`,
  tos_uri: `${moodleUrl}/`,
  policy_uri: `${moodleUrl}/`,
  software_id: 'moodle',
  software_version: '2024100700',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'client_secret_basic',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: scopes.join(' '),
});

type Client = { client_id: string; client_secret: string };
type Tokens = { access_token: string; refresh_token: string; scope: string };

/** JSON as PHP's json_encode writes it by default. */
const encodeAsPhp = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A pair for PKCE, as Moodle makes it. */
export function createVerifier() {
  const verifier = randomBytes(43).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A program that connects to users of the service at `url`. */
export function createConnectedApp(url: string) {
  const send = createTestClient(url);
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    send('POST', path, encode(fields), { ...form, ...headers });
  const basic = ({ client_id: id, client_secret: secret }: Client) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  const authorizationPath = (client: Client, scopes: string[], more: Record<string, string> = {}) =>
    `/oauth/authorize?${encode({
      ...{ client_id: client.client_id, response_type: 'code', redirect_uri: callback },
      ...{ state: 'sesskey', scope: scopes.join(' '), code_challenge_method: 'S256', ...more },
    })}`;

  /** Presses a button of the consent page. Returns the URL that the browser goes to. */
  const decide = async (cookie: string, path: string, act = 'allow'): Promise<URL> => {
    const browser = createTestClient(url, { cookie, accept: 'text/html', origin: url });
    const page = assertOk(await browser('GET', path));
    const [, request = ''] = /name="request" value="([^"]*)"/.exec(page.text) ?? [];
    const [, user = ''] = /name="user" value="([^"]*)"/.exec(page.text) ?? [];
    const fields = encode({ request: request.replaceAll('&amp;', '&'), user, act });
    const answer = assertOk(await browser('POST', '/oauth/authorize', fields, form), 303);
    return new URL(answer.headers.get('location') ?? '');
  };

  const exchange = (client: Client, fields: Record<string, string>): Promise<ApiResponse> =>
    post('/oauth/token', { redirect_uri: callback, scope: '', ...fields }, basic(client));
  const codeForm = (code: string, verifier: string) => ({
    ...{ code, grant_type: 'authorization_code', code_verifier: verifier },
  });

  return {
    send,
    post,
    basic,
    authorizationPath,
    decide,
    exchange,
    codeForm,
    register: async (scopes: string[], more: object = {}): Promise<Client> =>
      assertOk(
        await send('POST', '/oauth/register', { ...moodleRegistration(scopes), ...more }),
        201,
      ).body,
    /** Lets the user of the cookie allow these scopes. */
    async connect(client: Client, cookie: string, scopes: string[]): Promise<Tokens> {
      const { verifier, challenge } = createVerifier();
      const path = authorizationPath(client, scopes, { code_challenge: challenge });
      const back = await decide(cookie, path);
      assert.equal(back.origin + back.pathname, callback);
      const code = back.searchParams.get('code') ?? '';
      return assertOk(await exchange(client, codeForm(code, verifier))).body;
    },
    /** Moodle sends the secret in the form when it refreshes, and the scope that it was granted. */
    refresh: ({ client_id, client_secret }: Client, refreshToken: string, scope = '') =>
      post('/oauth/token', {
        ...{ refresh_token: refreshToken, grant_type: 'refresh_token', scope },
        ...{ client_id, client_secret },
      }),
    /** A request of Moodle's class for a backpack (badges/classes/backpack_api2p1_mapping.php). */
    requestAsMoodle: (token: string, method: 'GET' | 'POST', path: string, body?: unknown) =>
      send(method, path, body === undefined ? undefined : encodeAsPhp(body), {
        ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
        'content-type': 'application/json',
      }),
    api: (token: string) => createTestClient(url, { authorization: `Bearer ${token}` }),
  };
}
