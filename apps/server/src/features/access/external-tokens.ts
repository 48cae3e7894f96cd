import { emailSchema } from '@insignia/contract';
import { createRemoteJWKSet, type JWTPayload, errors as jose, jwtVerify } from 'jose';
import { z } from 'zod';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { collapseWhitespace } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import { type BindDeps, bindUser } from '../people/index.ts';

export type ExternalProvider = { issuer: string; audience: string };

const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];
const timeoutMs = 5_000;
// An unknown key id triggers a refresh, but not on every request.
const cooldownMs = 3_000;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claimsSchema = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u),
  email: emailSchema,
  email_verified: z.literal(true),
  name: z.string().max(1_000).transform(collapseWhitespace).pipe(z.string().max(200)).optional(),
  auth_time: z.number().optional(),
});

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Verifies JWTs of the configured identity provider (OpenID Connect Core §2, Discovery §4). */
export function createExternalTokens(
  { issuer, audience }: ExternalProvider,
  deps: BindDeps & { clock: Clock },
): (token: string) => Promise<User> {
  let keys: Promise<Keys> | undefined;
  const findKeys = (): Promise<Keys> => {
    keys ??= discover(issuer).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  const verify = async (token: string): Promise<JWTPayload> => {
    const known = await findKeys();
    const expected = { issuer, audience, algorithms, requiredClaims: ['exp', 'sub'] };
    const options = { ...expected, clockTolerance: 5, currentDate: deps.clock() };
    return (await jwtVerify(token, known, options)).payload;
  };
  return async (token) => {
    const payload = await verify(token).catch((error: unknown) => {
      const isBad = error instanceof jose.JOSEError && !isProviderDown(error);
      throw isBad
        ? new Problem('invalid_credentials')
        : new Problem('identity_provider_unavailable', { retryAfterSeconds: 5, cause: error });
    });
    const read = claimsSchema.safeParse(payload);
    if (!read.success) throw new Problem('invalid_credentials');
    const { sub, email, name, auth_time: at } = read.data;
    const user = await bindUser(deps, {
      issuer,
      sub,
      email: email.toLowerCase(),
      name: name || email,
    });
    // Tokens are renewed long after sign-in, so the issue time doesn't help.
    const signedInAt = at === undefined ? undefined : new Date(at * 1_000);
    // The provider decides how its users sign in.
    const session = {
      ...{ sessionId: undefined, hasSecondFactor: true, byCookie: false },
      ...{ ssoConnectionId: undefined, isSsoOnly: false },
    };
    return { ...user, signedInAt, ...session };
  };
}

/** jose reports an unreadable key set by its most general error. */
function isProviderDown({ code }: jose.JOSEError): boolean {
  return code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC';
}

async function discover(issuer: string): Promise<Keys> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`);
  const document = discoverySchema.parse(await answer.json());
  if (document.issuer !== issuer) throw new Error(`${url} is for ${document.issuer}`);
  return createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
  });
}
