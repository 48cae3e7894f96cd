import { disablePerson, enablePerson, recordPasswordLink } from '../features/members/index.ts';
import {
  accountMail,
  makePasswordLink,
  personByEmail,
  resetLetter,
  resetLivesMs,
} from '../features/people/index.ts';
import { post } from '../platform/mail/index.ts';
import { refused } from './fault.ts';
import { emailOf } from './read.ts';
import type { Service } from './service.ts';

async function personOf({ db }: Service, address: string) {
  const email = emailOf(address);
  const person = await personByEmail(db, email);
  if (!person) throw refused(`nobody has signed up as ${email}`);
  return person;
}

/** Creates a link to choose a new password, emailed or printed. */
export async function resetPassword(service: Service, address: string, printsLink: boolean) {
  const { db, clock, urls } = service;
  const { personId, name, email } = await personOf(service, address);
  const now = clock();
  const expiresAt = new Date(now.getTime() + resetLivesMs);
  const link = await makePasswordLink(await service.openAuth(), urls, personId, expiresAt);
  await db.transaction().execute(async (trx) => {
    await recordPasswordLink(trx, personId, now);
    if (printsLink) return;
    await post(trx, [{ to: email, letter: resetLetter(name, link), kind: accountMail }], now);
  });
  return { email, ...(printsLink ? { link } : {}) };
}

export async function disable(service: Service, address: string) {
  const { personId, email } = await personOf(service, address);
  const accounts = await disablePerson(service, personId);
  if (accounts === 0) throw refused(`${email} is disabled already`);
  return { email, accounts, disabled: true };
}

export async function enable(service: Service, address: string) {
  const { personId, email } = await personOf(service, address);
  const accounts = await enablePerson(service, personId);
  if (accounts === 0) throw refused(`${email} is not disabled`);
  return { email, accounts, disabled: false };
}
