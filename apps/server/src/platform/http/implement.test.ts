import { test } from 'node:test';
import { badgeOperations, defineOperation, getBadge, keyOperations } from '@insignia/contract';
import type { Implement } from './index.ts';

type Handlers = Parameters<typeof implement<typeof keyOperations>>[1];
declare const implement: Implement;
declare const handlers: Handlers;

/** Mistakes that must not compile. `tsc` reports a line here if one does. Nothing of it runs. */
const mistakes = () => {
  const { listKeys: _, ...others } = handlers;
  // @ts-expect-error: listKeys has no handler.
  implement(keyOperations, others);
  // @ts-expect-error: no operation has the last handler.
  implement(keyOperations, { ...handlers, copyKey: handlers.createKey });
  // @ts-expect-error: the handler of another operation.
  implement(keyOperations, { ...handlers, createKey: handlers.listKeys });
  // @ts-expect-error: a group names operations by their ids.
  implement({ fetchKeys: keyOperations.listKeys }, { fetchKeys: handlers.listKeys });

  const { access: _access, ...withoutAccess } = getBadge;
  // @ts-expect-error: no access.
  defineOperation(withoutAccess);
  const { noun: _noun, ...withoutNoun } = getBadge;
  // @ts-expect-error: no noun.
  defineOperation(withoutNoun);
  const { reply: _reply, ...withoutReply } = getBadge;
  // @ts-expect-error: no reply.
  defineOperation(withoutReply);
  const { examples: _examples, ...withoutExample } = getBadge;
  // @ts-expect-error: no example of the reply.
  defineOperation(withoutExample);
  const { audit: _audit, ...withoutAudit } = badgeOperations.createBadge;
  // @ts-expect-error: a write that the audit log knows nothing about.
  defineOperation(withoutAudit);
};

test('an operation without handler, access, noun, reply, example or audit does not compile', () => {
  void mistakes;
});
