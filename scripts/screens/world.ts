import { type Client, createClient } from '@insignia/sdk';
import { sql } from 'kysely';
import { assertOk, createTestClient } from '../../apps/server/tests/support/client.ts';
import type { Instance } from '../../apps/server/tests/support/instance.ts';
import {
  idFromUrl,
  password,
  readCookie,
  signUpAndConfirm,
} from '../../apps/server/tests/support/people.ts';
import { type Badge, badges } from './badges.ts';
import { createEndpoints } from './endpoints.ts';
import { importLists } from './lists.ts';
import { sendMails } from './mails.ts';
import { drawDarkLogo, drawLogo, drawSignature } from './pictures.ts';
import { dayMs, daysBack, issueForWeeks, recordEngagementFor, type SetDaysAgo } from './weeks.ts';

const text = (bytes: Buffer): string => bytes.toString('base64');

/** A university after some weeks, by name of each shown thing. */
export type ScreensWorld = {
  accountId: string;
  cookie: string;
  issuerId: string;
  unverifiedId: string;
  badgeId: string;
  awardId: string;
  webhookId: string;
  importId: string;
  /** A user who has just signed up. */
  newcomer: { accountId: string; cookie: string };
  close: () => Promise<void>;
};

/** Required settings of the program. */
export const worldSettings = {
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  WEBHOOK_RETRY_SCHEDULE: '50ms,50ms',
  TRUST_PROXY: '127.0.0.0/8',
};

type Person = { cookie: string; accountId: string; jwt: string };

/** Signed in with a recognizable user agent. */
async function person(instance: Instance, name: string, email: string): Promise<Person> {
  await signUpAndConfirm(instance, name, email);
  const signIn = { email, password };
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const browser = createTestClient(instance.url, { 'user-agent': agent });
  const { headers } = assertOk(await browser('POST', '/api/auth/sign-in/email', signIn));
  const cookie = readCookie(headers);
  const session = createTestClient(instance.url, { cookie, origin: instance.url });
  const jwt = assertOk(await session('GET', '/api/auth/token')).body.token as string;
  const mine = createClient({ baseUrl: instance.url, token: jwt });
  const { accountId } = await mine.account.get();
  return { cookie, accountId, jwt };
}

export async function createScreensWorld(instance: Instance): Promise<ScreensWorld> {
  const at: SetDaysAgo = (daysAgo) => instance.clock.set(new Date(Date.now() - daysAgo * dayMs));
  at(daysBack + 1);
  const nora = await person(instance, 'Nora Lindqvist', 'nora@fjord.example');
  const tomasz = await person(instance, 'Tomasz Nowak', 'tomasz@fjord.example');
  const { accountId } = nora;
  const actingAs = ({ jwt }: Person) =>
    createClient({ baseUrl: instance.url, token: jwt, accountId });
  const insignia = actingAs(nora);
  await sql`update accounts set plan = 'starter' where id = ${accountId}`.execute(instance.db);
  await insignia.account.update({ name: 'Fjord University' });
  const { inviteId } = await insignia.members.invite({
    email: 'tomasz@fjord.example',
    role: 'editor',
  });
  await createClient({ baseUrl: instance.url, token: tomasz.jwt }).members.accept({ inviteId });
  await insignia.members.invite({ email: 'amara@fjord.example', role: 'viewer' });
  const asTomasz = actingAs(tomasz);

  const issuerId = await register(insignia);
  const { key } = await insignia.keys.create({ name: 'Course platform', scope: 'write' });
  await insignia.keys.create({ name: 'Reports', scope: 'read' });
  const asPlatform = createClient({ baseUrl: instance.url, apiKey: key });
  const badgeIds: string[] = [];
  for (const badge of badges) badgeIds.push(await designed(insignia, issuerId, badge));

  const awards = await issueForWeeks({ at, by: [asPlatform, asTomasz, insignia], badgeIds });
  await recordEngagementFor(instance, awards, at);
  at(2);
  const unverified = await insignia.issuers.create({
    ...{ name: 'Fjord School of Design', url: 'https://design.fjord.example' },
    email: 'registrar@design.fjord.example',
  });
  const importId = await importLists(asTomasz, badgeIds, at);
  at(0);
  const awardId = await sendMails(instance, insignia, awards);
  await insignia.credentials.revoke({
    ...{ awardId: awards[3] ?? '', reason: 'Issued to the wrong person.' },
  });
  const { webhookId, close } = await createEndpoints(instance, insignia, asPlatform, badgeIds);
  const newcomer = await person(instance, 'Sailing Club', 'hello@club.example');
  return {
    ...{ accountId, cookie: nora.cookie, issuerId, awardId, webhookId, importId, newcomer, close },
    ...{ unverifiedId: idFromUrl(unverified.issuerId), badgeId: badgeIds[0] ?? '' },
  };
}

async function register(insignia: Client): Promise<string> {
  const words = { name: 'Fjord University', url: 'https://fjord.example' };
  const { issuerId } = await insignia.issuers.create({
    ...{ ...words, email: 'nora@fjord.example', linkedinOrganizationId: '1234567' },
    logo: text(await drawLogo()),
  });
  await insignia.issuers.updateBrand({
    ...{ issuerId, accentColor: '#14514f', certificateStyle: 'academic' },
    footText: 'Fjord University · Strandgata 12 · 5003 Bergen',
    logoDark: text(await drawDarkLogo()),
    signatures: [
      { name: 'Prof. Ingrid Solberg', title: 'Rector', picture: text(await drawSignature(0)) },
      { name: 'Kenji Tanaka', title: 'Dean of Studies', picture: text(await drawSignature(1)) },
    ],
  });
  return idFromUrl(issuerId);
}

async function designed(
  insignia: Client,
  issuerId: string,
  { template, accentColor, icon, ...words }: Badge,
): Promise<string> {
  const asked = { accentColor, icon, title: words.name, issuer: 'Fjord University' };
  const { items } = await insignia.designs.templates(asked);
  const { designJson = '' } = items.find(({ id }) => id === template) ?? {};
  const { badgeId } = await insignia.badges.create({ ...words, issuerId, designJson });
  return idFromUrl(badgeId);
}
