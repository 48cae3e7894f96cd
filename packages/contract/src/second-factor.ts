import { z } from 'zod';
import { defineOperation, ownAccess } from './operation.ts';
import {
  authDefaults,
  exampleSession,
  statusTrue,
  statusTrueExample,
  typedPassword,
  user,
} from './people.ts';
import { line } from './text.ts';

const typedCode = line({ max: 40 });
const totpCode = z.object({
  code: typedCode.meta({ description: '6 digits. Spaces and hyphens don’t matter' }),
});
const recoveryCode = z.object({
  code: typedCode.meta({ description: 'Case, spaces and hyphens don’t matter' }),
});
const anyCode = z.object({
  code: typedCode.meta({
    description: 'Current code of the authenticator app, or a recovery code',
  }),
});
const recoveryCodes = z
  .array(z.string())
  .meta({ description: '10 recovery codes, each for one use. Shown only here' });
const exampleRecoveryCode = '7h3k2-m9qxt';
const exampleRecoveryCodes = [exampleRecoveryCode, 'b4wd8-zr5pn'];

const getSecondFactor = defineOperation({
  id: 'getSecondFactor',
  noun: 'people.secondFactor',
  since: '1.0',
  method: 'GET',
  path: '/api/auth/two-factor',
  access: ownAccess,
  tag: 'People',
  summary: 'Get your second factor',
  description: 'Whether your sign-in needs a code of an authenticator app.',
  reply: z.object({
    enabled: z.boolean().meta({ description: 'Whether an authenticator app is set up' }),
    recoveryCodes: z.int().meta({ description: 'Number of unused recovery codes' }),
    hasPassword: z.boolean().meta({
      description: 'Whether setup needs your password. Otherwise it needs a recent sign-in',
    }),
  }),
  examples: { reply: { enabled: true, recoveryCodes: 10, hasPassword: true } },
});

export const enableTotp = defineOperation({
  ...authDefaults,
  id: 'enableTotp',
  noun: 'people.enableTotp',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  access: ownAccess,
  summary: 'Start setting up an authenticator app',
  description:
    'Returns the secret for an authenticator app (TOTP, RFC 6238) and your recovery codes. Sign-in changes once `POST /api/auth/two-factor/verify-totp` gets a code. Starting again replaces a secret that wasn’t confirmed. Requires the session cookie, and your password. Users without a password need a sign-in within the last 5 minutes. Users with a passkey need a session that was opened with it.',
  body: z.object({
    password: typedPassword.optional().meta({ description: 'Your password, if you have one' }),
  }),
  reply: z.object({
    method: z.literal('totp').meta({ description: 'Always totp' }),
    totpURI: z.string().meta({ description: 'otpauth URI, as in the QR code' }),
    secret: z.string().meta({ description: 'The secret in base32, to type it' }),
    qrCode: z.string().meta({ description: 'The QR code, as a data URL with an SVG' }),
    backupCodes: recoveryCodes,
  }),
  errors: ['fresh_sign_in_required', 'second_factor_exists', 'second_factor_required'],
  examples: {
    body: { password: exampleSession.password },
    reply: {
      method: 'totp',
      totpURI:
        'otpauth://totp/Insignia:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Insignia&digits=6&period=30',
      secret: 'JBSWY3DPEHPK3PXP',
      qrCode: 'data:image/svg+xml;base64,PHN2Zy8+',
      backupCodes: exampleRecoveryCodes,
    },
  },
});

const reply = statusTrue.extend({ user });
const signedInExample = { ...statusTrueExample, user: exampleSession.user };

export const verifyTotp = defineOperation({
  ...authDefaults,
  id: 'verifyTotp',
  noun: 'people.verifyTotp',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  access: 'public',
  summary: 'Enter a code of the authenticator app',
  description:
    'After a sign-in that returned `twoFactorRedirect`: sets the session cookie. With a session: completes the setup. A code works once, and one 30-second step early or late. After 5 wrong codes, the response is 429 for 15 minutes; the password, recovery codes and passkeys still work. Requires the cookie of the sign-in, which lasts 10 minutes.',
  body: totpCode,
  reply,
  errors: [
    'invalid_second_factor',
    'second_factor_expired',
    'second_factor_not_found',
    'second_factor_required',
    'sso_required',
    'origin_mismatch',
  ],
  examples: { body: { code: '123456' }, reply: signedInExample },
});

const verifyRecoveryCode = defineOperation({
  ...authDefaults,
  id: 'verifyRecoveryCode',
  noun: 'people.verifyRecoveryCode',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  access: 'public',
  summary: 'Sign in with a recovery code',
  description:
    'After a sign-in that returned `twoFactorRedirect`, in place of a code of the authenticator app. A recovery code works once, even while wrong codes lock the app’s codes. Wrong ones count like wrong codes.',
  body: recoveryCode,
  reply,
  errors: ['invalid_second_factor', 'second_factor_expired', 'sso_required', 'origin_mismatch'],
  examples: { body: { code: exampleRecoveryCode }, reply: signedInExample },
});

export const replaceRecoveryCodes = defineOperation({
  ...authDefaults,
  id: 'replaceRecoveryCodes',
  noun: 'people.replaceRecoveryCodes',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/two-factor/generate-backup-codes',
  access: ownAccess,
  summary: 'Replace your recovery codes',
  description: 'Returns 10 new recovery codes. The earlier ones stop working.',
  body: anyCode,
  reply: statusTrue.extend({ backupCodes: recoveryCodes }),
  errors: ['invalid_second_factor', 'second_factor_not_found'],
  examples: {
    body: { code: '123456' },
    reply: { ...statusTrueExample, backupCodes: exampleRecoveryCodes },
  },
});

export const disableTotp = defineOperation({
  ...authDefaults,
  id: 'disableTotp',
  noun: 'people.disableTotp',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  access: ownAccess,
  summary: 'Remove your authenticator app',
  description:
    'Sign-in needs no code afterwards, and the recovery codes stop working. If you lost both, ask the operator of the service.',
  body: anyCode,
  reply: statusTrue,
  errors: ['invalid_second_factor', 'second_factor_not_found'],
  examples: { body: { code: '123456' }, reply: statusTrueExample },
});

export const secondFactorOperations = {
  getSecondFactor,
  enableTotp,
  verifyTotp,
  verifyRecoveryCode,
  replaceRecoveryCodes,
  disableTotp,
} as const;
