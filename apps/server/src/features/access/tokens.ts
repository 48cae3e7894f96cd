import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import type { User } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Database, isDatabaseUnavailable } from '../../platform/db/index.ts';
import type { Auth } from '../people/index.ts';
import { findOpenSession } from './session-store.ts';

export type Tokens = { read: (authorization: string) => Promise<User> };

/**
 * Verifies our JWTs, which end with their session, and those of the external provider. An unknown
 * key id triggers a refresh.
 */
export function createTokens(
  db: Database,
  auth: Auth,
  baseUrl: string,
  external?: { issuer: string; read: (token: string) => Promise<User> },
): Tokens {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  const load = async (): Promise<typeof keys> => {
    keys = createLocalJWKSet(await auth.api.getJwks());
    return keys;
  };
  const verify = async (token: string): Promise<JWTPayload> => {
    const expected = { issuer: baseUrl, audience: baseUrl, clockTolerance: 5 };
    const known = keys ?? (await load());
    try {
      return (await jwtVerify(token, known as never, expected)).payload;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      return (await jwtVerify(token, (await load()) as never, expected)).payload;
    }
  };
  return {
    async read(authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (!token) throw new Problem('invalid_credentials');
      if (external && readTokenIssuer(token) === external.issuer) return external.read(token);
      const payload = await verify(token).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        throw new Problem('invalid_credentials');
      });
      const { sub: personId = '', sid, email, name, auth_time: at } = payload;
      const sessionId = readId(String(sid));
      const session = sessionId && (await findOpenSession(db, personId, sessionId));
      if (!session) throw new Problem('invalid_credentials');
      return {
        personId,
        email: String(email),
        name: String(name),
        signedInAt: new Date(Number(at) * 1_000),
        sessionId,
        hasSecondFactor: session.hasSecondFactor,
        byCookie: false,
      };
    },
  };
}

/** Only selects the key to verify with. Nothing is trusted yet. */
function readTokenIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
