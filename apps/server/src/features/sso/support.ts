import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { findUserByAddress, findUserIdByEmail } from '../people/index.ts';
import { findLinkableUser } from './admit.ts';
import {
  type Connection,
  countIdentities,
  deleteIdentity,
  endConnectionSessions,
  findConnection,
  findMemberId,
  findMemberUser,
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
 * For providers that gave someone a new subject. Several users may have an address: of those who are
 * linked, the one whom a sign-in finds comes first.
 */
export async function unlinkUser(
  { db, clock }: SupportDeps,
  id: string,
  typed: string,
): Promise<boolean> {
  const email = typed.toLowerCase();
  return db.write(async (trx) => {
    const found = await findConnection(trx, id);
    if (!found) return false;
    const personId = await unlinkFirst(trx, id, [
      await findLinkableUser(trx, found, email),
      await findUserByAddress(trx, email),
      await findUserIdByEmail(trx, email),
      (await findMemberUser(trx, found.accountId, email))?.personId,
    ]);
    if (!personId) return false;
    const memberId = await findMemberId(trx, found.accountId, personId);
    const act = { action: 'unlinkSso', ...(memberId && { target: memberId }) } as const;
    await recordAction(trx, createOperatorActor(found.accountId), act, clock());
    return true;
  });
}

async function unlinkFirst(
  trx: Trx,
  id: string,
  users: (string | undefined)[],
): Promise<string | undefined> {
  for (const personId of users)
    if (personId && (await deleteIdentity(trx, id, personId))) return personId;
  return undefined;
}
