import { randomBytes } from 'node:crypto';
import type { Client } from '@insignia/sdk';
import { sql } from 'kysely';
import { newId } from '../../src/kernel/id.ts';
import { assertOk, createTestClient, createTestSdk, type SendRequest } from './client.ts';
import { badgeImage } from './images.ts';
import type { Instance } from './instance.ts';
import { findMailLink } from './mailbox.ts';

export const password = 'correct horse battery';

export type Owner = {
  name: string;
  email: string;
  accountId: string;
  personId: string;
  cookie: string;
  jwt: string;
  key: string;
  readKey: string;
  /** Uses the write key, read key, session cookie or JWT. */
  api: SendRequest;
  read: SendRequest;
  session: SendRequest;
  bearer: SendRequest;
  /** Uses the write key. */
  insignia: Client;
};

export function readCookie(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export async function signUpAndConfirm(
  { url, mailbox }: Pick<Instance, 'url' | 'mailbox'>,
  name: string,
  email: string,
  /** Number of earlier emails to this address. */
  before = 0,
): Promise<{ cookie: string; personId: string }> {
  const anyone = createTestClient(url);
  assertOk(await anyone('POST', '/api/auth/sign-up/email', { name, email, password }));
  const link = findMailLink(
    await mailbox.waitFor(email.toLowerCase(), /Confirm/, before),
    '/confirm-email',
  );
  const token = new URL(link).searchParams.get('token');
  const { headers, body } = assertOk(
    await anyone('POST', '/api/auth/confirm', { token, password }),
  );
  return { cookie: readCookie(headers), personId: body.user.id };
}

/** Code and link of the newest email to sign in with, after `before` earlier ones. */
export async function readEmailCode(
  { mailbox }: Pick<Instance, 'mailbox'>,
  email: string,
  before = 0,
): Promise<{ code: string; link: string }> {
  const received = await mailbox.waitFor(email.toLowerCase(), /^Your code to sign in/, before);
  const code = /\b\d{6}\b/.exec(received.mail.text ?? '')?.[0] ?? '';
  return { code, link: findMailLink(received, '/my/sign-in/confirm') };
}

/** The emailed code that confirms a further address. */
export async function readAddressCode(
  { mailbox }: Pick<Instance, 'mailbox'>,
  email: string,
  before = 0,
): Promise<string> {
  const { mail } = await mailbox.waitFor(email, /^Your code to confirm this address/, before);
  return /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
}

/** A recipient who signed in with an emailed code. `session` sends their cookie. */
export async function signInByCode(
  instance: Pick<Instance, 'url' | 'mailbox'>,
  email: string,
  before = 0,
): Promise<{ cookie: string; personId: string; session: SendRequest }> {
  const { url } = instance;
  const anyone = createTestClient(url, { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' });
  assertOk(await anyone('POST', '/api/auth/sign-in/email-code', { email }));
  const { code } = await readEmailCode(instance, email, before);
  const { headers, body } = assertOk(
    await anyone('POST', '/api/auth/sign-in/email-code/confirm', { email, code }),
  );
  const cookie = readCookie(headers);
  const session = createTestClient(url, { cookie, origin: url });
  return { cookie, personId: body.user.id, session };
}

/** A user with a confirmed account, signed in, with two keys. */
export async function createOwner(
  instance: Pick<Instance, 'url' | 'mailbox' | 'db'>,
  plan?: string,
): Promise<Owner> {
  const { url, db } = instance;
  const tag = randomBytes(5).toString('hex');
  const name = `Owner ${tag}`;
  const email = `owner-${tag}@example.org`;
  const { cookie, personId } = await signUpAndConfirm(instance, name, email);
  const session = createTestClient(url, { cookie, origin: url });
  const jwt = assertOk(await session('GET', '/api/auth/token')).body.token as string;
  const bearer = renewed(jwt, url, session);
  const makeKey = async (scope: string): Promise<string> =>
    assertOk(await bearer('POST', '/api-keys', { parameters: { name: `${scope} key`, scope } }))
      .body.key;
  const key = await makeKey('write');
  const readKey = await makeKey('read');
  const { rows } = await sql<{
    id: string;
  }>`select account_id as id from members where person_id = ${personId}`.execute(db);
  const accountId = rows[0]?.id ?? '';
  if (plan) await sql`update accounts set plan = ${plan} where id = ${accountId}`.execute(db);
  const api = createTestClient(url, { 'x-api-key': key });
  const read = createTestClient(url, { 'x-api-key': readKey });
  return {
    name,
    email,
    accountId,
    personId,
    cookie,
    jwt,
    key,
    readKey,
    api,
    read,
    session,
    bearer,
    insignia: createTestSdk(url, key),
  };
}

/**
 * JWTs live five minutes, and a test file may run longer on a slow machine, so they are renewed.
 */
function renewed(first: string, url: string, session: SendRequest): SendRequest {
  let jwt = first;
  return async (...what) => {
    const { exp } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    if (exp * 1_000 - Date.now() < 60_000)
      jwt = (await session('GET', '/api/auth/token')).body?.token ?? jwt;
    return createTestClient(url, { authorization: `Bearer ${jwt}` })(...what);
  };
}

/** Makes a user a member, as an accepted invitation would. */
export async function addMember(
  { db }: Instance,
  account: Owner,
  member: Owner,
  role: string,
): Promise<void> {
  await sql`insert into members (id, account_id, person_id, email, role, status, created_at)
    values (${newId()}, ${account.accountId}, ${member.personId}, ${member.email}, ${role}, 'active', now())`.execute(
    db,
  );
}

export const idFromUrl = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

export async function createIssuer({ insignia, email }: Owner, more: object = {}): Promise<string> {
  const words = { name: 'Analytical Society', url: 'https://society.example', email };
  return idFromUrl((await insignia.issuers.create({ ...words, ...more })).issuerId);
}

export async function createBadge(
  { insignia }: Owner,
  issuerId: string,
  more: object = {},
): Promise<string> {
  const image = await badgeImage();
  const words = { name: 'Poet of Science', description: 'Writes programs', criteria: 'Wrote one' };
  return idFromUrl((await insignia.badges.create({ ...words, image, issuerId, ...more })).badgeId);
}

const award = (badgeId: string) => ({
  badgeId,
  recipient: { name: 'Charles Babbage', email: 'charles@example.org' },
  issuedOn: '2026-03-01',
});

export function createAwardBodyFor(
  badgeId: string,
  more: object = {},
): { parameters: Record<string, unknown> } {
  return { parameters: { ...award(badgeId), ...more } };
}

export async function issueAward(
  { insignia }: Owner,
  badgeId: string,
  more: object = {},
): Promise<string> {
  return idFromUrl((await insignia.credentials.issue({ ...award(badgeId), ...more })).awardId);
}
