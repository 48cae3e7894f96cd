import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import {
  type Connection,
  countIdentities,
  deleteIdentity,
  endConnectionSessions,
  findConnection,
  findMemberId,
  markDisabled,
} from './store.ts';

type SupportDeps = { db: Database; clock: Clock };

/** Returns a connection without its secret, and how many users signed in through it. */
export async function showConnection(
  db: Database,
  id: string,
): Promise<(Omit<Connection, 'secret'> & { users: number }) | undefined> {
  const found = await findConnection(db, id);
  if (!found) return undefined;
  const { secret: _, ...connection } = found;
  return { ...connection, users: await countIdentities(db, id) };
}

/** Disabling also ends the sessions that it opened. Returns false if nothing changed. */
export async function setConnectionDisabled(
  { db, clock }: SupportDeps,
  id: string,
  isDisabled: boolean,
): Promise<boolean> {
  return db.write(async (trx) => {
    const found = await findConnection(trx, id);
    const now = clock();
    if (!found || !(await markDisabled(trx, id, isDisabled, now))) return false;
    if (isDisabled) await endConnectionSessions(trx, id);
    const action = isDisabled ? ('disableSso' as const) : ('enableSso' as const);
    const act = { action, target: id, name: found.name };
    await recordAction(trx, createOperatorActor(found.accountId), act, now);
    return true;
  });
}

/**
 * Unlinks a user from their subject, so that their next sign-in links them by their email address.
 * For providers that gave someone a new subject.
 */
export async function unlinkUser(
  { db, clock }: SupportDeps,
  id: string,
  personId: string,
): Promise<boolean> {
  return db.write(async (trx) => {
    const found = await findConnection(trx, id);
    if (!found || !(await deleteIdentity(trx, id, personId))) return false;
    const memberId = await findMemberId(trx, found.accountId, personId);
    const act = { action: 'unlinkSso', ...(memberId && { target: memberId }) } as const;
    await recordAction(trx, createOperatorActor(found.accountId), act, clock());
    return true;
  });
}
