// Fills an instance with a sample issuer, three badges and 200 credentials over HTTP, starting from
// sign-up, and prints where to look. INSIGNIA_URL uses a running instance that writes emails to
// DATA_DIR (default ./data). Otherwise, starts a temporary instance until Ctrl-C; --once stops it
// at the end.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { readConfig } from '../apps/server/src/config/index.ts';
import { systemClock } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { startProgram } from '../apps/server/src/program/program.ts';
import { findFreePort } from '../apps/server/tests/support/port.ts';
import { createClient } from '../packages/sdk/src/index.ts';
import { provideDashboard } from './build-dashboard.ts';
import { badges, sampleCsv } from './demo/samples.ts';

type DemoInstance = {
  url: string;
  mailDir: string;
  stop: (() => Promise<void>) | undefined;
};

/** A running instance that writes emails to files. */
function useRunningInstance(url: string): DemoInstance {
  const mailDir = join(process.env.DATA_DIR ?? 'data', 'mail');
  return { url: url.replace(/\/$/, ''), mailDir, stop: undefined };
}

/** A temporary instance on a free port. */
async function startInstance(): Promise<DemoInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-demo-'));
  const settings: Record<string, string> = {
    PORT: process.env.PORT ?? String(await findFreePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEFAULT_PLAN: 'pro',
  };
  const { config } = readConfig((name) => settings[name]);
  await provideDashboard();
  const program = await startProgram(config, systemClock, createLog(config.logLevel));
  const stop = async (): Promise<void> => {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: config.baseUrl, mailDir: join(dataDir, 'mail'), stop };
}

/** Token in a confirmation email. */
async function readMailedToken(address: string, mailDir: string): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    for (const name of (await readdir(mailDir).catch(() => [])).reverse()) {
      const mail = await PostalMime.parse(await readFile(join(mailDir, name)));
      const token =
        mail.to?.[0]?.address === address &&
        /confirm-email\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
      if (token) return token;
    }
  }
  throw new Error(
    `no mail to ${address} in ${mailDir}: does the instance mail to files, and is DATA_DIR its directory?`,
  );
}

const running = process.env.INSIGNIA_URL;
const instance = running ? useRunningInstance(running) : await startInstance();

const email = `demo-${randomBytes(4).toString('hex')}@example.org`;
const password = randomBytes(12).toString('base64url');
const key = await signUp();
const insignia = createClient({ baseUrl: instance.url, apiKey: key });

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, instance.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** With a session, because API keys can be created by users only. */
async function signUp(): Promise<string> {
  await post('/api/auth/sign-up/email', { name: 'Demo School', email, password });
  const token = await readMailedToken(email, instance.mailDir);
  const { headers } = await post('/api/auth/confirm', { token, password });
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
  const session = { cookie: cookies.join('; '), origin: instance.url };
  const key = await post('/api-keys', { parameters: { name: 'Demo', scope: 'write' } }, session);
  return ((await key.json()) as { key: string }).key;
}

const school = { name: 'Demo School', url: 'https://school.example', email };
const { issuerId } = await insignia.issuers.create(school);
const badgeIds: string[] = [];
for (const { picture, ...words } of badges) {
  const badge = await insignia.badges.create({ ...words, image: await picture, issuerId });
  badgeIds.push(badge.badgeId);
}

async function importPeople(badgeId: string, count: number): Promise<void> {
  const file = sampleCsv(count, Date.now());
  const { importId } = await insignia.imports.create({ badgeId, file });
  for await (const { status, issued, errors } of insignia.imports.follow(importId))
    if (status === 'failed' || (status === 'completed' && issued < count))
      throw new Error(`the import ended as ${status}: ${JSON.stringify(errors)}`);
}
// A new account's plan may not allow as many elsewhere.
const counts = running ? [10, 10, 10] : [100, 60, 39];
for (const [n, badgeId] of badgeIds.entries()) await importPeople(badgeId, counts[n] ?? 0);

const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
const issuedOn = new Date().toISOString().slice(0, 10);
const badgeId = badgeIds[0] ?? '';
const { awardId } = await insignia.credentials.issue({ badgeId, recipient, issuedOn });
const read = async (url: string) => (await fetch(url)).json();
const assertion = await read(awardId);
const profile = await read((await read(assertion.badge)).issuer);
if (assertion.revoked || profile.verification.allowedOrigins !== new URL(awardId).host)
  throw new Error('the credential does not verify');

const guid = awardId.split('/').at(-1);
console.log(`
  ${counts.reduce((sum, count) => sum + count, 1)} credentials of 3 badges by Demo School are issued.

  A credential   ${instance.url}/credentials/${guid}
  Its document   ${awardId}
  Verify it      ${instance.url}/verify?url=${encodeURIComponent(awardId)}
  Reference      ${instance.url}/docs
  Sign in        ${instance.url}/sign-in
                 as ${email} with the password ${password}
  API key        ${key}
`);
const { stop } = instance;
if (!stop) process.exit(0);
const end = () => void stop().then(() => process.exit(0));
if (process.argv.includes('--once')) end();
else {
  console.log(
    '  It keeps running until you press Ctrl-C; then everything above is gone. To keep what you make: npm start\n',
  );
  process.once('SIGINT', end).once('SIGTERM', end);
}
