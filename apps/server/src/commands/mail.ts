import { resend } from '../features/sharing/index.ts';
import { accountOfMail, type LoggedMail, mailsSince } from '../platform/mail/index.ts';
import { mailKinds } from '../registry.ts';
import { showAccount } from './accounts.ts';
import { refused } from './fault.ts';
import { idOf } from './ids.ts';
import type { Service } from './service.ts';

const dayMs = 86_400_000;
const most = 1_000;
const states = ['queued', 'sent', 'bounced', 'failed'] as const satisfies LoggedMail['state'][];

export function listMails({ db, clock }: Service, wanted: string | undefined, days: string) {
  const found = states.filter((state) => (wanted ? state === wanted : state !== 'sent'));
  if (found.length === 0) throw refused(`there is no state ${wanted}: ${states.join(', ')}`);
  if (!/^[1-9]\d{0,3}$/.test(days)) throw refused(`this is no number of days: ${days}`);
  return mailsSince(db, new Date(clock().getTime() - Number(days) * dayMs), found, most);
}

/** The same letter once more, as its account would have it sent. */
export async function resendMail(service: Service, text: string) {
  const id = idOf(text, 'a mail');
  const mail = await accountOfMail(service.db, id);
  if (!mail) throw refused(`there is no mail ${text}: insignia mail list`);
  if (!mail.accountId)
    throw refused('this mail was to a person and holds a link of their own: insignia people reset');
  const { accountId, plan, owner } = await showAccount(service, mail.accountId);
  // Whoever runs the service is held to nobody's quota.
  const free = { takeMails: async () => {}, takeStranger: async () => {} };
  const who = { accountId, plan, accountEmail: owner ?? '', byOperator: true } as const;
  return { mailId: await resend({ ...service, ...free, mailKinds }, who, id), state: 'queued' };
}
