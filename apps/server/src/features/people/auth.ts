import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { mailReset } from './mail-reset.ts';
import { resetLivesMs } from './rules.ts';
import { isDisabled } from './store.ts';

/** What better-auth needs to know of us; its tests compare what it wants with our migration. */
export function authOptions(settings: AuthSettings) {
  const { db, baseUrl, secret, mailReset } = settings;
  return {
    appName: 'Insignia',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: { db, type: 'postgres' as const, schemaName: 'auth', transaction: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetLivesMs / 1_000,
      sendResetPassword: ({
        user,
        token,
      }: {
        user: { email: string; name: string };
        token: string;
      }) => mailReset(user, token),
    },
    session: { expiresIn: 7 * 86_400, updateAge: 86_400 },
    verification: { storeIdentifier: 'hashed' as const },
    databaseHooks: {
      session: {
        create: {
          // However somebody signs in; what they may do is refused by their memberships.
          before: async ({ userId }: { userId: string }) =>
            (await isDisabled(db, userId)) ? false : undefined,
        },
      },
    },
    // Our own throttle covers every path, knows the client behind a trusted proxy and answers in the one error shape.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'insignia',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
      database: { generateId: 'uuid' as const },
      ipAddress: { ipAddressHeaders: ['x-insignia-client-ip'] },
    },
    plugins: [
      jwt({
        jwt: {
          issuer: baseUrl,
          audience: baseUrl,
          expirationTime: '5m',
          definePayload: ({ user, session }) => ({
            name: user.name,
            email: user.email,
            sid: session.id,
            auth_time: Math.floor(session.createdAt.getTime() / 1_000),
          }),
        },
        disableSettingJwtHeader: true,
      }),
    ],
  };
}

type AuthSettings = {
  db: Database;
  baseUrl: string;
  secret: string;
  mailReset: (user: { email: string; name: string }, token: string) => Promise<void>;
};

type AuthDeps = { db: Database; clock: Clock; urls: Urls; secret: string };

export function createAuth({ secret, ...deps }: AuthDeps) {
  return betterAuth(
    authOptions({
      db: deps.db,
      baseUrl: deps.urls.base,
      secret,
      mailReset: (person, token) => mailReset(deps, person, token),
    }),
  );
}

export type Auth = ReturnType<typeof createAuth>;
