import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { bodyLimits, defineOperation, ownAccess } from './operation.ts';
import { email, line } from './text.ts';

const isWhole = (value: string) => value.isWellFormed() && !value.includes('\u0000');
const wellFormed = 'must be well-formed Unicode without NUL characters';

/** 8 to 128 characters, used exactly as typed. */
const password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
  .refine(isWhole, wellFormed);

/** A password to compare. The rules for new passwords don't apply. */
export const typedPassword = z
  .string()
  .max(128, 'must have at most 128 characters')
  .refine(isWhole, wellFormed);

export const statusTrue = z.object({
  status: z.literal(true).meta({ description: 'Always true' }),
});
export const user = z
  .object({
    id: z.string().meta({ description: 'ID' }),
    name: z.string().meta({
      description: 'Name from sign-up, or the part of the address before @',
    }),
    email: z.string().meta({ description: 'Confirmed address, in lower case' }),
  })
  .meta({ description: 'The user' });
/** The first step succeeded; a code of the authenticator app is next. */
const secondStep = z.object({
  twoFactorRedirect: z.literal(true).meta({
    description: 'No session yet: send a code to `/api/auth/two-factor/verify-totp`',
  }),
  twoFactorMethods: z.array(z.literal('totp')).meta({ description: 'Methods that are set up' }),
});
const signInReply = z.union([statusTrue.extend({ user }), secondStep]);
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
  noun: 'people.signUp',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  access: 'public',
  summary: 'Sign up',
  description:
    'Sends an email to confirm the address. The response is the same whether or not the address is known; the email explains the next step. The link works for 24 hours and needs the password. User and account are created on confirmation.',
  body: z.object({
    name: line({ max: 200 }).meta({ description: 'Name of the user' }),
    organization: line({ min: 0, max: 200 }).optional().meta({
      description: 'Name of the account, shown to its team. Defaults to the name of the user',
    }),
    email: email.meta({ description: 'The link is sent here' }),
    password: password.meta({ description: '8 to 128 characters, used exactly as typed' }),
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
  noun: 'people.confirm',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'public',
  summary: 'Confirm an email address',
  description:
    "Takes the emailed link's token and the password. Creates the user and an account that they own, and signs them in with a session cookie. The link works once.",
  body: z.object({
    token: line({ max: 200 }).meta({ description: '`token` from the link in the email' }),
    password: typedPassword.meta({ description: 'The password from sign-up' }),
  }),
  reply: signInReply,
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
  noun: 'people.signIn',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'public',
  summary: 'Sign in',
  description:
    'Sets the session cookie, which is HttpOnly and lasts 7 days from the last day of use. A wrong address and a wrong password get the same response. After 8 failed attempts within 5 minutes for one email address from one IP address, the response is 429. See `Retry-After`. For users with an authenticator app, the response is `twoFactorRedirect` in place of a session.',
  body: z.object({
    email: email.meta({ description: "Case doesn't matter" }),
    password: typedPassword.meta({ description: 'Exactly as typed' }),
  }),
  reply: signInReply,
  errors: ['invalid_credentials', 'email_not_confirmed', 'sso_required', 'origin_mismatch'],
  examples: {
    body: { email: exampleSession.user.email, password: exampleSession.password },
    reply: { ...statusTrueExample, user: exampleSession.user },
  },
});

const signOut = defineOperation({
  ...authDefaults,
  id: 'signOut',
  noun: 'people.signOut',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: 'public',
  summary: 'Sign out',
  description:
    "Ends the session, removes the cookie and invalidates the session's JWTs. Without a session, nothing changes.",
  reply: statusTrue,
  errors: ['origin_mismatch'],
  examples: { reply: statusTrueExample },
});

export const requestEmailCode = defineOperation({
  ...authDefaults,
  id: 'requestEmailCode',
  noun: 'people.requestEmailCode',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/sign-in/email-code',
  access: 'public',
  summary: 'Request a sign-in code by email',
  description:
    'Emails a 6-digit code and a link. The code expires after 10 minutes and allows 5 tries; the link expires after an hour. One of them works, once. While too many wrong codes are entered, new codes have 10 digits. A new request makes the earlier email invalid. The response is the same for every address. At most 3 per hour and address.',
  body: z.object({ email: email.meta({ description: 'The code is sent here' }) }),
  reply: z.object({ sent: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['origin_mismatch'],
  examples: { body: { email: exampleSession.user.email }, reply: { sent: true } },
});

export const emailCode = z.object({
  email: email.meta({ description: 'Address that got the code' }),
  code: line({ max: 40 }).meta({ description: 'From the email. Spaces don’t matter' }),
});
export const emailLink = z.object({
  token: line({ max: 1_000 }).meta({ description: '`token` from the link in the email' }),
});

export const emailConfirmation = z.union([emailCode, emailLink]);

const confirmEmailCode = defineOperation({
  ...authDefaults,
  id: 'confirmEmailCode',
  noun: 'people.confirmEmailCode',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/sign-in/email-code/confirm',
  access: 'public',
  summary: 'Sign in with a code',
  description:
    "Takes the code with its address, or the link's token, and sets the session cookie. The session is the same as one opened with a password. Creates a user for a new address, but no account.",
  body: emailConfirmation,
  reply: signInReply,
  errors: ['invalid_email_code', 'sso_required', 'origin_mismatch'],
  examples: {
    body: { email: exampleSession.user.email, code: '123456' },
    reply: { ...statusTrueExample, user: exampleSession.user },
  },
});

export const emailCodeOperations = { requestEmailCode, confirmEmailCode } as const;

export const requestPasswordReset = defineOperation({
  ...authDefaults,
  id: 'requestPasswordReset',
  noun: 'people.requestPasswordReset',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  summary: 'Request a password reset',
  description:
    'Emails a link that works for 1 hour. The response is the same whether or not the address is known.',
  body: z.object({ email: email.meta({ description: 'Your sign-in address' }) }),
  reply: statusTrue,
  errors: ['origin_mismatch'],
  examples: { body: { email: exampleSession.user.email }, reply: statusTrueExample },
});

export const resetPassword = defineOperation({
  ...authDefaults,
  id: 'resetPassword',
  noun: 'people.resetPassword',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Reset the password',
  description:
    "Takes the emailed link's token. The link works once, and using it invalidates all other reset links. All sessions and their JWTs end. API keys are revoked only on request.",
  body: z.object({
    token: line({ max: 200 }).meta({ description: '`token` from the link in the email' }),
    newPassword: password.meta({ description: '8 to 128 characters, used exactly as typed' }),
    revokeKeys: z.boolean().optional().meta({
      description: 'Also revoke all API keys the user created, in every account',
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
  noun: 'people.changePassword',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/change-password',
  access: ownAccess,
  summary: 'Change the password',
  description:
    'Ends all other sessions and disconnects apps. Requires the session cookie of a sign-in within the last 5 minutes. API keys stay valid.',
  body: z.object({
    currentPassword: typedPassword.meta({ description: 'Your current password' }),
    newPassword: password.meta({ description: '8 to 128 characters, used exactly as typed' }),
  }),
  reply: statusTrue,
  errors: ['fresh_sign_in_required'],
  examples: {
    body: { currentPassword: exampleSession.password, newPassword: 'staple battery horse correct' },
    reply: statusTrueExample,
  },
});

export const signInOperations = {
  signUp,
  confirmEmail,
  signIn,
  signOut,
  requestPasswordReset,
  resetPassword,
} as const;

export const passwordOperations = { changePassword } as const;
