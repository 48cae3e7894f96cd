import { randomInt } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { jwt } from 'better-auth/plugins/jwt';
import { readId } from '../../kernel/id.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { hmac } from '../../platform/secrets/crypto.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { findByAlias, fromAlias } from './address-alias.ts';
import {
  authPath,
  clientHeader,
  countCodeDigits,
  emailCodeLifetimeMs,
  findSignInTime,
  isSsoOnly,
  longCodeHeader,
  MAX_CODE_TRIES,
  readOpenSso,
  tokenLifetimeMs,
} from './rules.ts';
import { findFirstStep, formatChallenge, secondStep, secondStepEndpoints } from './second-step.ts';
import { findAddressInAccount, isDisabled } from './store.ts';

/**
 * Decides whether a session may be opened, beyond what better-auth checks. Throws if not.
 * `isFirstStep` is true for the session of a first step, which may still become a challenge.
 */
export type AdmitSession = (session: {
  personId: string;
  openedBy: string | undefined;
  /** A connection that the user has signed in with in the same browser. */
  openSso: string | undefined;
  isFirstStep: boolean;
}) => Promise<void>;

/** Our own text, such as how a session was opened. Clients can't set it. */
const ownField = { type: 'string' as const, required: false, input: false };

type RequestContext = { path?: string; headers?: Headers | undefined } | null;
type NewSession = { userId: string; openedBy?: string | null; ssoConnection?: string | null };

/** Options of better-auth. A test compares its schema with our migration. */
export function authOptions(settings: AuthSettings) {
  const { db, baseUrl, secrets } = settings;
  return {
    appName: 'Insignia',
    baseURL: baseUrl,
    basePath: authPath,
    secrets,
    // For data encrypted before better-auth versioned its envelopes.
    secret: secrets[0].value,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: {
      db: db.createQueryBuilder(),
      type: 'postgres' as const,
      schemaName: 'auth',
      transaction: true,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      additionalFields: { language: ownField, disabledAt: { ...ownField, type: 'date' as const } },
    },
    session: {
      expiresIn: 7 * 86_400,
      updateAge: 86_400,
      additionalFields: {
        ...{ openedBy: ownField, secondFactor: ownField },
        ...{ passkeyId: ownField, ssoConnection: ownField },
        authenticatedAt: { ...ownField, type: 'date' as const },
      },
    },
    verification: { storeIdentifier: 'hashed' as const },
    databaseHooks: createDatabaseHooks(settings),
    // Our own throttle covers every path, knows clients behind trusted proxies, and responds in our
    // error shape.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'insignia',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const },
      database: { generateId: 'uuid' as const },
      ipAddress: { ipAddressHeaders: [clientHeader] },
    },
    plugins: createPlugins(settings),
  };
}

/** Rules that apply before better-auth inserts a row. */
function createDatabaseHooks({ db, admitSession }: AuthSettings) {
  return {
    user: {
      create: {
        // Only signing in with an emailed code creates users here.
        before: async (user: { email: string }) => {
          const email = fromAlias(user.email);
          return { data: { ...user, email, name: email.slice(0, email.lastIndexOf('@')) } };
        },
      },
    },
    session: {
      create: {
        // Applies to every way of signing in. Authorization depends on memberships.
        before: async (session: NewSession, context: RequestContext) => {
          const { userId } = session;
          const openedBy = findFirstStep(context?.path);
          if (await isDisabled(db, userId)) {
            // better-auth requires a session after the right code.
            if (openedBy === 'emailCode') throw new APIError('FORBIDDEN');
            return false;
          }
          // The second step of a sign-in has it from the first.
          const openSso =
            readOpenSso(context?.headers, userId) ?? session.ssoConnection ?? undefined;
          await admitSession({
            ...{ personId: userId, openSso },
            openedBy: openedBy ?? session.openedBy ?? undefined,
            isFirstStep: openedBy !== undefined,
          });
          return {
            data: { ...(openedBy && { openedBy }), ...(openSso && { ssoConnection: openSso }) },
          };
        },
      },
    },
    verification: {
      create: {
        // A sign-in creates no other value that is a user's id.
        before: async ({ value }: { value: string }, context: RequestContext) => {
          const openedBy = readId(value) ? findFirstStep(context?.path) : undefined;
          if (!openedBy) return undefined;
          const openSso = readOpenSso(context?.headers, value);
          return { data: { value: formatChallenge(value, openedBy, openSso) } };
        },
      },
    },
  };
}

function createPlugins({ db, baseUrl, secrets }: AuthSettings) {
  // A plain hash of six digits would reveal them.
  const hashCode = async (code: string) =>
    hmac(Buffer.from(secrets[0].value), code).toString('base64url');
  return [
    jwt({
      jwt: {
        issuer: baseUrl,
        audience: baseUrl,
        expirationTime: `${tokenLifetimeMs / 1_000}s`,
        definePayload: async ({ user, session }) => {
          const at = findSignInTime(session, user.twoFactorEnabled);
          const email = await findShownAddress(db, { user, session });
          return {
            ...{ name: user.name, email, sid: session.id },
            ...(at && { auth_time: Math.floor(at.getTime() / 1_000) }),
          };
        },
      },
      disableSettingJwtHeader: true,
    }),
    emailOTP({
      generateOTP: (_, context) => createCode(context?.headers?.has(longCodeHeader) ?? false),
      expiresIn: emailCodeLifetimeMs / 1_000,
      allowedAttempts: MAX_CODE_TRIES,
      storeOTP: { hash: hashCode },
      // We send the email ourselves, with a link and in the reader's language.
      sendVerificationOTP: async () => {},
    }),
    secondStep(),
    secondStepEndpoints,
  ];
}

export function createCode(isLong: boolean): string {
  const digits = countCodeDigits(isLong);
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** A better-auth secret derived from SECRET. The first one encrypts. */
type AuthSecret = { version: number; value: string };

type AuthSettings = {
  db: Database;
  baseUrl: string;
  secrets: [AuthSecret, ...AuthSecret[]];
  admitSession: AdmitSession;
};

type AuthDeps = { db: Database; urls: Urls; admitSession: AdmitSession };
type BetterAuth = ReturnType<typeof createBetterAuth>;
export type Auth = Pick<BetterAuth, 'api' | '$context'> & {
  findShownAddress: (opened: OpenedSession) => Promise<string>;
};

type OpenedSession = {
  user: { id: string; email: string; twoFactorEnabled?: boolean | null };
  session: Parameters<typeof isSsoOnly>[0] & {
    createdAt: Date;
    ssoConnection?: string | null | undefined;
  };
};

/**
 * The address that a session shows: the primary one. If single sign-on alone opened it, the one in the account,
 * because admins who choose the provider could sign in and read a private one. Empty if the user has left.
 */
async function findShownAddress(db: Database, { user, session }: OpenedSession): Promise<string> {
  if (!isSsoOnly(session, user.twoFactorEnabled)) return user.email;
  return (await findAddressInAccount(db, user.id, session.ssoConnection)) ?? '';
}

/**
 * Follows the secret in use as soon as this process hears of it. Sessions of another secret end.
 */
export function createAuth({ secrets, ...deps }: AuthDeps & { secrets: Secrets }): Auth {
  let cached: { mark: string; auth: BetterAuth } | undefined;
  const present = (): BetterAuth => {
    const { mark } = secrets;
    if (cached?.mark !== mark) {
      const [first, ...others] = listAuthSecrets(secrets);
      cached = { mark, auth: createBetterAuth(deps, [first as AuthSecret, ...others]) };
    }
    return cached.auth;
  };
  return {
    get api() {
      return present().api;
    },
    get $context() {
      return present().$context;
    },
    findShownAddress: (opened) => findShownAddress(deps.db, opened),
  };
}

/** All known secrets as better-auth takes them, the current one first. */
export function listAuthSecrets(secrets: Secrets): AuthSecret[] {
  const keys = secrets.keysFor('sign-in');
  return secrets.marks.flatMap((mark) => {
    const value = keys.find(mark)?.toString('base64url');
    return value ? { version: authVersion(mark), value } : [];
  });
}

function createBetterAuth(deps: AuthDeps, secrets: AuthSettings['secrets']) {
  const auth = betterAuth(
    authOptions({
      db: deps.db,
      baseUrl: deps.urls.base,
      secrets,
      admitSession: deps.admitSession,
    }),
  );
  // Endpoints wait for the same promise later. An error here makes them fail too.
  auth.$context.then(({ internalAdapter }) => findByAlias(internalAdapter)).catch(() => {});
  return auth;
}

/** better-auth identifies secrets by an integer. */
export function authVersion(mark: string): number {
  return Buffer.from(mark, 'base64url').readUInt32BE();
}
