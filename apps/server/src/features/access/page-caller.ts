import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import type { Database } from '../../platform/db/index.ts';
import { type Auth, headersOf, sessionOf } from '../people/index.ts';
import { callerOfPerson } from './caller-store.ts';

/** The signed-in user of a page in their own account, or undefined. */
export type PageCaller = (
  request: FastifyRequest,
) => Promise<(Caller & { email: string }) | undefined>;

export function createPageCaller(db: Database, auth: Auth): PageCaller {
  return async (request) => {
    if (!request.headers.cookie?.includes('insignia.session_token')) return undefined;
    const found = await sessionOf(auth, headersOf(request));
    const member = found && (await callerOfPerson(db, found.user.id, undefined));
    return member
      ? { ...member, scope: 'write', keyId: undefined, email: found.user.email }
      : undefined;
  };
}
