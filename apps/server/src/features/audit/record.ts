import type { AuditedOperationId, OperatorAction } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { insertAuditEntry } from './store.ts';

/**
 * An operation, the id of its subject, and the names of the given fields. `name` records the name
 * of something deleted, never a person's.
 */
export type AuditEntry = {
  action: AuditedOperationId | OperatorAction;
  target?: string;
  name?: string;
  fields?: object;
};

/** Undefined user for links in emails. */
export type Actor = Pick<Caller, 'accountId'> &
  Partial<Pick<Caller, 'personId' | 'keyId'>> & {
    /** From the operator's command line. */
    byOperator?: true;
  };

/** The operator, acting on this account. */
export const createOperatorActor = (accountId: string): Actor => ({ accountId, byOperator: true });

/** Records an action in the transaction that performs it. */
export async function recordAction(
  trx: Trx,
  { accountId, personId, keyId, byOperator }: Actor,
  { action, target, name, fields = {} }: AuditEntry,
  now: Date,
): Promise<void> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  await insertAuditEntry(trx, {
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
