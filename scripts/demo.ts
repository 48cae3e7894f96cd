// Fills an instance with a sample issuer, three badges and 200 credentials, over real HTTP from the sign-up on, and
// prints where to look. INSIGNIA_URL names a running instance that mails to files in DATA_DIR (default ./data); without
// it the demo starts one of its own in a temporary directory and keeps it running until Ctrl-C; --once ends it at once.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { knownInstance, startInstance, tokenMailedTo } from './demo/instance.ts';
import { badges, sampleCsv } from './demo/samples.ts';

const running = process.env.INSIGNIA_URL;
const instance = running ? knownInstance(running) : await startInstance();

async function call(
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const response = await fetch(new URL(path, instance.url), {
    method,
    headers: { ...(body ? { 'content-type': type } : {}), ...headers },
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { body: JSON.parse(text), cookie: cookies.join('; ') };
}

const email = `demo-${randomBytes(4).toString('hex')}@example.org`;
const password = randomBytes(12).toString('base64url');
await call('POST', '/api/auth/sign-up/email', { name: 'Demo School', email, password });
const token = await tokenMailedTo(email, instance.mailDir);
const { cookie } = await call('POST', '/api/auth/confirm', { token, password });
const { token: jwt } = (await call('GET', '/api/auth/token', undefined, { cookie })).body;
const keyParameters = { parameters: { name: 'Demo', scope: 'write' } };
const made = await call('POST', '/api-keys', keyParameters, { authorization: `Bearer ${jwt}` });
const key = { 'x-api-key': made.body.key as string };
const post = async (path: string, parameters: object) =>
  (await call('POST', path, { parameters }, key)).body;

const school = { name: 'Demo School', url: 'https://school.example', email };
const { issuerId } = await post('/issuers', school);
const badgeIds: string[] = [];
for (const { picture, ...words } of badges)
  badgeIds.push((await post('/badges', { ...words, image: await picture, issuerId })).badgeId);

async function importPeople(badgeId: string, count: number): Promise<void> {
  const query = new URLSearchParams({ badgeId });
  const started = await call('POST', `/awards/imports?${query}`, sampleCsv(count, Date.now()), key);
  const { importId } = started.body.info;
  for (;;) {
    const { info } = (await call('GET', `/awards/imports/${importId}`, undefined, key)).body;
    if (info.status === 'completed' && info.issued === count) return;
    if (['completed', 'failed', 'cancelled'].includes(info.status))
      throw new Error(`the import ended as ${info.status}: ${JSON.stringify(info.errors)}`);
    await sleep(100);
  }
}
// The plan that a new account has elsewhere may have no room for so many.
const counts = running ? [10, 10, 10] : [100, 60, 39];
for (const [n, badgeId] of badgeIds.entries()) await importPeople(badgeId, counts[n] ?? 0);

const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
const issuedOn = new Date().toISOString().slice(0, 10);
const award = await post('/awards', { badgeId: badgeIds[0], recipient, issuedOn });
const { awardId } = award.info;
const assertion = (await call('GET', awardId)).body;
const badgeClass = (await call('GET', assertion.badge)).body;
const profile = (await call('GET', badgeClass.issuer)).body;
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
  API key        ${key['x-api-key']}
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
