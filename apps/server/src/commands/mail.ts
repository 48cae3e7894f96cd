import { canonicalAddress } from '@insignia/contract';
import { readDsn, takeReadableStart } from '../features/bounces/index.ts';
import { reminderEmail } from '../features/reminders/index.ts';
import { lockMailedCredential, resendOne } from '../features/sharing/index.ts';
import { readIdTime } from '../kernel/id.ts';
import {
  clearBouncedAddress,
  createMailMarks,
  findMailAccount,
  listMailsSince,
  type MailLogEntry,
  readBouncedAddresses,
  recordBounce,
} from '../platform/mail/index.ts';
import { openSecrets } from '../platform/secrets/index.ts';
import { mailKinds } from '../program/registry.ts';
import { showAccount } from './accounts.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

const dayMs = 86_400_000;
const MAX_LISTED_MAILS = 1_000;
const states = ['queued', 'sent', 'bounced', 'failed'] as const satisfies MailLogEntry['state'][];

export function listMails(
  { db, clock }: CommandService,
  requested: string | undefined,
  days: string,
) {
  const found = states.filter((state) => (requested ? state === requested : state !== 'sent'));
  if (found.length === 0)
    throw createRefusal(`state ${requested} not found. Use one of ${states.join(', ')}`);
  if (!/^[1-9]\d{0,3}$/.test(days)) throw createRefusal(`not a number of days: ${days}`);
  return listMailsSince(
    db,
    new Date(clock().getTime() - Number(days) * dayMs),
    found,
    MAX_LISTED_MAILS,
  );
}

/** Sends the same email again, as its account would. */
export async function resendMail(service: CommandService, text: string) {
  const id = parseId(text, 'a mail');
  const mail = await findMailAccount(service.db, id);
  if (!mail) throw createRefusal(`email ${text} not found. List emails: insignia mail list`);
  if (!mail.accountId)
    throw createRefusal(
      "this email contained a personal link, so it can't be resent. For an existing user, run insignia people reset. Others need to sign up again",
    );
  const { accountId, plan, owner } = await showAccount(service, mail.accountId);
  // The operator is exempt from quotas.
  const free = { takeMails: async () => {}, takeStranger: async () => {} };
  const who = { accountId, plan, accountEmail: owner ?? '', byOperator: true } as const;
  const deps = { ...service, ...free, mailKinds, renderReminder: reminderEmail };
  return (await resendOne(deps, who, id, undefined)).answer;
}

/** Mail servers retry for five days, and their report may wait as long. */
const REPORT_LIFETIME_MS = 10 * dayMs;

/**
 * Processes a message from the bounce mailbox. Other messages leave no trace. Anyone can write to
 * the mailbox, and accounts know email ids, so a report is trusted for its email, and for the
 * address only with the secret mark in the email.
 */
export async function processReturnedMail(service: CommandService, raw: Uint8Array) {
  const done = await processReport(service, raw);
  const { length: lookedAt } = takeReadableStart(raw);
  return raw.length > lookedAt ? { ...done, lookedAt } : done;
}

async function processReport({ config, db, clock }: CommandService, raw: Uint8Array) {
  const { bounce, mark, why } = await readDsn(raw);
  const nothing = { bounced: false, suppressed: false };
  if (!bounce) return { why, ...nothing };
  const { mailId } = bounce;
  if (!mailId) return { why: 'not of ours' as const, ...nothing };
  const isGenuine =
    mark !== undefined &&
    createMailMarks(await openSecrets(config)).isValid(mailId, mark) &&
    clock().getTime() - readIdTime(mailId).getTime() < REPORT_LIFETIME_MS;
  if (!isGenuine && bounce.kind === 'complaint') return { why, ...nothing };
  const trusted = isGenuine ? { once: true as const } : { kind: 'refused' as const };
  const trustedBounce = { ...bounce, ...trusted };
  const recorded = await recordBounce(db, trustedBounce, clock(), lockMailedCredential);
  return { why, ...recorded };
}

export const showBouncedAddresses = ({ db }: CommandService) =>
  readBouncedAddresses(db, MAX_LISTED_MAILS);

export async function unblockAddress({ db }: CommandService, typed: string) {
  const address = canonicalAddress(typed.normalize('NFC'));
  if (!(await clearBouncedAddress(db, address)))
    throw createRefusal(`${address} isn't blocked. List blocked addresses: insignia mail bounced`);
  return { address, released: true };
}
