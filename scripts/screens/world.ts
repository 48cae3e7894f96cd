import { type Client, createClient } from '@insignia/sdk';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, createTestClient } from '../../apps/server/tests/support/client.ts';
import type { Instance } from '../../apps/server/tests/support/instance.ts';
import {
  idFromUrl,
  password,
  readCookie,
  signUpAndConfirm,
} from '../../apps/server/tests/support/people.ts';
import { createEndpoints, waitForCondition } from './endpoints.ts';
import { checkCorrections, createClaim, createRequests } from './requests.ts';
import {
  createRecipient,
  dayMs,
  daysBack,
  issueForWeeks,
  recordEngagementFor,
  type SetDaysAgo,
} from './weeks.ts';

const text = (bytes: Buffer): string => bytes.toString('base64');

/** A university after some weeks, by name of each shown thing. */
export type ScreensWorld = {
  accountId: string;
  cookie: string;
  issuerId: string;
  certificateId: string;
  unverifiedId: string;
  badgeId: string;
  awardId: string;
  recipientId: string;
  webhookId: string;
  importId: string;
  /** A dry run of corrections. */
  correctionsId: string;
  claimCode: string;
  /** A recipient who signed in with an emailed code. */
  recipient: { accountId: string; cookie: string };
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
  const ownClient = createClient({ baseUrl: instance.url, token: jwt });
  const { accountId } = await ownClient.account.get();
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

  const certificateId = await createCertificate(insignia, issuerId);
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
  const { recipientId } = await insignia.credentials.get({ awardId });
  await insignia.credentials.revoke({
    ...{ awardId: awards[3] ?? '', reason: 'Issued to the wrong person.' },
  });
  const { webhookId, close } = await createEndpoints(instance, insignia, asPlatform, badgeIds);
  const claimCode = await createClaim(instance, insignia, badgeIds[0] ?? '');
  const { cookie } = await createRequests(instance, insignia, awards);
  const correctionsId = await checkCorrections(insignia, badgeIds[0] ?? '', awards);
  await connectProvider(insignia, accountId, instance);
  const newcomer = await person(instance, 'Sailing Club', 'hello@club.example');
  return {
    ...{ accountId, cookie: nora.cookie, issuerId, awardId, recipientId, webhookId, importId },
    ...{ newcomer, close, claimCode, correctionsId, recipient: { accountId: '', cookie } },
    ...{ certificateId, unverifiedId: idFromUrl(unverified.issuerId), badgeId: badgeIds[0] ?? '' },
  };
}

/** A verified domain, one that waits for its record, a connection and a directory. */
async function connectProvider(
  { sso, provisioning }: Client,
  accountId: string,
  { db }: Instance,
): Promise<void> {
  const domain = 'fjord.example';
  await sso.addDomain({ domain });
  await sql`update sso_domains set verified_at = now(), checked_at = now()
    where account_id = ${accountId}`.execute(db);
  await sso.addDomain({ domain: `students.${domain}` });
  await sso.createConnection({
    ...{ name: 'Fjord University', protocol: 'oidc', domains: [domain] },
    oidc: {
      issuer: 'https://login.microsoftonline.com/7c1f2a90-4c1c-4ce5-9d1c-0f6f2a9d1c55/v2.0',
      ...{ clientId: '9d5a7f5e-2f37-4a0f-8a0e-1f0c5a3f6b21', clientSecret: 'sample' },
    },
    roles: { claim: 'groups', map: { 'Badge admins': 'admin' }, default: 'viewer' },
  });
  await provisioning.createToken({ role: 'editor' });
  await provisioning.update({
    ...{ defaultRole: 'viewer', groups: [{ group: 'Badge editors', role: 'editor' }] },
  });
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

/** The style of the brand as layers. */
async function createCertificate(insignia: Client, issuerId: string): Promise<string> {
  const [template] = (await insignia.certificates.templates({ issuerId })).items;
  const design = template?.design ?? {};
  await insignia.certificates.create({ issuerId, name: 'Summer school', design });
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId, name: 'Degree courses', design },
  });
  await insignia.issuers.updateBrand({ issuerId, certificateId });
  return certificateId;
}

async function designed(
  insignia: Client,
  issuerId: string,
  { template, accentColor, icon, ...words }: Badge,
): Promise<string> {
  const query = { accentColor, icon, title: words.name, issuer: 'Fjord University' };
  const { items } = await insignia.designs.templates(query);
  const { designJson = '' } = items.find(({ id }) => id === template) ?? {};
  const { badgeId } = await insignia.badges.create({ ...words, issuerId, designJson });
  return idFromUrl(badgeId);
}

/** A credential among those with the most visitors (`recordEngagementFor`). */
const MAX_VISITED = 102;

/** Emails the newest; two addresses bounce. Returns the most informative one. */
async function sendMails(
  { mailbox }: Instance,
  insignia: Client,
  awards: readonly string[],
): Promise<string> {
  const awardId = awards[MAX_VISITED] ?? '';
  const chosen = [...awards.slice(-9), awardId];
  for (const [n, id] of chosen.entries()) {
    const { recipient: to } = await insignia.credentials.get({ awardId: id });
    if (n === 2 || n === 6) mailbox.unknown.add(to.email);
    await insignia.credentials.send({ awardId: id, email: to.email });
  }
  await waitForCondition(async () => {
    const { items } = await insignia.mail.list({ state: 'queued' });
    return items.length === 0;
  });
  return awardId;
}

/** One with skipped rows. */
async function importLists(
  insignia: Client,
  badgeIds: readonly string[],
  at: SetDaysAgo,
): Promise<string> {
  const day = new Date(Date.now() - 7 * dayMs).toISOString().slice(0, 10);
  const list = (from: number, count: number, faulty: readonly number[] = []) =>
    [
      'name,email,issuedOn',
      ...Array.from({ length: count }, (_, n) => {
        const { name, email } = createRecipient(from + n);
        return `${name},${faulty.includes(n) ? email.replace('@', ' at ') : email},${day}`;
      }),
    ].join('\n');
  at(6);
  const open = await insignia.imports.create({ badgeId: badgeIds[4] ?? '', file: list(330, 18) });
  for await (const _ of insignia.imports.follow(open.importId));
  at(2);
  const file = `${list(300, 24, [4, 11, 17])}\n${list(306, 2).split('\n').slice(1).join('\n')}`;
  const done = { badgeId: badgeIds[1] ?? '', file, onDuplicate: 'skip' as const };
  const { importId } = await insignia.imports.create(done);
  for await (const _ of insignia.imports.follow(importId));
  return importId;
}

const drawn = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 200 }).png().toBuffer();

/** Logo: a fjord between two mountains with its reflection. */
const mark = (ink: string, paper: string) => `
  <circle cx="60" cy="60" r="56" fill="${ink}"/>
  <path d="M16 72 46 30l18 25 12-15 28 32z" fill="${paper}"/>
  <path d="M20 80h80M32 90h56M46 100h28" stroke="${paper}" stroke-width="4" stroke-linecap="round"/>`;

const wide = (ink: string, paper: string) =>
  drawn(`<svg xmlns="http://www.w3.org/2000/svg" width="560" height="120" viewBox="0 0 560 120">
    ${mark(ink, paper)}
    <g fill="${ink}" transform="translate(140 0)">
      <rect x="0" y="38" width="230" height="16" rx="3"/><rect x="0" y="70" width="330" height="16" rx="3" opacity=".55"/>
    </g></svg>`);

const drawLogo = (): Promise<Buffer> =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 120 120">${mark('#14514f', '#ffffff')}</svg>`,
  );

const drawDarkLogo = (): Promise<Buffer> => wide('#e8f3f1', '#14302f');

const strokes = [
  'M8 70c20-50 34-58 36-40s-24 62-12 60 30-66 40-52-16 44-2 44 20-30 32-30 4 28 18 26 18-20 30-18 8 16 34 8',
  'M10 60c30-30 44-44 42-20s-30 50-16 48 42-58 54-48-20 38-4 38 26-26 38-22 0 20 16 18 30-14 56-10',
];

/** Handwritten, on a transparent background. */
const drawSignature = (n: number): Promise<Buffer> =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="110" viewBox="0 0 240 110"><path d="${strokes[n]}" fill="none" stroke="#1c2340" stroke-width="3" stroke-linecap="round"/></svg>`,
  );

type Words = Omit<Parameters<Client['badges']['create']>[0], 'issuerId' | 'designJson'>;

type Badge = Words & { template: string; accentColor: string; icon: string };

/** Badges of the sample university, each from a designer template. */
const badges: readonly Badge[] = [
  {
    template: 'crest',
    accentColor: '#14514f',
    icon: 'anchor',
    name: 'Coastal Navigation',
    description: 'Plans and leads a passage along a coast, by day and by night.',
    criteria:
      '- Planned a three-day passage and led it\n- Passed the written examination in **tides and charts**\n- Brought a boat to its berth under sail',
    attributes: [
      { name: 'Vessel', type: 'text' },
      { name: 'Nautical miles', type: 'number' },
    ],
    validFor: 'P5Y',
    tags: ['Navigation', 'Seamanship'],
  },
  {
    template: 'hexagon',
    accentColor: '#3b3a8c',
    icon: 'chart-bar',
    name: 'Data Storytelling',
    description: 'Turns a table of numbers into a picture that others understand.',
    criteria:
      '1. Cleaned a data set of one’s own\n2. Drew three charts\n3. Told in five minutes what they mean',
  },
  {
    template: 'gold-seal',
    accentColor: '#8a1538',
    icon: 'microscope',
    name: 'Open Science Mentor',
    description: 'Led others through a project whose data and methods anyone can check.',
    criteria: 'Led **two** teams from the first question to a published data set.',
  },
  {
    template: 'sunburst',
    accentColor: '#7a3e12',
    icon: 'first-aid-kit',
    name: 'First Aid at Sea',
    description: 'Keeps a casualty alive until the lifeboat is there.',
    criteria: 'Sixteen hours of practice, renewed every two years.',
  },
  {
    template: 'night',
    accentColor: '#155e63',
    icon: 'telescope',
    name: 'Astronomy for Everyone',
    description: 'Finds their way in the night sky of both hemispheres.',
    criteria: 'Ten evenings of observation, each with a drawing.',
  },
];
