import type { Caller } from '../../kernel/caller.ts';
import { plainName } from '../../kernel/plain-text.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { type NewMail, queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import type { SharingDeps } from './deps.ts';
import { shareEmail } from './emails.ts';
import { shareMailKind } from './mail-kinds.ts';
import { requireMailableCredential } from './send.ts';
import { findSuppressed } from './suppression-store.ts';

/** One email per recipient, so that addresses stay private. Skips suppressed ones. */
export async function shareCredential(
  { db, clock, urls, takeMails }: SharingDeps,
  who: Caller,
  id: string,
  input: { recipients: string[]; subject: string; message: string },
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ shared: true }>> {
  const { accountId } = who;
  return runIdempotent(db, accountId, once, clock(), async (trx) => {
    const credential = await requireMailableCredential(trx, id, accountId);
    await takeMails(trx, who, input.recipients.length);
    const suppressed = await findSuppressed(trx, accountId, input.recipients);
    const to = input.recipients.filter((address) => !suppressed.has(address.toLowerCase()));
    const letter = shareEmail(
      credential,
      plainName(credential.accountName, 'Somebody'),
      input,
      urls,
    );
    const common = { letter, kind: shareMailKind, accountId, about: id };
    const now = clock();
    await queueMails(
      trx,
      to.map((address): NewMail => ({ to: address, ...common })),
      now,
    );
    // For the activity list only, not for webhooks.
    const event = { type: 'credential.shared', data: { recipients: to.length } } as const;
    await recordEvent(trx, event, { accountId, credentialId: id, by: who, now });
    await recordAction(trx, who, { action: 'shareAward', target: id, fields: input }, now);
    return { shared: true } as const;
  });
}
