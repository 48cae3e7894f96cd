import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createPathBuilder, publicAward } from '@insignia/contract';
import { sql } from 'kysely';
import { createLog } from '../../src/platform/log/index.ts';
import { assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  deepLinkingClaims,
  launch,
  learner,
  registerPlatform,
  startLtiPlatform,
  teacher,
} from '../support/lti.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
  password,
  signInByCode,
} from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { getCode, setUpApp } from '../support/second-factor.ts';
import {
  connectAccount,
  parameters,
  settingsFor,
  startForgedProvider,
  startSignIn,
} from '../support/sso.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';
import { createWalletKey, signProof } from '../support/wallet.ts';
import { openWalletAccess } from '../support/wallet-access.ts';

const file = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');

const documentPath = createPathBuilder(publicAward.path);

const [dns, provider, school] = await Promise.all([
  startDnsServer(),
  startForgedProvider(),
  startLtiPlatform(),
]);
after(() => Promise.all([dns.stop(), provider.stop(), school.stop()]));

let database: TestDatabase;
let instance: Instance;
let owner: Owner;
let port: number;
const logLines: string[] = [];
before(async () => {
  port = await findFreePort();
  database = await createDatabase();
  const log = createLog('trace', undefined, { write: (line) => void logLines.push(line) });
  instance = await startInstance(
    {
      DATABASE_URL: database.url,
      // Names the primary, so replica metrics appear.
      DATABASE_READ_URL: database.url,
      METRICS_PORT: String(port),
      TOPOLOGY: 'one',
      ...settingsFor(dns),
    },
    log,
  );
  owner = await createOwner(instance);
});
after(async () => {
  await instance.stop();
  await database.drop();
});

/** A scrape without cached database metrics. */
async function scrape(): Promise<string> {
  instance.clock.set(new Date(instance.clock.now().getTime() + 6_000));
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(answer.status, 200);
  return answer.text();
}
/** Value of a series by name and labels. */
const figure = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

async function addToWallet(issuerId: string): Promise<void> {
  const recipient = { name: 'Ada Lovelace', email: 'holder@example.org' };
  const awardId = await issueAward(owner, await createBadge(owner, issuerId), { recipient });
  const path = `/issuer/${issuerId}`;
  const token = await openWalletAccess(instance, issuerId, idFromUrl(awardId), recipient.email);
  const wallet = createTestClient(instance.url, { authorization: `Bearer ${token}` });
  const { c_nonce: nonce } = assertOk(await wallet('POST', `${path}/nonce`)).body;
  const proof = { aud: `${instance.url}${path}`, nonce, now: instance.clock.now() };
  const jwt = [await signProof(await createWalletKey(), proof)];
  const request = { credential_configuration_id: 'open_badge_jwt', proofs: { jwt } };
  assertOk(await wallet('POST', `${path}/credential`, request));
}

test('metrics have the running, waiting and refused tasks of every queue', async () => {
  const text = await scrape();
  const queues = [
    ...[
      'account_turns',
      'certificate_pictures',
      'database',
      'drawing',
      'drawing_expensive',
      'large_bodies',
      'main_thread',
      'pictures',
      'previews',
    ],
    'typesetting',
  ];
  for (const name of ['running', 'waiting', 'refused_total']) {
    const series = text.matchAll(new RegExp(`^insignia_queue_${name}{queue="(\\w+)"} \\d`, 'gm'));
    assert.deepEqual([...series].map(([, queue]) => queue).sort(), queues, name);
  }
});

test('metrics count issued, revoked, codes, errors by code, documents by outcome, emails and statements', async () => {
  const { insignia } = owner;
  const issuerId = await createIssuer(owner);
  const awardId = await issueAward(owner, await createBadge(owner, issuerId));
  const address = `${instance.url}${documentPath(idFromUrl(awardId))}`;
  const read = (headers: Record<string, string> = {}) => fetch(address, { headers });
  const first = await read();
  await first.text();
  await read();
  await read({ 'if-none-match': first.headers.get('etag') ?? '' });
  await insignia.credentials.revoke({ awardId: idFromUrl(awardId), reason: 'a mistake' });
  await read({ accept: 'application/ld+json' });
  assert.equal((await owner.api('GET', '/badges/nothing')).status, 404);
  await addToWallet(issuerId);
  const email = 'holder@example.org';
  await signInByCode(instance, email);
  const anyone = createTestClient(instance.url);
  const confirmPath = '/api/auth/sign-in/email-code/confirm';
  for (const wrong of [{ email, code: '000000' }, { token: 'x' }])
    assertRefused(await anyone('POST', confirmPath, wrong), 400, 'invalid_email_code');
  const scim = await anyone('GET', '/scim/v2/Users');
  assert.equal(scim.status, 401);
  // A connection that doesn't exist, and a launch that nobody started.
  assert.equal((await fetch(`${instance.url}/sso/${crypto.randomUUID()}/start`)).status, 400);
  assert.equal((await fetch(`${instance.url}/lti/launch`)).status, 400);
  const text = await scrape();
  const is = (series: string, value: number) => assert.equal(figure(text, series), value, series);
  is('insignia_credentials_issued_total{way="request"}', 2);
  is('insignia_credentials_issued_total{way="import"}', 0);
  is('insignia_wallet_copies_issued_total{format="jwt_vc_json"}', 1);
  is('insignia_wallet_copies_issued_total{format="ldp_vc"}', 0);
  is('insignia_sign_in_codes_requested_total', 1);
  is('insignia_sign_in_codes_wrong_total', 2);
  is('insignia_sign_ins_total{method="emailCode",outcome="succeeded"}', 1);
  is('insignia_sign_ins_total{method="emailCode",outcome="refused"}', 2);
  is('insignia_sign_ins_total{method="passkey",outcome="refused"}', 0);
  is('insignia_scim_requests_total{outcome="unauthorized"}', 1);
  for (const feature of ['sso', 'lti'])
    is(`insignia_${feature}_refused_total{reason="unknownRequest"}`, 1);
  is('insignia_lti_launches_total{view="learner"}', 0);
  is('insignia_credentials_revoked_total', 1);
  is('insignia_public_documents_total{document="credential",status="200"}', 2);
  is('insignia_public_documents_total{document="credential",status="304"}', 1);
  is('insignia_public_documents_total{document="credential",status="410"}', 1);
  is('insignia_refusals_total{code="badge_not_found"}', 1);
  is('insignia_refusals_total{code="quota_reached"}', 0);
  is('insignia_response_cache_requests_total{outcome="hit"}', 2);
  is('insignia_database_up', 1);
  is('insignia_images_damaged', 0);
  is(`insignia_build_info{role="all",node="${process.version}"}`, 1);
  assert.ok((figure(text, 'insignia_db_statement_seconds_count{outcome="ok"}') ?? 0) > 10);
  assert.equal(
    figure(text, 'insignia_schema_version'),
    figure(text, 'insignia_schema_version_known'),
  );
  // No ids and no user content.
  for (const privateText of [idFromUrl(awardId), owner.email, email, 'a mistake'])
    assert.ok(!text.includes(privateText));
  await waitForCondition('mails were sent', async () => {
    const sent = figure(await scrape(), 'insignia_mails_total{outcome="sent"}') ?? 0;
    return sent > 0;
  });
});

test('metrics count sign-ins by provider and second factor, launches, and requests of directories', async () => {
  const before = await scrape();
  const account = await connectAccount(instance, dns, provider.issuer, {
    provisioning: 'onSignIn',
  });
  const email = `ada@${account.domain}`;
  const { jar, authorizationUrl } = await startSignIn(instance, account.connectionId);
  const ada = { sub: 'ada', email, email_verified: true, name: 'Ada' };
  await jar.send(provider.answer(authorizationUrl, ada));
  const other = await startSignIn(instance, account.connectionId);
  const unverified = { ...ada, sub: 'bea', email_verified: false };
  await other.jar.send(provider.answer(other.authorizationUrl, unverified));

  const { secret, backupCodes } = await setUpApp(account.owner);
  const enter = async (kind: 'totp' | 'backup-code', code: string) => {
    const client = createTestClient(instance.url);
    const credentials = { email: account.owner.email, password };
    const { headers } = await client('POST', '/api/auth/sign-in/email', credentials);
    const cookie = headers.getSetCookie().map((each) => each.split(';')[0]);
    const second = createTestClient(instance.url, {
      ...{ cookie: cookie.join('; '), origin: instance.url },
    });
    return second('POST', `/api/auth/two-factor/verify-${kind}`, { code });
  };
  assert.equal((await enter('totp', '000000')).status, 400);
  assertOk(await enter('totp', getCode(secret, 1)));
  assertOk(await enter('backup-code', backupCodes[0] ?? ''));

  const { token } = assertOk(
    await account.owner.session('POST', '/provisioning/tokens', parameters({ role: 'viewer' })),
  ).body;
  const scim = createTestClient(instance.url, { authorization: `Bearer ${token}` });
  assertOk(await scim('GET', '/scim/v2/Users'));
  assert.equal((await scim('GET', '/scim/v2/Users/x')).status, 404);

  await registerPlatform(account.owner, school);
  for (const options of [
    ...[{ person: teacher }, { person: learner('ada') }],
    { person: teacher, claims: deepLinkingClaims(school) },
  ])
    await launch(school, options);
  await launch(school, { sign: (claims) => school.signToken(claims, { isForeignKey: true }) });

  const text = await scrape();
  const rises = (series: string, by: number) => {
    const name = `insignia_${series}`;
    assert.equal((figure(text, name) ?? Number.NaN) - (figure(before, name) ?? 0), by, name);
  };
  rises('sign_ins_total{method="sso",outcome="succeeded"}', 1);
  rises('sso_refused_total{reason="emailUnverified"}', 1);
  rises('sign_ins_total{method="password",outcome="continued"}', 3);
  rises('sign_ins_total{method="totp",outcome="succeeded"}', 1);
  rises('sign_ins_total{method="totp",outcome="refused"}', 1);
  rises('sign_ins_total{method="recoveryCode",outcome="succeeded"}', 1);
  rises('scim_requests_total{outcome="ok"}', 1);
  rises('scim_requests_total{outcome="refused"}', 1);
  rises('lti_launches_total{view="teacher"}', 1);
  rises('lti_launches_total{view="choice"}', 1);
  rises('lti_launches_total{view="learner"}', 1);
  rises('lti_refused_total{reason="badToken"}', 1);
});

test('metrics count log rows without a month partition, by log', async () => {
  const strayRows = (text: string) =>
    ['audit_log', 'deliveries', 'mails'].map((log) =>
      figure(text, `insignia_log_rows_without_month{log="${log}"}`),
    );
  assert.deepEqual(strayRows(await scrape()), [0, 0, 0]);
  const { rows } = await sql`insert into audit_log (id, account_id, action, fields, created_at)
    select uuid7_at(now() + years * interval '1 year'), ${owner.accountId}, 'x', '{}', now()
    from unnest(array[0, 3, 4]) years returning id`.execute(instance.db);
  assert.equal(rows.length, 3);
  instance.clock.set(new Date(instance.clock.now().getTime() + 60_000));
  assert.deepEqual(strayRows(await scrape()), [2, 0, 0]);
});

test('every metric in the dashboard and the alerts is exposed, and the guide describes all', async () => {
  const text = await scrape();
  const [dashboard, alerts, guide] = await Promise.all(
    [
      'deploy/grafana/insignia.json',
      'deploy/prometheus/alerts.yml',
      'deploy/prometheus/README.md',
    ].map(file),
  );
  const exposed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  );
  const named = (expressions = '') =>
    new Set(expressions.match(/\b(?:insignia|process|nodejs)_[a-z0-9_]+/g));
  const usedMetrics = new Set([
    ...named(collectExpressions(JSON.parse(dashboard ?? '')).join(' ')),
    ...named(alerts),
  ]);
  assert.ok(usedMetrics.size > 40);
  assert.deepEqual([...usedMetrics.difference(new Set(exposed))], []);
  const alertNames = [...(alerts ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  assert.deepEqual(
    alertNames.filter((name) => !guide?.includes(`### ${name}\n`)),
    [],
  );
  const own = [...text.matchAll(/^# TYPE (insignia_\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(
    own.filter((name) => !guide?.includes(`\`${name}\``)),
    [],
  );
});

/** Returns the queries of all panels and annotations. */
function collectExpressions(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'expr' ? [String(value)] : collectExpressions(value),
  );
}

test('neither log nor metrics have the address of a recipient who signs in, claims, asks and exports', async () => {
  const [tag, stranger] = ['named-nowhere', 'nobody-nowhere'];
  const email = `${tag}@example.org`;
  const { insignia } = owner;
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId, { recipient: { name: tag, email } });
  await insignia.credentials.send({ awardId, email });
  await instance.mailbox.waitFor(email);
  const { session, cookie } = await signInByCode(instance, email);
  const anyone = createTestClient(instance.url);
  const confirmPath = '/api/auth/sign-in/email-code/confirm';
  for (const wrong of [email, `${stranger}@example.org`, `${stranger}@`])
    assert.equal((await anyone('POST', confirmPath, { email: wrong, code: '0' })).status, 400);
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: instance.url };
  await anyone('POST', '/my/sign-in', `${new URLSearchParams({ email, code: '0' })}`, form);

  const { code } = await insignia.claims.create({ badgeId });
  const claimant = { name: tag, email: `${tag}-2@example.org` };
  const { requestId } = assertOk(await anyone('POST', `/claim/${code}`, claimant)).body;
  const { mail } = await instance.mailbox.waitFor(claimant.email, /^Your code for/);
  const digits = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  assertOk(await anyone('POST', `/claim/${code}`, { requestId, code: digits }));

  const request = { parameters: { kind: 'erasure', message: `Write to ${email}` } };
  assertOk(await session('POST', `/my/credentials/${idFromUrl(awardId)}/requests`, request), 201);
  assertOk(
    await session('POST', '/my/addresses', { parameters: { email: `${tag}-3@x.org` } }),
    201,
  );
  const exported = await fetch(`${instance.url}/my/export`, { headers: { cookie } });
  assert.equal(exported.status, 200);
  await exported.bytes();
  assertOk(await session('GET', `/my/credentials?search=${encodeURIComponent(email)}`));
  assertOk(await owner.api('GET', `/awards?search=${encodeURIComponent(email)}`));
  const csv = `name,email,issuedOn\n${tag},${email},never\n`;
  await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, csv, {
    'content-type': 'text/csv',
  });

  const metrics = await scrape();
  assert.ok(logLines.length > 10, `${logLines.length} lines`);
  const written = [...logLines, ...metrics.split('\n')].filter((line) =>
    [tag, stranger].some((name) => line.includes(name)),
  );
  assert.deepEqual(written, []);
});

test('while the database is away, a scrape reports it and the values that the process knows', async () => {
  const issued = 'insignia_credentials_issued_total{way="request"}';
  const before = figure(await scrape(), issued);
  assert.ok(before);
  await database.drop();
  const text = await scrape();
  assert.equal(figure(text, 'insignia_database_up'), 0);
  assert.equal(figure(text, issued), before);
  for (const missing of [
    'insignia_database_answer_seconds',
    'insignia_images_damaged',
    'insignia_jobs{',
  ])
    assert.ok(!text.split('\n').some((line) => line.startsWith(missing)), missing);
});
