import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import type { SharingDeps } from './deps.ts';
import { lockMail } from './mail-store.ts';
import { findSuppressed } from './suppression-store.ts';

/** Sends the same email as a new one, so that the history stays. */
export async function resendOne(
  deps: Pick<SharingDeps, 'db' | 'clock' | 'mailKinds' | 'takeMails' | 'takeStranger'>,
  who: Actor & Pick<Caller, 'plan' | 'accountEmail'>,
  id: string,
): Promise<string> {
  const { db, clock } = deps;
  const newId = await db.write(async (trx) => {
    const mail = await lockMail(trx, who.accountId, id);
    if (!mail) throw new Problem('mail_not_found');
    if (mail.state === 'queued' || !mail.letter) throw new Problem('mail_not_resendable');
    const kind = deps.mailKinds.find(({ name }) => name === mail.kind) ?? { name: mail.kind };
    if (kind.isUnasked && (await findSuppressed(trx, who.accountId, [mail.to])).size > 0)
      throw new Problem('recipient_unsubscribed');
    const { to, letter } = mail;
    await (kind.goesToStrangers ? deps.takeStranger(trx, who, to) : deps.takeMails(trx, who, 1));
    const about = mail.credentialId ?? undefined;
    const copy = { to, kind, letter: letter as EmailContent, accountId: who.accountId, about };
    const [made = ''] = await queueMails(trx, [copy], clock());
    await recordAction(trx, who, { action: 'resendMail', target: id }, clock());
    return made;
  });
  return newId;
}
