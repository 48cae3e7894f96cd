import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import type { OpenAccount, SignUpPolicy } from './deps.ts';
import {
  findUserByIdentity,
  findUserIdByEmail,
  hasInvitation,
  insertIdentity,
  insertUser,
} from './store.ts';

export type BindDeps = {
  db: Database;
  clock: Clock;
  signUp: SignUpPolicy;
  openAccount: OpenAccount;
};

type Identity = { issuer: string; sub: string; email: string; name: string };
type BoundUser = { personId: string; email: string; name: string };

/**
 * Finds the user of an external identity. On first use, it is linked to the user with the same
 * confirmed address, or to a new user with an account. Later, the address may change.
 */
export async function bindUser(deps: BindDeps, identity: Identity): Promise<BoundUser> {
  const known = await findUserByIdentity(deps.db, identity.issuer, identity.sub);
  if (known) return known;
  try {
    await deps.db.write((trx) => bind(deps, trx, identity));
  } catch (error) {
    // A concurrent first request has linked it.
    if (sqlState(error) !== '23505') throw error;
  }
  const bound = await findUserByIdentity(deps.db, identity.issuer, identity.sub);
  if (!bound) throw new Problem('invalid_credentials');
  return bound;
}

async function bind(deps: BindDeps, trx: Trx, identity: Identity): Promise<void> {
  const { email, name } = identity;
  const now = deps.clock();
  let personId = await findUserIdByEmail(trx, email);
  if (!personId) {
    const isOpen =
      deps.signUp === 'open' || (deps.signUp === 'invited' && (await hasInvitation(trx, email)));
    if (!isOpen) throw new Problem('sign_up_closed');
    personId = newId();
    await insertUser(trx, personId, { email, name }, now);
    await deps.openAccount(trx, { personId, email, name }, now);
  }
  await insertIdentity(trx, identity.issuer, identity.sub, personId, now);
}
