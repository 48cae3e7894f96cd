import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation, userAccess } from './operation.ts';
import { authDefaults, exampleSession, statusTrue, statusTrueExample, user } from './people.ts';
import { line } from './text.ts';

/** First steps of a sign-in, and second factors. */
const firstSteps = ['password', 'emailCode', 'passkey', 'sso'] as const;
export type FirstStep = (typeof firstSteps)[number];
export const secondFactors = ['totp', 'recoveryCode', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

const session = z.object({
  id: z.string().meta({ description: 'ID' }),
  createdAt: z.iso.datetime().meta({ description: 'Signed in at, in UTC' }),
  expiresAt: z.iso.datetime().meta({ description: 'In UTC. Each day of use extends it to 7 days' }),
  address: z.string().nullable().meta({ description: 'IP address at sign-in' }),
  userAgent: z.string().nullable().meta({ description: 'User agent of the browser' }),
  openedBy: z
    .enum(firstSteps)
    .nullable()
    .meta({ description: 'First step of the sign-in, or null if unknown' }),
  secondFactor: z.enum(secondFactors).nullable().meta({
    description:
      'Second step of the sign-in, or the factor that was set up in this session; null without one. A passkey as `openedBy` needs none',
  }),
  current: z.boolean().meta({ description: 'Whether this is your current session' }),
});

const getToken = defineOperation({
  id: 'getToken',
  noun: 'people.token',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/token',
  access: userAccess,
  tag: 'People',
  summary: 'Get a JWT',
  description:
    'Send it as `Authorization: Bearer` in place of a session. Requires the session cookie. The JWT is valid for 5 minutes and ends with its session.',
  reply: z.object({ token: z.string().meta({ description: 'A JWT, signed with EdDSA' }) }),
  examples: { reply: { token: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl' } },
});

const getJwks = defineOperation({
  id: 'getJwks',
  noun: 'people.jwks',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/jwks',
  access: 'public',
  tag: 'People',
  summary: 'Get the public keys for JWTs',
  description: 'A JSON Web Key Set (RFC 7517), for services that verify the JWTs themselves.',
  reply: z.object({
    keys: z
      .array(z.looseObject({ kid: z.string().meta({ description: 'As in the JWT header' }) }))
      .meta({ description: 'JSON Web Keys' }),
  }),
  examples: {
    reply: {
      keys: [
        {
          kid: exampleIds.jwk,
          kty: 'OKP',
          crv: 'Ed25519',
          alg: 'EdDSA',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        },
      ],
    },
  },
});

const getSession = defineOperation({
  id: 'getSession',
  noun: 'people.session',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/get-session',
  access: userAccess,
  tag: 'People',
  summary: 'Get the current session',
  description:
    'Returns the user of the session or JWT. A session of single sign-on alone shows the address in the account as `email`.',
  reply: z.object({ user }),
  examples: { reply: { user: exampleSession.user } },
});

const listSessions = defineOperation({
  id: 'listSessions',
  noun: 'people.sessions',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/list-sessions',
  access: userAccess,
  tag: 'People',
  summary: 'List your sessions',
  description:
    'All active sessions, with the IP address, browser and steps of each sign-in. A session of single sign-on alone sees only those that its connection opened.',
  reply: z.object({
    items: z.array(session).meta({ description: 'Active sessions' }),
  }),
  examples: {
    reply: {
      items: [
        {
          id: exampleIds.session,
          createdAt: '2026-03-01T09:30:00.000Z',
          expiresAt: '2026-03-08T09:30:00.000Z',
          address: '192.0.2.10',
          userAgent: 'Mozilla/5.0',
          openedBy: 'password',
          secondFactor: 'totp',
          current: true,
        },
      ],
    },
  },
});

const revokeSession = defineOperation({
  ...authDefaults,
  id: 'revokeSession',
  noun: 'people.revokeSession',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/revoke-session',
  access: userAccess,
  summary: 'End a session',
  description: 'Any session on your list, including this one. Its JWTs end too.',
  body: z.object({
    sessionId: line({ max: 64 }).meta({ description: '`id` from the list of sessions' }),
  }),
  reply: statusTrue,
  errors: ['session_not_found'],
  examples: { body: { sessionId: exampleIds.session }, reply: statusTrueExample },
});

const revokeOtherSessions = defineOperation({
  ...authDefaults,
  id: 'revokeOtherSessions',
  noun: 'people.revokeOtherSessions',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  access: userAccess,
  summary: 'End all other sessions',
  description: 'All others on your list, and their JWTs. API keys stay valid.',
  reply: statusTrue,
  examples: { reply: statusTrueExample },
});

export const sessionOperations = {
  getToken,
  getJwks,
  getSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
} as const;

// Browsers also claim the names of the ones listed after them here.
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** The browser and system that a user agent names, if they are common ones. */
export function parseUserAgent(userAgent: string | null): { browser?: string; system?: string } {
  const findName = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [findName(browsers), findName(systems)];
  return { ...(browser && { browser }), ...(system && { system }) };
}
