import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation, userAccess } from './operation.ts';
import { authDefaults, exampleSession, statusTrue, statusTrueExample, user } from './people.ts';
import { line } from './text.ts';

const session = z.object({
  id: z.string().meta({ description: 'Bare id' }),
  createdAt: z.int().meta({ description: 'Sign-in, epoch milliseconds' }),
  expiresAt: z
    .int()
    .meta({ description: 'Epoch milliseconds; each day of use sets it to 7 days on' }),
  address: z.string().nullable().meta({ description: 'IP address that signed in' }),
  userAgent: z.string().nullable().meta({ description: 'What the browser called itself' }),
  current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
});

export const getToken = defineOperation({
  id: 'getToken',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/token',
  access: userAccess,
  tag: 'People',
  summary: 'A JWT of five minutes',
  description:
    'For `Authorization: Bearer`, wherever a session does. It needs the session cookie, lasts five minutes and ends at once with its session.',
  reply: z.object({ token: z.string().meta({ description: 'A JWT, signed with EdDSA' }) }),
  examples: { reply: { token: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl' } },
});

export const getJwks = defineOperation({
  id: 'getJwks',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/jwks',
  access: 'public',
  tag: 'People',
  summary: 'Public keys of the JWTs',
  description: 'A JSON Web Key Set (RFC 7517), for services that check the JWTs themselves.',
  reply: z.object({
    keys: z
      .array(z.looseObject({ kid: z.string().meta({ description: 'As in the header of a JWT' }) }))
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

export const getSession = defineOperation({
  id: 'getSession',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/get-session',
  access: userAccess,
  tag: 'People',
  summary: 'Who is signed in',
  description: 'The person behind the session or the JWT.',
  reply: z.object({ user }),
  examples: { reply: { user: exampleSession.user } },
});

export const listSessions = defineOperation({
  id: 'listSessions',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/list-sessions',
  access: userAccess,
  tag: 'People',
  summary: 'Where you are signed in',
  description: 'All sessions of the person that have not ended, with the place that each began at.',
  reply: z.object({
    items: z.array(session).meta({ description: 'Sessions that have not ended' }),
  }),
  examples: {
    reply: {
      items: [
        {
          id: exampleIds.session,
          createdAt: 1_772_357_400_000,
          expiresAt: 1_772_962_200_000,
          address: '192.0.2.10',
          userAgent: 'Mozilla/5.0',
          current: true,
        },
      ],
    },
  },
});

export const revokeSession = defineOperation({
  ...authDefaults,
  id: 'revokeSession',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/revoke-session',
  access: userAccess,
  summary: 'End one session',
  description: 'One of your own, this one included. JWTs made from it end too.',
  body: z.object({
    sessionId: line({ max: 64 }).meta({ description: '`id` from the list of sessions' }),
  }),
  reply: statusTrue,
  errors: ['session_not_found'],
  examples: { body: { sessionId: exampleIds.session }, reply: statusTrueExample },
});

export const revokeOtherSessions = defineOperation({
  ...authDefaults,
  id: 'revokeOtherSessions',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  access: userAccess,
  summary: 'End all sessions but this one',
  description: 'JWTs made from them end too; API keys stay.',
  reply: statusTrue,
  examples: { reply: statusTrueExample },
});
