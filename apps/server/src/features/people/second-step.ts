import { signIn } from '@insignia/contract';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';
import { createRecoveryCodes } from './recovery-codes.ts';
import { authPath, secondStepLifetimeMs } from './rules.ts';

/** better-auth's own path. */
const emailCodePath = `${signIn.path.slice(authPath.length)}-otp`;

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
        return { personId: found && found.expiresAt > new Date() ? found.value : null };
      },
    ),
    /** Starts the session of the challenge's user. A challenge works once. */
    finishChallenge: createAuthEndpoint.serverOnly(
      { method: 'POST', requireHeaders: true, body: z.object({ personId: z.string() }) },
      async (ctx) => {
        const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
        const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        const { internalAdapter } = ctx.context;
        const used = identifier ? await internalAdapter.consumeVerificationValue(identifier) : null;
        const isOwn = used !== null && used.value === ctx.body.personId;
        const user = isOwn ? await internalAdapter.findUserById(used.value) : null;
        const session = user && (await internalAdapter.createSession(user.id));
        if (!session) throw new APIError('UNAUTHORIZED');
        await setSessionCookie(ctx, { session, user });
        expireCookie(ctx, cookie);
        return { user: { id: user.id, name: user.name, email: user.email } };
      },
    ),
  },
} satisfies BetterAuthPlugin;
