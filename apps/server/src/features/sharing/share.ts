import type { Caller } from '../../kernel/caller.ts';
import { plainName } from '../../kernel/plain-words.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { type NewMail, post } from '../../platform/mail/index.ts';
import { recordAct } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import type { SharingDeps } from './deps.ts';
import { shareMail } from './kinds.ts';
import { shareLetter } from './letters.ts';
import { mailable } from './send.ts';
import { suppressedAmong } from './suppression-store.ts';

/** One email per recipient, so that addresses stay private. Skips suppressed ones. */
export async function share(
  { db, clock, urls, takeMails }: SharingDeps,
  who: Caller,
  id: string,
  input: { recipients: string[]; subject: string; message: string },
  once: Once | undefined,
): Promise<Answered<{ shared: true }>> {
  const { accountId } = who;
  return doOnce(db, accountId, once, clock(), async (trx) => {
    const credential = await mailable(trx, id, accountId);
    await takeMails(trx, who, input.recipients.length);
    const suppressed = await suppressedAmong(trx, accountId, input.recipients);
    const to = input.recipients.filter((address) => !suppressed.has(address.toLowerCase()));
    const letter = shareLetter(
      credential,
      plainName(credential.accountName, 'Somebody'),
      input,
      urls,
    );
    const common = { letter, kind: shareMail, accountId, about: id };
    const now = clock();
    await post(
      trx,
      to.map((address): NewMail => ({ to: address, ...common })),
      now,
    );
    // For the activity list only, not for webhooks.
    const event = { type: 'credential.shared', data: { recipients: to.length } } as const;
    await recordEvent(trx, event, { accountId, credentialId: id, by: who, now });
    await recordAct(trx, who, { action: 'shareAward', target: id, fields: input }, now);
    return { shared: true } as const;
  });
}
