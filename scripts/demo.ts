// The whole path with real HTTP: sign-up, confirmation, key, issuer, badge, credential, verification.
// INSIGNIA_URL names a running instance that mails to files in DATA_DIR (default ./data); without it the demo starts one
// of its own in a temporary directory, and stops it at the end unless --keep is given.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { readConfig } from '../apps/server/src/config/index.ts';
import { systemClock } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { startProgram } from '../apps/server/src/program.ts';
import { freePort } from '../apps/server/tests/support/port.ts';

type Instance = { url: string; mailDir: string; stop: () => Promise<void> };

async function ownInstance(): Promise<Instance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-demo-'));
  const settings: Record<string, string> = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  };
  const { config } = readConfig((name) => settings[name]);
  const program = await startProgram(config, systemClock, createLog(config.logLevel));
  const stop = async (): Promise<void> => {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: config.baseUrl, mailDir: join(dataDir, 'mail'), stop };
}

const running = process.env.INSIGNIA_URL;
const instance = running
  ? {
      url: running.replace(/\/$/, ''),
      mailDir: join(process.env.DATA_DIR ?? 'data', 'mail'),
      stop: async () => {},
    }
  : await ownInstance();

async function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(new URL(path, instance.url), {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return {
    body: JSON.parse(text),
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}

async function tokenMailedTo(address: string): Promise<string> {
  for (const end = Date.now() + 15_000; Date.now() < end; await sleep(100)) {
    for (const name of (await readdir(instance.mailDir).catch(() => [])).reverse()) {
      const mail = await PostalMime.parse(await readFile(join(instance.mailDir, name)));
      const token =
        mail.to?.[0]?.address === address &&
        /confirm-email\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
      if (token) return token;
    }
  }
  throw new Error(
    `no mail to ${address} in ${instance.mailDir}: does the instance mail to files, and is DATA_DIR its directory?`,
  );
}

const tag = randomBytes(4).toString('hex');
const email = `demo-${tag}@example.org`;
const password = randomBytes(12).toString('base64url');
await call('POST', '/api/auth/sign-up/email', { name: 'Demo School', email, password });
const token = await tokenMailedTo(email);
console.log(`signed up as ${email} with password ${password}`);
const { cookie } = await call('POST', '/api/auth/confirm', { token, password });
const { token: jwt } = (await call('GET', '/api/auth/token', undefined, { cookie })).body;
const made = await call(
  'POST',
  '/api-keys',
  { parameters: { name: 'Demo', scope: 'write' } },
  { authorization: `Bearer ${jwt}` },
);
const key = { 'x-api-key': made.body.key as string };
console.log(`API key      ${made.body.key}`);
const issuer = await call(
  'POST',
  '/issuers',
  { parameters: { name: 'Demo School', url: 'https://school.example', email } },
  key,
);
console.log(`issuer       ${issuer.body.issuerId}`);
const image = (await readFile(new URL('../docs/sample-badge.png', import.meta.url))).toString(
  'base64',
);
const words = {
  name: 'First steps',
  description: 'Knows how a badge is issued.',
  criteria: 'Issued a badge and verified it.',
};
const badge = await call(
  'POST',
  '/badges',
  { parameters: { ...words, image, issuerId: issuer.body.issuerId } },
  key,
);
console.log(`badge        ${badge.body.badgeId}`);
const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
const issuedOn = new Date().toISOString().slice(0, 10);
const award = await call(
  'POST',
  '/awards',
  { parameters: { badgeId: badge.body.badgeId, recipient, issuedOn } },
  key,
);
const { awardId } = award.body.info;
const assertion = (await call('GET', awardId)).body;
const badgeClass = (await call('GET', assertion.badge)).body;
const profile = (await call('GET', badgeClass.issuer)).body;
if (assertion.revoked || profile.verification.allowedOrigins !== new URL(awardId).host)
  throw new Error('the credential does not verify');
console.log(`credential   ${awardId}`);
console.log(`page         ${instance.url}/credentials/${awardId.split('/').at(-1)}`);
if (running || !process.argv.includes('--keep')) {
  await instance.stop();
  process.exit(0);
}
console.log('Press Ctrl-C to stop.');
process.once('SIGINT', () => void instance.stop().then(() => process.exit(0)));
