import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { bodyLimits, defineOperation, userAccess } from './operation.ts';
import { email, line } from './text.ts';

const isWhole = (value: string) => value.isWellFormed() && !value.includes('\u0000');
const wellFormed = 'must be well-formed Unicode without NUL';

/** 8 to 128 characters, used exactly as typed. */
const password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
  .refine(isWhole, wellFormed);

/** A password to compare. The rules for new passwords don't apply. */
const typedPassword = z
  .string()
  .max(128, 'must have at most 128 characters')
  .refine(isWhole, wellFormed);

export const statusTrue = z.object({
  status: z.literal(true).meta({ description: 'Always true' }),
});
export const user = z
  .object({
    id: z.string().meta({ description: 'Bare id' }),
    name: z.string().meta({ description: 'As given at sign-up' }),
    email: z.string().meta({ description: 'The proven address, in lower case' }),
  })
  .meta({ description: 'The person' });
export const statusTrueExample = { status: true } as const;
export const exampleSession = {
  user: {
    id: exampleIds.person,
    name: 'Ada Example',
    email: 'ada@example.org',
  },
  password: 'correct horse battery staple',
} as const;
export const authDefaults = { tag: 'People', bare: true, bodyLimit: bodyLimits.small } as const;

export const signUp = defineOperation({
  ...authDefaults,
  id: 'signUp',
  since: '1.0',
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
  reply: statusTrue,
  errors: ['sign_up_closed', 'origin_mismatch'],
  examples: {
    body: {
      name: exampleSession.user.name,
      email: exampleSession.user.email,
      password: exampleSession.password,
    },
    reply: statusTrueExample,
  },
});

export const confirmEmail = defineOperation({
  ...authDefaults,
  id: 'confirmEmail',
  since: '1.0',
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
  reply: statusTrue.extend({ user }),
  errors: ['invalid_link_or_password', 'origin_mismatch'],
  examples: {
    body: {
      token: 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE',
      password: exampleSession.password,
    },
    reply: { ...statusTrueExample, user: exampleSession.user },
  },
});

export const signIn = defineOperation({
  ...authDefaults,
  id: 'signIn',
  since: '1.0',
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
  reply: statusTrue.extend({ user }),
  errors: ['invalid_credentials', 'email_not_confirmed', 'origin_mismatch'],
  examples: {
    body: { email: exampleSession.user.email, password: exampleSession.password },
    reply: { ...statusTrueExample, user: exampleSession.user },
  },
});

export const signOut = defineOperation({
  ...authDefaults,
  id: 'signOut',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'public',
  summary: 'Sign out',
  description:
    'Ends the session of the cookie and takes the cookie away; JWTs made from it end too. Without a session it changes nothing.',
  reply: statusTrue,
  errors: ['origin_mismatch'],
  examples: { reply: statusTrueExample },
});

export const requestPasswordReset = defineOperation({
  ...authDefaults,
  id: 'requestPasswordReset',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  summary: 'Ask for a mail with a reset link',
  description:
    'The answer is the same whether anybody has the address or not. The link works for an hour.',
  body: z.object({ email: email.meta({ description: 'The address to sign in with' }) }),
  reply: statusTrue,
  errors: ['origin_mismatch'],
  examples: { body: { email: exampleSession.user.email }, reply: statusTrueExample },
});

export const resetPassword = defineOperation({
  ...authDefaults,
  id: 'resetPassword',
  since: '1.0',
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
  reply: statusTrue,
  errors: ['invalid_reset_link', 'origin_mismatch'],
  examples: {
    body: {
      token: 'AbCdEfGhIjKlMnOpQrStUvWx',
      newPassword: exampleSession.password,
      revokeKeys: true,
    },
    reply: statusTrueExample,
  },
});

export const changePassword = defineOperation({
  ...authDefaults,
  id: 'changePassword',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/change-password',
  access: userAccess,
  summary: 'Change the password and end all other sessions',
  description: 'Needs the session cookie of a sign-in within the last five minutes. API keys stay.',
  body: z.object({
    currentPassword: typedPassword.meta({ description: 'The one that is to end' }),
    newPassword: password.meta({ description: '8 to 128 characters, taken exactly as typed' }),
  }),
  reply: statusTrue,
  errors: ['fresh_sign_in_required'],
  examples: {
    body: { currentPassword: exampleSession.password, newPassword: 'staple battery horse correct' },
    reply: statusTrueExample,
  },
});
