import type { OperationId, OperatorAct } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { insertAct } from './store.ts';

/**
 * What was done: the operation, the id of what it was done to, and the names of the fields that were given. `name`: what
 * is deleted has one for the last time; never a person's.
 */
export type Act = {
  action: OperationId | OperatorAct;
  target?: string;
  name?: string;
  fields?: object;
};

/** Who did it; nobody whom we know when a link in a mail did. */
export type Actor = Pick<Caller, 'accountId'> &
  Partial<Pick<Caller, 'personId' | 'keyId'>> & {
    /** From the service's own command line. */
    byOperator?: true;
  };

/** The operator of the service, at work on this account. */
export const operatorOf = (accountId: string): Actor => ({ accountId, byOperator: true });

/** Writes the act down in the transaction that does it. */
export async function recordAct(
  trx: Trx,
  { accountId, personId, keyId, byOperator }: Actor,
  { action, target, name, fields = {} }: Act,
  now: Date,
): Promise<void> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  await insertAct(trx, {
    id: newId(),
    accountId,
    personId: personId ?? null,
    keyId: keyId ?? null,
    byOperator: byOperator ?? false,
    action,
    target: target ?? null,
    name: name ?? null,
    fields: given.map(([name]) => name),
    now,
  });
}
