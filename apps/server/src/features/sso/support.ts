import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import type { Connection } from './protocol.ts';
import { endConnectionSessions, findConnection } from './store.ts';

type SupportDeps = { db: Database; clock: Clock };

const MAX_LISTED = 1_000;

export type ListedConnection = {
  connectionId: string;
  accountId: string;
  account: string;
  name: string;
  protocol: string;
  domains: string[];
  enforced: boolean;
  disabled: boolean;
};

/** The newest connections, of all accounts or one. */
export async function listAllConnections(
  db: Database,
  accountId: string | undefined,
): Promise<ListedConnection[]> {
  const { rows } = await sql<ListedConnection>`
    select c.id as "connectionId", a.id as "accountId", a.name as account, c.name, c.protocol,
      array(select d.domain from sso_domains d where d.connection_id = c.id and d.verified_at is not null
        order by d.domain) as domains, c.enforced, c.disabled_at is not null as disabled
    from sso_connections c join accounts a on a.id = c.account_id
    where ${accountId ?? null}::uuid is null or c.account_id = ${accountId ?? null}::uuid
    order by c.id desc limit ${MAX_LISTED}`.execute(db);
  return rows;
}

/** Without its secret. Counts the users who signed in through it. */
export async function showConnection(
  db: Database,
  id: string,
): Promise<(Omit<Connection, 'secret'> & { users: number }) | undefined> {
  const found = await findConnection(db, id);
  if (!found) return undefined;
  const { secret: _, ...connection } = found;
  const { rows } = await sql<{ users: number }>`
    select count(*)::int as users from sso_identities where connection_id = ${id}`.execute(db);
  return { ...connection, users: rows[0]?.users ?? 0 };
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
    const { numAffectedRows } = await sql`
      update sso_connections set disabled_at = ${isDisabled ? now : null}
      where id = ${id} and (disabled_at is not null) <> ${isDisabled}`.execute(trx);
    if (!found || numAffectedRows === 0n) return false;
    if (isDisabled) await endConnectionSessions(trx, id);
    const action = isDisabled ? ('disableSso' as const) : ('enableSso' as const);
    const act = { action, target: id, name: found.name };
    await recordAction(trx, createOperatorActor(found.accountId), act, now);
    return true;
  });
}

/**
 * Forgets which subject a user is, so that the next sign-in with the user's address links them
 * again. For providers that gave someone a new subject.
 */
export async function unlinkUser(
  { db, clock }: SupportDeps,
  id: string,
  personId: string,
): Promise<boolean> {
  return db.write(async (trx) => {
    const found = await findConnection(trx, id);
    const { numAffectedRows } = await sql`
      delete from sso_identities where connection_id = ${id} and person_id = ${personId}`.execute(
      trx,
    );
    if (!found || numAffectedRows === 0n) return false;
    const { rows } = await sql<{ id: string }>`
      select id from members where account_id = ${found.accountId} and person_id = ${personId}`.execute(
      trx,
    );
    const act = { action: 'unlinkSso', ...(rows[0] && { target: rows[0].id }) } as const;
    await recordAction(trx, createOperatorActor(found.accountId), act, clock());
    return true;
  });
}
