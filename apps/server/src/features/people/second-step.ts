import { randomBytes, randomInt } from 'node:crypto';
import { type FirstStep, secondFactors, signIn } from '@insignia/contract';
import type { BetterAuthPlugin, User } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import { authPath, secondStepLifetimeMs } from './rules.ts';

/** Paths within better-auth. */
const passwordPath = signIn.path.slice(authPath.length);
const emailCodePath = `${passwordPath}-otp`;

/**
 * better-auth's second step. It stores encrypted secrets, and replaces the session of a first step
 * with a signed challenge. Codes are compared by `features/second-factor`, because better-auth
 * accepts one several times and counts wrong ones only after comparing.
 */
export function secondStep() {
  const plugin = twoFactor({
    allowPasswordless: true,
    twoFactorCookieMaxAge: secondStepLifetimeMs / 1_000,
    backupCodeOptions: { customBackupCodesGenerate: createRecoveryCodes },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    // Emailed codes are a first step too.
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || context.path === emailCodePath,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

const firstSteps: Partial<Record<string, FirstStep>> = {
  [passwordPath]: 'password',
  [emailCodePath]: 'emailCode',
};

/** The kind of first step that better-auth performs at a path. */
export const findFirstStep = (path: string | undefined): FirstStep | undefined =>
  firstSteps[path ?? ''];

/** A challenge is the user's id, then the first step that it completes. */
export const formatChallenge = (
  personId: string,
  openedBy: FirstStep,
  ssoConnection?: string,
): string => [personId, openedBy, ...(ssoConnection ? [ssoConnection] : [])].join(' ');

type Challenge = { personId: string; openedBy: string | null; ssoConnection: string | null };

function readChallengeValue(value: string): Challenge {
  const [personId = '', openedBy = null, ssoConnection = null] = value.split(' ');
  return { personId, openedBy, ssoConnection };
}

const CHALLENGE_COOKIE = 'two_factor';

/** Parts of better-auth that our own comparison of codes needs. No client reaches these endpoints. */
export const secondStepEndpoints = {
  id: 'second-step',
  endpoints: {
    readChallenge: createAuthEndpoint.serverOnly(
      { method: 'POST', requireHeaders: true },
      async (ctx) => {
        const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
        const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
        const { internalAdapter } = ctx.context;
        const found = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
        if (!found || found.expiresAt <= new Date()) return { personId: null };
        return { personId: readChallengeValue(found.value).personId };
      },
    ),
    /** Starts the session of the challenge's user. A challenge works once. */
    finishChallenge: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({ personId: z.string(), secondFactor: z.enum(secondFactors) }),
      },
      async (ctx) => {
        const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
        const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        const { internalAdapter } = ctx.context;
        const used = identifier ? await internalAdapter.consumeVerificationValue(identifier) : null;
        const { personId, ...first } = readChallengeValue(used?.value ?? '');
        const isOwn = personId === ctx.body.personId;
        const user = isOwn ? await internalAdapter.findUserById(personId) : null;
        const { secondFactor } = ctx.body;
        const session =
          user && (await internalAdapter.createSession(user.id, false, { ...first, secondFactor }));
        if (!session) throw new APIError('UNAUTHORIZED');
        await setSessionCookie(ctx, { session, user });
        expireCookie(ctx, cookie);
        return { user: { id: user.id, name: user.name, email: user.email } };
      },
    ),
    /** Starts a session without a second step: its passkey was verified. */
    openPasskeySession: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({ personId: z.string(), passkeyId: z.string() }),
      },
      async (ctx) => {
        const { personId, passkeyId } = ctx.body;
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(personId);
        const opening = { openedBy: 'passkey', passkeyId };
        const session = user && (await internalAdapter.createSession(user.id, false, opening));
        if (!session) throw new APIError('UNAUTHORIZED');
        await setSessionCookie(ctx, { session, user });
        return { user: { id: user.id, name: user.name, email: user.email } };
      },
    ),
    /**
     * Starts the session of a user whom an identity provider vouches for, or the second step of
     * users with an authenticator app: the provider answers to one account, and they may have more.
     */
    startSsoSession: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({
          ...{ personId: z.string(), ssoConnection: z.string() },
          authenticatedAt: z.date().optional(),
        }),
      },
      async (ctx) => {
        const { personId, ...opening } = ctx.body;
        const { internalAdapter, secret } = ctx.context;
        const user: (User & { twoFactorEnabled?: boolean | null }) | null =
          await internalAdapter.findUserById(personId);
        if (user?.twoFactorEnabled) {
          const maxAge = secondStepLifetimeMs / 1_000;
          const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE, { maxAge });
          const identifier = `2fa-${randomBytes(20).toString('base64url')}`;
          await internalAdapter.createVerificationValue({
            value: formatChallenge(personId, 'sso', opening.ssoConnection),
            identifier,
            expiresAt: new Date(Date.now() + secondStepLifetimeMs),
          });
          await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
          return { user: null };
        }
        const session =
          user &&
          (await internalAdapter.createSession(user.id, false, { openedBy: 'sso', ...opening }));
        if (!session) throw new APIError('UNAUTHORIZED');
        await setSessionCookie(ctx, { session, user });
        return { user: { id: user.id, name: user.name, email: user.email } };
      },
    ),
  },
} satisfies BetterAuthPlugin;

const RECOVERY_CODES = 10;
/** Without 0, 1, i, l, o and u: codes are copied by hand. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** 10 codes of 49 random bits, such as 7h3k2-m9qxt. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${drawLetters()}-${drawLetters()}`);
}

const drawLetters = (): string =>
  Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
