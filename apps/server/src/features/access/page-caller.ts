import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import type { Database } from '../../platform/db/index.ts';
import { type Auth, createAuthHeaders, readSession } from '../people/index.ts';
import { findCallerByUser } from './caller-store.ts';

/** The signed-in user of a page in their own account, or undefined. */
export type PageCaller = (
  request: FastifyRequest,
) => Promise<(Caller & { email: string }) | undefined>;

export function createPageCaller(db: Database, auth: Auth): PageCaller {
  return async (request) => {
    if (!request.headers.cookie?.includes('insignia.session_token')) return undefined;
    const found = await readSession(auth, createAuthHeaders(request));
    const member = found && (await findCallerByUser(db, found.user.id, undefined));
    return member
      ? { ...member, scope: 'write', keyId: undefined, email: found.user.email }
      : undefined;
  };
}
