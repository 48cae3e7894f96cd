import { canonicalAddress } from '@insignia/contract';
import { readDsn, startOfMail } from '../features/bounces/index.ts';
import { resend } from '../features/sharing/index.ts';
import { timeOfId } from '../kernel/id.ts';
import {
  accountOfMail,
  bouncedAddresses,
  createMailMarks,
  type LoggedMail,
  mailsSince,
  recordBounce,
  releaseBounced,
} from '../platform/mail/index.ts';
import { openSecrets } from '../platform/secrets/index.ts';
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

/** Sends the same email again, as its account would. */
export async function resendMail(service: Service, text: string) {
  const id = idOf(text, 'a mail');
  const mail = await accountOfMail(service.db, id);
  if (!mail) throw refused(`there is no mail ${text}: insignia mail list`);
  if (!mail.accountId)
    throw refused('this mail was to a person and holds a link of their own: insignia people reset');
  const { accountId, plan, owner } = await showAccount(service, mail.accountId);
  // The operator is exempt from quotas.
  const free = { takeMails: async () => {}, takeStranger: async () => {} };
  const who = { accountId, plan, accountEmail: owner ?? '', byOperator: true } as const;
  return { mailId: await resend({ ...service, ...free, mailKinds }, who, id), state: 'queued' };
}

/** Mail servers retry for five days, and their report may wait as long. */
const reportedForMs = 10 * dayMs;

/**
 * Processes a message from the bounce mailbox. Other messages leave no trace. Anyone can write to
 * the mailbox, and accounts know email ids, so a report is trusted for its email, and for the
 * address only with the secret mark in the email.
 */
export async function takeBounce(service: Service, raw: Uint8Array) {
  const done = await takeReport(service, raw);
  const { length: lookedAt } = startOfMail(raw);
  return raw.length > lookedAt ? { ...done, lookedAt } : done;
}

async function takeReport({ config, db, clock }: Service, raw: Uint8Array) {
  const { bounce, mark, why } = await readDsn(raw);
  const nothing = { bounced: false, suppressed: false };
  if (!bounce) return { why, ...nothing };
  const { mailId } = bounce;
  if (!mailId) return { why: 'not of ours' as const, ...nothing };
  const isGenuine =
    mark !== undefined &&
    createMailMarks(await openSecrets(config)).isOf(mailId, mark) &&
    clock().getTime() - timeOfId(mailId).getTime() < reportedForMs;
  if (isGenuine) return { why, ...(await recordBounce(db, { ...bounce, once: true }, clock())) };
  if (bounce.kind === 'complaint') return { why, ...nothing };
  return { why, ...(await recordBounce(db, { ...bounce, kind: 'refused' }, clock())) };
}

export const listBounced = ({ db }: Service) => bouncedAddresses(db, most);

export async function releaseAddress({ db }: Service, typed: string) {
  const address = canonicalAddress(typed.normalize('NFC'));
  if (!(await releaseBounced(db, address)))
    throw refused(`nothing is known against ${address}: insignia mail bounced`);
  return { address, released: true };
}
