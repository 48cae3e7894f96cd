import { z } from 'zod';
import { bodyLimits, isPerson, operation } from './operation.ts';
import { email, line } from './text.ts';

const isWhole = (value: string) => value.isWellFormed() && !value.includes('\u0000');
const wellFormed = 'must be well-formed Unicode without NUL';

/** 8 to 128 characters, taken exactly as typed. */
const password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
  .refine(isWhole, wellFormed);

/** A password to compare: whatever the rules for new ones say. */
const typedPassword = z
  .string()
  .max(128, 'must have at most 128 characters')
  .refine(isWhole, wellFormed);

const done = z.object({ status: z.literal(true).meta({ description: 'Always true' }) });
const user = z
  .object({
    id: z.string().meta({ description: 'Bare id' }),
    name: z.string().meta({ description: 'As given at sign-up' }),
    email: z.string().meta({ description: 'The proven address, in lower case' }),
  })
  .meta({ description: 'The person' });
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

const yes = { status: true } as const;
const example = {
  user: {
    id: '01a1ff35-a000-7000-8000-000000000010',
    name: 'Ada Example',
    email: 'ada@example.org',
  },
  password: 'correct horse battery staple',
  sessionId: '01a1ff35-a000-7000-8000-000000000011',
} as const;
const bare = { tag: 'People', bare: true, bodyLimit: bodyLimits.small } as const;

export const signUp = operation({
  ...bare,
  id: 'signUp',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  access: 'public',
  summary: 'Sign up; a mail proves the address',
  description:
    'The answer is the same whether the address is known or not: what happens next is in its mailbox. The link works for 24 hours, together with the password; person and account come to be when it is confirmed.',
  body: z.object({
    name: line({ max: 200 }).meta({ description: 'Of the person, and at first of their account' }),
    email: email.meta({ description: 'The link goes here' }),
    password: password.meta({ description: '8 to 128 characters, taken exactly as typed' }),
  }),
  reply: done,
  errors: ['sign_up_closed', 'origin_mismatch'],
  examples: {
    body: { name: example.user.name, email: example.user.email, password: example.password },
    reply: yes,
  },
});

export const confirmEmail = operation({
  ...bare,
  id: 'confirmEmail',
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'public',
  summary: 'Confirm the address with link and password',
  description:
    'Makes the person and an account of which they are the owner, and signs them in: the answer sets the session cookie. A link works once.',
  body: z.object({
    token: line({ max: 200 }).meta({ description: '`token` in the link of the mail' }),
    password: typedPassword.meta({ description: 'The one given at sign-up' }),
  }),
  reply: done.extend({ user }),
  errors: ['invalid_link_or_password', 'origin_mismatch'],
  examples: {
    body: { token: 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE', password: example.password },
    reply: { ...yes, user: example.user },
  },
});

export const signIn = operation({
  ...bare,
  id: 'signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'public',
  summary: 'Sign in; sets the session cookie',
  description:
    'The cookie is HttpOnly and lasts 7 days from the last day of use. A wrong address and a wrong password get the same answer; 8 wrong tries for an address within five minutes from one place, and it is 429 for a while.',
  body: z.object({
    email: email.meta({ description: 'Upper and lower case do not matter' }),
    password: typedPassword.meta({ description: 'Exactly as typed' }),
  }),
  reply: done.extend({ user }),
  errors: ['invalid_credentials', 'email_not_confirmed', 'origin_mismatch'],
  examples: {
    body: { email: example.user.email, password: example.password },
    reply: { ...yes, user: example.user },
  },
});

export const signOut = operation({
  ...bare,
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'public',
  summary: 'Sign out',
  description:
    'Ends the session of the cookie and takes the cookie away; JWTs made from it end too. Without a session it changes nothing.',
  reply: done,
  errors: ['origin_mismatch'],
  examples: { reply: yes },
});

export const requestPasswordReset = operation({
  ...bare,
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  summary: 'Ask for a mail with a reset link',
  description:
    'The answer is the same whether anybody has the address or not. The link works for an hour.',
  body: z.object({ email: email.meta({ description: 'The address to sign in with' }) }),
  reply: done,
  errors: ['origin_mismatch'],
  examples: { body: { email: example.user.email }, reply: yes },
});

export const resetPassword = operation({
  ...bare,
  id: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the link; ends all sessions, and API keys when asked to',
  description:
    'A link works once, and the other links that are out end with it. JWTs end with their sessions.',
  body: z.object({
    token: line({ max: 200 }).meta({ description: '`token` in the link of the mail' }),
    newPassword: password.meta({ description: '8 to 128 characters, taken exactly as typed' }),
    revokeKeys: z.boolean().optional().meta({
      description: 'Revokes all API keys that the person has made, in every account',
    }),
  }),
  reply: done,
  errors: ['invalid_reset_link', 'origin_mismatch'],
  examples: {
    body: { token: 'AbCdEfGhIjKlMnOpQrStUvWx', newPassword: example.password, revokeKeys: true },
    reply: yes,
  },
});

export const getToken = operation({
  id: 'getToken',
  method: 'GET',
  path: '/api/auth/token',
  access: isPerson,
  tag: 'People',
  summary: 'A JWT of five minutes',
  description:
    'For `Authorization: Bearer`, wherever a session does. It needs the session cookie, lasts five minutes and ends at once with its session.',
  reply: z.object({ token: z.string().meta({ description: 'A JWT, signed with EdDSA' }) }),
  examples: { reply: { token: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl' } },
});

export const getJwks = operation({
  id: 'getJwks',
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
          kid: '01a1ff35-a000-7000-8000-000000000012',
          kty: 'OKP',
          crv: 'Ed25519',
          alg: 'EdDSA',
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        },
      ],
    },
  },
});

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  access: isPerson,
  tag: 'People',
  summary: 'Who is signed in',
  description: 'The person behind the session or the JWT.',
  reply: z.object({ user }),
  examples: { reply: { user: example.user } },
});

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  access: isPerson,
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
          id: example.sessionId,
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

export const revokeSession = operation({
  ...bare,
  id: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  access: isPerson,
  summary: 'End one session',
  description: 'One of your own, this one included. JWTs made from it end too.',
  body: z.object({
    sessionId: line({ max: 64 }).meta({ description: '`id` from the list of sessions' }),
  }),
  reply: done,
  errors: ['session_not_found'],
  examples: { body: { sessionId: example.sessionId }, reply: yes },
});

export const revokeOtherSessions = operation({
  ...bare,
  id: 'revokeOtherSessions',
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  access: isPerson,
  summary: 'End all sessions but this one',
  description: 'JWTs made from them end too; API keys stay.',
  reply: done,
  examples: { reply: yes },
});

export const changePassword = operation({
  ...bare,
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  access: isPerson,
  summary: 'Change the password and end all other sessions',
  description: 'Needs the session cookie of a sign-in within the last five minutes. API keys stay.',
  body: z.object({
    currentPassword: typedPassword.meta({ description: 'The one that is to end' }),
    newPassword: password.meta({ description: '8 to 128 characters, taken exactly as typed' }),
  }),
  reply: done,
  errors: ['fresh_sign_in_required'],
  examples: {
    body: { currentPassword: example.password, newPassword: 'staple battery horse correct' },
    reply: yes,
  },
});
