import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { type RawBuilder, sql } from 'kysely';
import { eraseWaitingLearners, registerLtiWork } from '../src/features/lti/index.ts';
import { collectWork, enqueue } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { CookieJar, type Visit } from './support/cookie-jar.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import {
  deepLinkingClaims,
  describeLaunch,
  type LtiPlatform,
  launch,
  learner,
  type Person,
  postForm,
  readSession,
  readTool,
  registerPlatform,
  roles,
  settings,
  startLogin,
  startLtiPlatform,
  teacher,
} from './support/lti.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance(settings);
const { url, db } = instance;
const platforms: LtiPlatform[] = [];
after(() => Promise.all(platforms.map(({ stop }) => stop())));

type School = { owner: Owner; badgeId: string; platform: LtiPlatform; platformId: string };
async function startSchool(): Promise<School> {
  const platform = await startLtiPlatform();
  platforms.push(platform);
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First Aid' });
  return {
    owner,
    badgeId,
    platform,
    platformId: await registerPlatform(owner, platform),
  };
}

const act = (visit: Visit & { jar: CookieJar }, fields: Record<string, string> | string[][]) =>
  postForm(
    // The page works without cookies.
    new CookieJar(),
    `${url}/lti/course`,
    new URLSearchParams([
      ['session', readSession(visit)],
      ...(Array.isArray(fields) ? fields : Object.entries(fields)),
    ]),
  );

const readFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

/** A teacher chooses the badge. Returns the custom parameters of the new link. */
async function choose(
  { platform, badgeId }: School,
  fields: Record<string, string>,
): Promise<{ custom: Record<string, string>; item: Record<string, unknown> }> {
  const opened = await launch(platform, {
    person: teacher,
    claims: deepLinkingClaims(platform),
  });
  assert.match(opened.text, /Add a badge to your course/);
  const returned = await act(opened, { action: 'choose', badge: badgeId, ...fields });
  assert.equal(returned.status, 200, returned.text);
  assert.match(returned.text, new RegExp(`action="${platform.origin}/return"[^>]* data-submit`));
  const { payload, protectedHeader } = await jwtVerify(
    readFields(returned.text).JWT ?? '',
    createRemoteJWKSet(new URL(platform.tool.jwksUrl)),
    { issuer: 'insignia', audience: platform.origin, algorithms: ['RS256'] },
  );
  assert.ok(protectedHeader.kid);
  const claim = (name: string) => payload[`https://purl.imsglobal.org/spec/lti/claim/${name}`];
  assert.equal(claim('message_type'), 'LtiDeepLinkingResponse');
  assert.equal(claim('deployment_id'), '1');
  assert.equal(payload['https://purl.imsglobal.org/spec/lti-dl/claim/data'], 'csrf');
  const [item] = payload['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'] as [
    Record<string, unknown>,
  ];
  // A choice is used once.
  assert.equal((await act(opened, { action: 'choose', badge: badgeId, ...fields })).status, 400);
  return { custom: item.custom as Record<string, string>, item };
}

const listCredentials = async ({ owner, badgeId }: School) =>
  assertOk(
    await owner.read('GET', `/awards?filter=${encodeURIComponent(JSON.stringify({ badgeId }))}`),
  ).body.info.awards as {
    id: string;
    recipient: { name: string; email: string };
  }[];
const readRefusals = async ({ owner }: Pick<School, 'owner'>) =>
  assertOk(await owner.api('GET', '/audit-log?action=refuseLti')).body.items as {
    target: string;
    fields: string[];
  }[];

/** A clear page, and an entry with its reason. */
async function assertRefusedPage(
  school: School,
  visit: Visit,
  reason: string,
  status = 403,
): Promise<string[]> {
  assert.equal(visit.status, status, visit.text);
  assert.match(visit.text, /This activity can’t be opened/);
  const reference = /Reference: (\w{8})\./.exec(visit.text)?.[1];
  const [entry] = await readRefusals(school);
  assert.deepEqual([entry?.target, entry?.fields[0]], [reference, reason]);
  return entry?.fields ?? [];
}

test('an admin registers a platform once, changes it and deletes it', async () => {
  const platform = await startLtiPlatform();
  platforms.push(platform);
  const [owner, other] = [await createOwner(instance), await createOwner(instance)];
  const create = (by: Owner, fields: object) =>
    by.api('POST', '/lti/platforms', { parameters: { ...platform.input, ...fields } });
  for (const [field, value] of Object.entries({
    tokenUrl: 'https://platform.example.org:22/token',
    jwksUrl: 'https://10.0.0.1/jwks',
    authorizationUrl: 'https://u:p@platform.example.org/auth',
    issuer: 'moodle',
    clientId: '',
    deploymentIds: ['x'.repeat(256)],
  })) {
    const refused = await create(owner, { [field]: value });
    assertRefused(refused, 400, 'invalid_request');
    const { body } = refused;
    assert.ok(body.details[0].path.startsWith(field), JSON.stringify(body));
  }
  // Only addresses in the allowed ranges may use http, and browsers alone visit this one. The unit tests of
  // the client have names that resolve to others.
  const authorizationUrl = 'http://platform.invalid/auth';
  const inTheClear = await create(owner, { authorizationUrl });
  assertRefused(inTheClear, 400, 'invalid_request');
  const [{ path: field, message }] = inTheClear.body.details;
  assert.equal(field, 'authorizationUrl');
  assert.match(message, /^has a host that can’t be resolved/);
  const { platformId } = assertOk(await create(owner, {})).body;
  assertRefused(await create(owner, { deploymentIds: ['2'] }), 409, 'lti_platform_taken');
  assertRefused(await owner.read('DELETE', `/lti/platforms/${platformId}`), 403, 'scope_too_small');
  assertRefused(
    await other.api('GET', `/lti/platforms/${platformId}`),
    404,
    'lti_platform_not_found',
  );
  const path = `/lti/platforms/${platformId}`;
  const first = assertOk(await owner.api('GET', path));
  const change = { parameters: { deploymentIds: ['1', '2', '2'], name: 'Moodle' } };
  const etag = first.headers.get('etag') ?? '';
  assertOk(await owner.api('PUT', path, change, { 'if-match': etag }));
  assertRefused(
    await owner.api('PUT', path, change, { 'if-match': etag }),
    412,
    'precondition_failed',
  );
  const moved = { parameters: { issuer: 'https://other.example.org' } };
  assertRefused(await owner.api('PUT', path, moved), 400, 'invalid_request');
  const { items, tool } = assertOk(await owner.api('GET', '/lti/platforms')).body;
  assert.deepEqual([items[0].name, items[0].deploymentIds], ['Moodle', ['1', '2']]);
  assert.deepEqual(tool, {
    loginUrl: `${url}/lti/login/${owner.accountId}`,
    launchUrl: `${url}/lti/launch/${owner.accountId}`,
    jwksUrl: `${url}/lti/jwks/${owner.accountId}`,
  });
  assertOk(await owner.api('DELETE', path));
  assertRefused(await owner.api('GET', path), 404, 'lti_platform_not_found');
  assertOk(await create(other, {}));
});

test('an account that registers the platform of another one first gets none of its launches or access tokens', async () => {
  const platform = await startLtiPlatform();
  platforms.push(platform);
  const [attacker, owner] = [await createOwner(instance), await createOwner(instance, 'pro')];
  const squatted = await registerPlatform(attacker, platform);
  const { tool: attackersTool } = platform;
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First Aid' });
  // The platform's administrator enters the URLs of the owner's account.
  const school = { owner, badgeId, platform, platformId: await registerPlatform(owner, platform) };
  const check = async (by: Owner, id: string) =>
    assertOk(await by.api('POST', `/lti/platforms/${id}/test`)).body.checks[1];
  const refused = 'the server returned 400: invalid_client';
  assert.equal((await check(attacker, squatted)).detail, refused);
  assert.equal((await check(owner, school.platformId)).passed, true);
  const { custom } = await choose(school, { rule: 'open' });
  assert.match((await launch(platform, { custom })).text, /You have this badge/);
  await waitForCondition('reported', () => platform.scores.length === 1);

  // The attacker's platform with the real token server, whose launch names where the token is sent.
  const evil = await startLtiPlatform();
  platforms.push(evil);
  await registerPlatform(attacker, evil, { tokenUrl: platform.input.tokenUrl });
  const { length: granted } = platform.scopes;
  const badge = await createBadge(attacker, await createIssuer(attacker));
  const opened = await launch(evil, { person: teacher });
  const chosen = await act(opened, { action: 'choose', badge, rule: 'teacher' });
  assert.match(chosen.text, /The list of participants can’t be read right now/);
  assert.equal(platform.scopes.length, granted);
  assert.ok(!evil.requests.some((path) => path.startsWith('/roster')));

  // A login of the attacker's account can't be continued at the owner's URL.
  const login = await startLogin({ ...platform, tool: attackersTool });
  const { searchParams } = new URL(login.visit.headers.get('location') ?? '');
  assert.equal(searchParams.get('redirect_uri'), attackersTool.launchUrl);
  const id_token = await platform.signToken(describeLaunch(platform, login.nonce));
  const fields = { id_token, state: login.state };
  assert.equal((await postForm(login.jar, platform.tool.launchUrl, fields)).status, 400);
  const { rows } =
    await sql`select 1 from lti_users where account_id = ${attacker.accountId} and subject = 'ada'`.execute(
      db,
    );
  assert.deepEqual(rows, []);
  // Nobody knows keys of an account that doesn't exist.
  const nobody = `${url}/lti/jwks/${crypto.randomUUID()}`;
  assert.deepEqual(await (await fetch(nobody)).json(), { keys: [] });
});

test('a platform may have the tool’s URLs without an account, and no other account’s gets its launches', async () => {
  const school = await startSchool();
  const { platform, owner, platformId } = school;
  const shared = { loginUrl: '/lti/login', launchUrl: '/lti/launch', jwksUrl: '/lti/jwks' };
  const own = platform.tool;
  const tool = Object.fromEntries(
    Object.entries(shared).map(([name, path]) => [name, url + path]),
  ) as typeof own;
  Object.assign(platform, { tool });
  const { custom } = await choose(school, { rule: 'open' });
  assert.match((await launch(platform, { custom })).text, /You have this badge/);
  assertOk(await owner.api('POST', `/lti/platforms/${platformId}/test`));
  assert.ok(platform.scopes.length > 0);
  const squatter = await createOwner(instance);
  await registerPlatform(squatter, platform);
  Object.assign(platform, { tool });
  assert.match((await launch(platform, { custom })).text, /You have this badge/);

  // Those of other accounts that share the keys can't use its token server.
  const other = await startSchool();
  await sql`update lti_platforms set shared_urls = true where id = ${other.platformId}`.execute(db);
  const { tokenUrl } = platform.input;
  for (const moved of [tokenUrl, `${tokenUrl}?x`, tokenUrl.replace('127.0.0.1', '127.1')])
    assertRefused(
      await other.owner.api('PUT', `/lti/platforms/${other.platformId}`, {
        parameters: { tokenUrl: moved },
      }),
      409,
      'lti_platform_taken',
    );

  // It may get the account's URLs later.
  Object.assign(platform, { tool: own });
  assert.match((await launch(platform, { custom })).text, /You have this badge/);
  assertOk(await owner.api('POST', `/lti/platforms/${platformId}/test`));

  // A client ID of two accounts needs their URLs.
  Object.assign(platform, { tool });
  assert.equal((await startLogin(platform)).visit.status, 400);
});

test('at most 50 refused launches of a platform are in the audit log per hour, also concurrent ones', async () => {
  const { owner, platform, platformId } = await startSchool();
  await sql`update lti_platforms set refused = 40, refused_since = ${instance.clock.now()} where id = ${platformId}`.execute(
    db,
  );
  const refuse = () => startLogin(platform, { query: { lti_deployment_id: '2' } });
  const visits = await runConcurrently(20, refuse);
  for (const { visit } of visits) assert.equal(visit.status, 403);
  const named = visits.filter(({ visit }) => /Reference: /.test(visit.text));
  const entries = await readRefusals({ owner });
  assert.deepEqual([named.length, entries.length], [10, 10]);
  const last = entries.filter(({ fields }) => fields.includes('limitReached'));
  assert.equal(last.length, 1);
  await sql`update lti_platforms set refused_since = refused_since - interval '1 hour' where id = ${platformId}`.execute(
    db,
  );
  await refuse();
  assert.equal((await readRefusals({ owner })).length, 11);
});

test('completion waits while the operator has switched the platform off, or its deployment is gone', async () => {
  const school = await startSchool();
  const { platform, platformId, owner } = school;
  const { custom } = await choose(school, { rule: 'open' });
  const waitUnreported = (count: number) =>
    waitForCondition('completion waits', async () => {
      const { rows } = await sql`
        select 1 from lti_learners m join lti_links l on l.id = m.link_id
        where l.platform_id = ${platformId} and m.unreported`.execute(db);
      return rows.length === count;
    });
  const requeue = () =>
    db.write(async (trx) => {
      const { rows } = await sql<{ linkId: string; userId: string }>`
        select m.link_id as "linkId", m.user_id as "userId" from lti_learners m join lti_links l on l.id = m.link_id
        where l.platform_id = ${platformId}`.execute(trx);
      for (const each of rows) await enqueue(trx, 'ltiScore', each);
    });
  await launch(platform, { custom });
  await waitForCondition('reported', () => platform.scores.length === 1);
  const home = (await createTemporaryDirectory()).path;
  const run = (...args: string[]) =>
    runCommand(home, ['lti', ...args], { env: getInstanceSettings(instance) });
  const runJson = async (...args: string[]) =>
    JSON.parse(assertSucceeded(await run(...args, '--json')));
  const { platforms: listed } = await runJson('list', '--account', owner.accountId);
  assert.deepEqual([listed.length, listed[0].platformId], [1, platformId]);
  assert.equal((await runJson('show', platformId)).clientId, 'insignia');
  assert.equal((await run('disable', platformId)).code, 2, 'asks first');
  assert.equal((await runJson('disable', platformId, '--yes')).waitingScores, 0);
  assert.equal((await run('disable', platformId, '--yes')).code, 4);
  await requeue();
  await waitUnreported(1);
  assert.equal(platform.scores.length, 1);
  assert.equal((await runJson('enable', platformId)).waitingScores, 1);
  await waitForCondition('reported', () => platform.scores.length === 2);
  await waitUnreported(0);
  for (const action of ['disableLti', 'enableLti']) {
    const log = await owner.api('GET', `/audit-log?action=${action}`);
    const [entry, ...more] = assertOk(log).body.items;
    assert.deepEqual([entry.target, entry.byOperator, more], [platformId, true, []]);
  }

  const change = async (deploymentIds: string[]) =>
    assertOk(
      await owner.api('PUT', `/lti/platforms/${platformId}`, { parameters: { deploymentIds } }),
    );
  await change(['2']);
  await requeue();
  await waitUnreported(1);
  await change(['1', '2']);
  await waitForCondition('reported', () => platform.scores.length === 3);
  await waitUnreported(0);
});

test('50 platforms are the limit, also for concurrent requests', async () => {
  const owner = await createOwner(instance);
  await sql`insert into lti_platforms (id, account_id, name, issuer, client_id, deployment_ids, authorization_url, token_url, jwks_url, created_at, updated_at)
    select gen_random_uuid(), ${owner.accountId}, 'A', 'https://a.example.org', ${owner.accountId} || n, '{}', 'https://a.example.org', 'https://a.example.org', 'https://a.example.org', now(), now()
    from generate_series(1, 49) n`.execute(db);
  const answers = await runConcurrently(5, (n) =>
    owner.api('POST', '/lti/platforms', {
      parameters: {
        ...{ name: 'B', issuer: 'https://b.example.org', clientId: `${owner.accountId}-${n}` },
        ...{ deploymentIds: ['1'], authorizationUrl: 'https://b.example.org/a' },
        ...{ tokenUrl: 'https://b.example.org/t', jwksUrl: 'https://b.example.org/k' },
      },
    }),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
  assertRefused(await owner.api('POST', '/lti/registrations'), 409, 'lti_limit_reached');
});

test('the check of a platform says what works and why the rest does not', async () => {
  const { owner, platform, platformId } = await startSchool();
  const check = async () =>
    assertOk(await owner.api('POST', `/lti/platforms/${platformId}/test`)).body.checks;
  assert.deepEqual(await check(), [
    { check: 'keys', passed: true, reason: null, detail: null },
    { check: 'token', passed: true, reason: null, detail: null },
    { check: 'launch', passed: false, reason: null, detail: null },
  ]);
  platform.answers['/jwks'] = (response) => response.writeHead(302, { location: '/other' }).end();
  platform.clientId = 'another';
  assert.deepEqual((await check()).slice(0, 2), [
    { check: 'keys', passed: false, reason: 'unsuitable', detail: 'the server redirects' },
    {
      ...{ check: 'token', passed: false, reason: 'refused' },
      detail: 'the server returned 400: invalid_client',
    },
  ]);
  const findReason = async (answer: (typeof platform.answers)[string]) => {
    platform.answers['/jwks'] = answer;
    return (await check())[0].reason;
  };
  assert.equal(await findReason((response) => response.writeHead(503).end()), 'unavailable');
  assert.equal(await findReason((response) => response.destroy()), 'unreachable');
  assert.equal(await findReason((response) => response.end('{"keys":[]}')), 'unsuitable');
  assert.equal(await findReason((response) => response.end('<p>Moodle</p>')), 'unsuitable');

  // After a launch, the check says what the platform sends.
  platform.answers = {};
  platform.clientId = 'insignia';
  const checkReceived = async () =>
    (await check())
      .slice(3)
      .map(
        ({ check: name, passed, detail }: { check: string; passed: boolean; detail: string }) => [
          name,
          ...[passed, detail],
        ],
      );
  await launch(platform, {
    person: { sub: 'nameless', roles: [roles.learner] },
    hasServices: false,
  });
  assert.deepEqual(await checkReceived(), [
    ['person', false, 'no name and email address since the last launch'],
    ['roster', false, 'the last launch offered no roster'],
    ['scores', false, 'the last launch offered no line item whose scores we may use'],
  ]);
  await launch(platform, { person: learner('ada') });
  const complete = [
    ['person', true, null],
    ['roster', true, null],
    ['scores', true, null],
  ];
  assert.deepEqual(await checkReceived(), complete);
  // The platform stops sending names. Those of earlier launches don't count.
  await launch(platform, { person: { sub: 'ada', roles: [roles.learner] } });
  assert.deepEqual((await checkReceived())[0], [
    ...['person', false, 'no name and email address since the last launch'],
  ]);
  // People from before an upgrade have no such time.
  await sql`update lti_users set described_at = null`.execute(db);
  await launch(platform, { person: { sub: 'ada', roles: [roles.learner] } });
  assert.equal((await checkReceived())[0]?.[1], false);
  await launch(platform, { person: learner('ada') });
  assert.deepEqual(await checkReceived(), complete);
});

test('a badge that a teacher added to a course is issued once to a learner who opens it', async () => {
  const school = await startSchool();
  const { platform, owner } = school;
  const { custom, item } = await choose(school, { rule: 'open' });
  assert.deepEqual(
    [item.type, item.title, item.url],
    ['ltiResourceLink', 'Earn: First Aid', platform.tool.launchUrl],
  );
  assert.equal((item.lineItem as { scoreMaximum: number }).scoreMaximum, 100);
  const person = learner('ada', { name: 'Ada Lovelace', email: 'Ada-Open@school.example' });
  const opened = await launch(platform, { person, custom });
  assert.equal(opened.status, 200);
  assert.match(opened.text, /You have this badge/);
  const [issued, ...more] = await listCredentials(school);
  assert.deepEqual(more, []);
  assert.equal(issued?.recipient.name, 'Ada Lovelace');
  const guid = issued?.id.split('/').at(-1);
  for (const link of [`/credentials/${guid}/offer`, `/credentials/${guid}`, '/my', '/pdf'])
    assert.ok(opened.text.includes(link), link);
  await instance.mailbox.waitFor('ada-open@school.example', /./);
  await waitForCondition('score reported', () => platform.scores.length === 1);
  const { userId, scoreGiven, scoreMaximum, activityProgress, gradingProgress } =
    platform.scores[0] ?? {};
  assert.deepEqual(
    [userId, scoreGiven, scoreMaximum, activityProgress, gradingProgress],
    ['ada', 100, 100, 'Completed', 'FullyGraded'],
  );
  assert.ok(platform.requests.includes('/items/1/scores?type_id=3'));

  const again = await runConcurrently(4, () => launch(platform, { person, custom }));
  for (const { text } of again) assert.match(text, /You have this badge/);
  assert.equal((await listCredentials(school)).length, 1);
  assert.equal(platform.scores.length, 1);

  // Only the platform may show the page in a frame.
  const policy = opened.headers.get('content-security-policy') ?? '';
  assert.match(policy, new RegExp(`frame-ancestors 'self' ${platform.origin}(;|$)`));
  assert.equal(opened.headers.get('x-frame-options'), null);
  assert.equal(opened.headers.get('cache-control'), 'no-store');
  const setCookie = (await startLogin(platform)).visit.headers.get('set-cookie') ?? '';
  for (const part of ['SameSite=None', 'Secure', 'Partitioned', 'HttpOnly', 'Path=/lti'])
    assert.ok(setCookie.includes(part), setCookie);

  // Erasing the recipient also erases what the platform sent about them.
  assertOk(await owner.api('DELETE', `/awards/${guid}`));
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select name, email from lti_users where account_id = ${owner.accountId} and subject = 'ada'`.execute(
    db,
  );
  assert.deepEqual(rows, [{ name: null, email: null }]);
});

test('learners whose addresses fold alike each get and see their own credential', async () => {
  const school = await startSchool();
  const { platform } = school;
  const names = [
    ['weiß', 'weiss'],
    ['ıda', 'ida'],
    ['λόγος', 'λόγοσ'],
  ] as const;
  const [byOpening, byTeacher, byScore] = names.map((pair) =>
    pair.map((name, at) => learner(`${name}-${at}`, { email: `${name}@school.example` })),
  ) as [Person[], Person[], Person[]];
  const readOwn = async ({ email }: Person, { text }: Visit) => {
    assert.match(text, /You have this badge/, email);
    const own = (await listCredentials(school)).filter((each) => each.recipient.email === email);
    assert.equal(own.length, 1, email);
    assert.ok(text.includes(`/credentials/${idFromUrl(own[0]?.id ?? '')}`), email);
  };
  const open = await choose(school, { rule: 'open' });
  for (const person of byOpening)
    await readOwn(person, await launch(platform, { person, custom: open.custom }));

  const { custom } = await choose(school, { rule: 'teacher' });
  platform.people = [...byTeacher, teacher];
  const opened = await launch(platform, { custom, person: teacher });
  const ids = [...opened.text.matchAll(/name="user" value="([\w-]+)"/g)].map(([, id = '']) => id);
  await act(opened, [['action', 'issue'], ...ids.map((id) => ['user', id])]);
  for (const person of byTeacher) await readOwn(person, await launch(platform, { custom, person }));

  const scored = await choose(school, { rule: 'score', percent: '80' });
  for (const { sub } of byScore) platform.results.set(sub, { resultScore: 9, resultMaximum: 10 });
  for (const person of byScore)
    await readOwn(person, await launch(platform, { person, custom: scored.custom }));
  assert.equal((await listCredentials(school)).length, 6);
  // Somebody else with the same address is the same recipient.
  const person = learner('other', { email: 'WEIß@school.example' });
  await readOwn(byOpening[0] as Person, await launch(platform, { person, custom: open.custom }));
});

test('an upgrade undoes links to the credential of a namesake, and keeps those to one’s own', async () => {
  const school = await startSchool();
  const { platform, owner, badgeId } = school;
  const { custom } = await choose(school, { rule: 'open' });
  const open = (sub: string, email: string) =>
    launch(platform, { custom, person: learner(sub, { email: `${email}@school.example` }) });
  const correct = async (guid: string | null | undefined, email: string) =>
    assertOk(
      await owner.api('PUT', `/awards/${guid}`, {
        parameters: { recipient: { email: `${email}@school.example` } },
      }),
    );
  const readLinks = async () => {
    const { rows } = await sql<{ subject: string; credential: string | null }>`
      select u.subject, m.credential_id as credential from lti_learners m join lti_users u on u.id = m.user_id
      where u.account_id = ${owner.accountId} order by u.subject`.execute(db);
    return Object.fromEntries(rows.map(({ subject, credential }) => [subject, credential]));
  };
  // Earlier versions linked the credential of the first, also if both got theirs together.
  const linkTo = async (from: string, to: string, together: boolean) => {
    await sql`with own as (
        select m.* from lti_learners m join lti_users u on u.id = m.user_id where u.account_id = ${owner.accountId} and u.subject = ${from})
      update lti_learners m set credential_id = own.credential_id, issued_at = case when ${together} then own.issued_at else m.issued_at end
      from own, lti_users u where u.id = m.user_id and u.account_id = ${owner.accountId} and u.subject = ${to}`.execute(
      db,
    );
  };
  for (const [name, namesake, together] of [
    ['weiß', 'weiss', false],
    ['ıda', 'ida', true],
  ] as const) {
    await open(name, name);
    await open(namesake, namesake);
    await linkTo(name, namesake, together);
  }

  // Corrected after it was issued, or before somebody else opened the activity.
  await open('corrected', 'groß');
  await correct((await readLinks()).corrected, 'gross');
  await open('sees-corrected', 'gross');
  const recipient = { name: 'Imported', email: 'maß@school.example' };
  const imported = await issueAward(owner, badgeId, { recipient });
  await open('imported', 'maß');
  await correct(imported, 'mass');
  await open('sees-imported', 'mass');
  // The platform changed the address.
  await open('changed', 'fuß');
  await open('sees-changed', 'fuß');
  await open('changed', 'fuss');
  // The same address in another way, with and without a revocation.
  for (const [sub, email, typed] of [
    ['revoked', 'äß', 'Äß'],
    ['typed', 'öß', 'Öß'],
  ] as const) {
    await open(sub, email);
    await open(`${sub}-again`, typed);
  }
  assertOk(await owner.api('POST', `/awards/${(await readLinks()).revoked}/revoke`, {}));

  const before = await readLinks();
  for (const [one, same] of [
    ['weiß', 'weiss'],
    ['ıda', 'ida'],
    ['corrected', 'sees-corrected'],
    ['imported', 'sees-imported'],
    ['changed', 'sees-changed'],
    ['revoked', 'revoked-again'],
    ['typed', 'typed-again'],
  ] as const)
    assert.equal(before[one], before[same], same);
  const migration = readFileSync(
    new URL('../migrations/0212_learners_with_their_own_credential.sql', import.meta.url),
    'utf8',
  );
  await sql.raw(migration).execute(db);
  const issued = await listCredentials(school);
  for (const [sub, email] of [
    ['weiss', 'weiss'],
    ['ida', 'ida'],
    ['corrected', 'groß'],
    ['imported', 'maß'],
    ['changed', 'fuss'],
    ['revoked-again', 'Äß'],
    ['typed-again', 'Öß'],
  ] as const)
    await open(sub, email);
  const links = await readLinks();
  assert.deepEqual({ ...links, weiss: null, ida: null }, { ...before, weiss: null, ida: null });
  for (const sub of ['weiss', 'ida']) {
    const own = issued.find(({ recipient: { email } }) => email === `${sub}@school.example`);
    assert.equal(links[sub], idFromUrl(own?.id ?? ''), sub);
  }
  assert.equal((await listCredentials(school)).length, issued.length);
});

test('a learner whom the platform gives no address sees what to do, and nothing is issued', async () => {
  const school = await startSchool();
  const { custom } = await choose(school, { rule: 'open' });
  for (const gap of [{ email: undefined }, { email: 'no address' }, { name: undefined }]) {
    const { email, name, ...rest } = { ...learner('gap'), ...gap };
    const person = { ...rest, ...(email && { email }), ...(name && { name }) };
    await sql`update lti_users set name = null, email = null where subject = 'gap'`.execute(db);
    const { text } = await launch(school.platform, { person, custom, locale: 'de-DE' });
    assert.match(text, /lang="de" dir="ltr"/);
    assert.match(text, /Ihre Lernplattform hat Ihren Namen und Ihre E-Mail-Adresse nicht gesendet/);
  }
  const arabic = await launch(school.platform, { custom, locale: 'ar' });
  assert.match(arabic.text, /lang="ar" dir="rtl"/);
  const preview = await launch(school.platform, {
    custom,
    person: learner('test', {
      roles: [roles.learner, 'http://purl.imsglobal.org/vocab/lti/system/person#TestUser'],
    }),
  });
  assert.match(preview.text, /This is a preview/);
  assert.equal((await listCredentials(school)).length, 1);
  await sql`update account_usage set credentials = 1000000 where account_id = ${school.owner.accountId}`.execute(
    db,
  );
  const late = await launch(school.platform, { custom, person: learner('late') });
  assert.match(late.text, /This badge can’t be issued right now/);
  assert.equal((await listCredentials(school)).length, 1);
});

test('a forged, stale or foreign token is refused with its reason, and nothing is stored', async () => {
  const school = await startSchool();
  const { platform } = school;
  const { custom } = await choose(school, { rule: 'open' });
  const core = 'https://purl.imsglobal.org/spec/lti/claim/';
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const settingsName = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings';
  const choiceWith = (more: object) => {
    const claims: Record<string, unknown> = {
      ...deepLinkingClaims(platform),
      [`${core}roles`]: teacher.roles,
    };
    return { ...claims, [settingsName]: { ...(claims[settingsName] as object), ...more } };
  };
  const forgeries: [reason: string, detail: RegExp, claims: object, forgery?: object][] = [
    ['badToken', /./, {}, { isUnsigned: true }],
    ['badToken', /signature/, {}, { isForeignKey: true }],
    // The platform's own key and secrets made of it, but another algorithm than RS256.
    ...['RS384', 'RS512', 'PS256', 'HS256'].map((alg): [string, RegExp, object, object] => [
      'badToken',
      /alg/,
      {},
      { header: { alg } },
    ]),
    ['badToken', /./, {}, { header: { kid: 'unknown' } }],
    ['badToken', /exp/, { exp: past + 60 }],
    ['badToken', /iat/, { iat: past, exp: past + 7_200 }],
    ['badToken', /iat/, { iat: past + 7_200, exp: past + 7_500 }],
    ['badToken', /iat/, { iat: undefined }],
    ['badToken', /exp/, { exp: undefined }],
    ['badToken', /aud/, { aud: 'another' }],
    ['badToken', /iss/, { iss: 'https://another.example.org' }],
    ['badToken', /azp/, { aud: ['insignia', 'another'] }],
    ['badToken', /azp/, { azp: 'another' }],
    ['badToken', /nonce/, { nonce: 'another' }],
    ['badToken', /nonce/, { nonce: undefined }],
    ['badMessage', /version/, { [`${core}version`]: '1.1' }],
    ['badMessage', /message_type/, { [`${core}message_type`]: 'LtiStartProctoring' }],
    ['badMessage', /deployment_id/, { [`${core}deployment_id`]: undefined }],
    ['foreignDeployment', /^deployment 2$/, { [`${core}deployment_id`]: '2' }],
    ['badMessage', /resource_link/, { [`${core}resource_link`]: {} }],
    ['noUser', /^$/, { sub: undefined }],
    // The database can't store these.
    ['noUser', /^$/, { sub: 'a\0b' }],
    ['noUser', /^$/, { sub: 'a\ud800b' }],
    ['badMessage', /resource_link/, { [`${core}resource_link`]: { id: 'r\0' } }],
    ['badMessage', /deployment_id/, { [`${core}deployment_id`]: '1\0' }],
    ['badMessage', /data/, choiceWith({ data: '\ud800' })],
    ['badMessage', /deep_link_return_url/, choiceWith({ deep_link_return_url: 'javascript:x' })],
  ];
  for (const [reason, detail, claims, forgery] of forgeries) {
    const visit = await launch(platform, {
      ...{ custom, claims: claims as Record<string, unknown> },
      sign: (all) => platform.signToken(JSON.parse(JSON.stringify(all)), forgery),
    });
    const [, shown = ''] = await assertRefusedPage(
      school,
      visit,
      reason,
      reason === 'badMessage' ? 400 : 403,
    );
    assert.match(shown, detail, JSON.stringify({ reason, claims, forgery }));
  }
  const learnerChooses = await launch(platform, { claims: deepLinkingClaims(platform) });
  await assertRefusedPage(school, learnerChooses, 'notTeacher');
  const elsewhere = await launch(platform, {
    claims: deepLinkingClaims(platform),
    person: learner('eve', {
      roles: ['http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor'],
    }),
  });
  await assertRefusedPage(school, elsewhere, 'notTeacher');
  assert.deepEqual(await listCredentials(school), []);
  const { rows } =
    await sql`select 1 from lti_users where account_id = ${school.owner.accountId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('an unknown key is looked up again at most once in half a minute', async () => {
  const school = await startSchool();
  const fetches = () => school.platform.requests.filter((path) => path === '/jwks').length;
  for (let n = 0; n < 4; n++) {
    const visit = await launch(school.platform, {
      sign: (claims) => school.platform.signToken(claims, { header: { kid: `unknown-${n}` } }),
    });
    await assertRefusedPage(school, visit, 'badToken');
  }
  assert.equal(fetches(), 1);
});

test('a state works once and only in the browser that it was given to', async () => {
  const school = await startSchool();
  const { platform } = school;
  const send = async (login: Awaited<ReturnType<typeof startLogin>>, jar = login.jar) => {
    const id_token = await platform.signToken(describeLaunch(platform, login.nonce));
    return postForm(jar, platform.tool.launchUrl, { id_token, state: login.state });
  };
  const login = await startLogin(platform);
  const visits = await runConcurrently(5, () => send(login));
  assert.deepEqual(visits.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
  await assertRefusedPage(school, await send(login), 'unknownRequest', 400);
  await assertRefusedPage(
    school,
    await send({ ...login, state: 'x'.repeat(43) }),
    'unknownRequest',
    400,
  );

  const other = await startLogin(platform);
  const refused = await send(other, new CookieJar());
  await assertRefusedPage(school, refused, 'noCookies');
  // The way out: the same login, in a window of its own.
  const [, href = ''] = /href="(\/lti\/login\/[^"]+)"/.exec(refused.text) ?? [];
  const jar = new CookieJar();
  const next = await jar.send(url + href.replaceAll('&amp;', '&'));
  const { searchParams } = new URL(next.headers.get('location') ?? '');
  assert.equal(searchParams.get('login_hint'), 'hint');
  assert.equal(searchParams.get('lti_message_hint'), 'message');
  assert.equal((await send(other)).status, 400);
});

test('without cookies, the platform stores the value that binds a launch to the browser', async () => {
  const { platform, badgeId, ...rest } = await startSchool();
  const school = { platform, badgeId, ...rest };
  const { custom } = await choose(school, { rule: 'open' });
  const { visit, jar } = await startLogin(platform, {
    query: { lti_storage_target: '_parent' },
  });
  assert.equal(visit.status, 200);
  const read = (text: string, name: string) =>
    new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1] ?? '';
  const [key, value] = [read(visit.text, 'put'), read(visit.text, 'value')];
  assert.equal(read(visit.text, 'origin'), platform.origin);
  const next = new URL(
    (/href="([^"]*)" target="_self"/.exec(visit.text)?.[1] ?? '').replaceAll('&amp;', '&'),
  );
  const [state, nonce] = ['state', 'nonce'].map((name) => next.searchParams.get(name) ?? '');
  const fields = {
    state: state ?? '',
    id_token: await platform.signToken(describeLaunch(platform, nonce ?? '', { custom })),
  };
  const step = await postForm(new CookieJar(), platform.tool.launchUrl, fields);
  assert.equal(step.status, 200);
  assert.equal(read(step.text, 'get'), key);
  const again = readFields(step.text);
  assert.deepEqual(again, { ...fields, browser: '' });
  const answer = { ...again, browser: value };
  const opened = await postForm(new CookieJar(), platform.tool.launchUrl, answer, url);
  assert.match(opened.text, /You have this badge/);

  const second = await startLogin(platform, {
    jar,
    query: { lti_storage_target: 'platform_frame' },
  });
  const location = /href="([^"]*)" target="_self"/.exec(second.visit.text)?.[1] ?? '';
  const parameters = new URL(location.replaceAll('&amp;', '&')).searchParams;
  const forgery = {
    state: parameters.get('state') ?? '',
    id_token: await platform.signToken(describeLaunch(platform, parameters.get('nonce') ?? '')),
    browser: read(second.visit.text, 'value'),
  };
  // Another site sends its own value.
  const stolen = await postForm(new CookieJar(), platform.tool.launchUrl, forgery, platform.origin);
  await assertRefusedPage(school, stolen, 'noCookies');
});

test('a login from an unknown or wrong platform is refused before anyone is sent there', async () => {
  const school = await startSchool();
  const { platform, owner, platformId } = school;
  const login = async (query: Record<string, string>) =>
    (await startLogin(platform, { query })).visit;
  for (const query of [{ iss: 'https://unknown.example.org' }, { client_id: 'unknown' }]) {
    const visit = await login(query);
    assert.equal(visit.status, 400);
    assert.match(visit.text, /isn’t registered here/);
    assert.doesNotMatch(visit.text, /Reference:/);
  }
  await assertRefusedPage(school, await login({ lti_deployment_id: '2' }), 'foreignDeployment');
  for (const target of ['https://evil.example.org/lti/launch', `${platform.tool.launchUrl}.evil`]) {
    const visit = await login({ target_link_uri: target });
    assert.equal(visit.status, 400);
    assert.equal(visit.headers.get('location'), null);
  }
  const { status } = await new CookieJar().send(platform.tool.launchUrl);
  assert.equal(status, 400);
  for (const query of [{ iss: '\0' }, { login_hint: 'a\0' }, { client_id: '\0' }])
    assert.equal((await login(query)).status, 400, JSON.stringify(query));
  const nowhere = await login({ lti_deployment_id: '\0' });
  assert.equal(nowhere.status, 400);
  await sql`update lti_platforms set disabled_at = now() where id = ${platformId}`.execute(db);
  await assertRefusedPage(school, await login({}), 'platformOff');
  assert.equal(
    assertOk(await owner.api('GET', `/lti/platforms/${platformId}`)).body.disabled,
    true,
  );
});

test('a platform that is down, redirects or sends too much is named in the audit log', async () => {
  const answers: [RegExp, LtiPlatform['answers'][string]][] = [
    [/HTTP|200/, (response) => response.writeHead(503).end()],
    [/HTTP|200/, (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    [/larger than/, (response) => response.end(`{"keys":"${'x'.repeat(2_000_000)}"}`)],
    [/./, (response) => response.end('<html>')],
    [/./, (response) => response.destroy()],
  ];
  for (const [detail, answer] of answers) {
    const school = await startSchool();
    school.platform.answers['/jwks'] = answer;
    const visit = await launch(school.platform);
    const [, shown = ''] = await assertRefusedPage(school, visit, 'platformUnavailable', 502);
    assert.match(shown, detail);
    const { rows } =
      await sql`select 1 from lti_users where account_id = ${school.owner.accountId}`.execute(db);
    assert.deepEqual(rows, []);
  }
});

test('a teacher issues to people of the roster, and sees who lacks an address', async () => {
  const school = await startSchool();
  const { platform } = school;
  const { custom } = await choose(school, { rule: 'teacher' });
  platform.people = [
    ...['a', 'b', 'c', 'd'].map((name) => learner(`roster-${name}`)),
    { sub: 'roster-e', name: 'Learner without address', roles: [roles.learner] },
    teacher,
  ];
  const waits = await launch(platform, { custom, person: learner('roster-a') });
  assert.match(waits.text, /Your teacher issues this badge/);
  const opened = await launch(platform, { custom, person: teacher });
  assert.match(opened.text, /People without a name or email address: 1/);
  assert.ok(!opened.text.includes('Theo'));
  const ids = [...opened.text.matchAll(/name="user" value="([\w-]+)"/g)].map(([, id = '']) => id);
  assert.equal(ids.length, 4);
  assert.equal(platform.requests.filter((path) => path.startsWith('/roster')).length, 3);
  const chosen = ids.slice(0, 2).map((id) => ['user', id]);
  const issue = () => act(opened, [['action', 'issue'], ...chosen]);
  const results = await runConcurrently(3, issue);
  const issued = results.map(({ text }) => Number(/Issued: (\d)/.exec(text)?.[1]));
  assert.deepEqual(issued.sort(), [0, 0, 2]);
  assert.equal((await listCredentials(school)).length, 2);
  await waitForCondition('scores reported', () => platform.scores.length === 2);
  const none = await act(opened, { action: 'issue' });
  assert.match(none.text, /Select at least one person/);
  const done = await launch(platform, { custom, person: learner('roster-a') });
  assert.match(done.text, /You have this badge/);
  // A learner's page can't issue.
  const trick = await act(waits, [['action', 'issue'], ...ids.map((id) => ['user', id])]);
  await assertRefusedPage(school, trick, 'notTeacher');
  assert.equal((await listCredentials(school)).length, 2);

  const forgetRoster = () => sql`update lti_links set roster_at = null`.execute(db);
  platform.answers['/roster'] = (response) => response.writeHead(500).end();
  await forgetRoster();
  const offline = await launch(platform, { custom, person: teacher });
  assert.match(offline.text, /The list of participants can’t be read right now/);
  assert.match(offline.text, /Has the badge/);
  const { rows: due } = await sql`
    select from lti_links where account_id = ${school.owner.accountId} and check_at is not null`.execute(
    db,
  );
  assert.equal(due.length, 1);
  platform.answers = {};
  // Moodle sends everyone at once. A page shows 2,000 people, and then those who wait.
  platform.people = Array.from({ length: 2_100 }, (_, n) => ({
    ...learner(`large-${n}`),
    message: [{ 'https://purl.imsglobal.org/spec/lti-bo/claim/basicoutcome': 'x'.repeat(400) }],
  }));
  platform.pageSize = 2_100;
  const readIds = ({ text }: Visit) =>
    [...text.matchAll(/name="user" value="([\w-]+)"/g)].map(([, id = '']) => id);
  await forgetRoster();
  const first = readIds(await launch(platform, { custom, person: teacher }));
  assert.equal(first.length, 2_000);
  await sql`update lti_learners set issued_at = now() where user_id = any(${first}::uuid[])`.execute(
    db,
  );
  const second = readIds(await launch(platform, { custom, person: teacher }));
  assert.equal(new Set([...first, ...second]).size, 2_100);
  // Without their deployment, pages that are open can't issue either.
  const path = `/lti/platforms/${school.platformId}`;
  assertOk(await school.owner.api('PUT', path, { parameters: { deploymentIds: ['2'] } }));
  const closed = await act(opened, [['action', 'issue'], ...ids.map((id) => ['user', id])]);
  await assertRefusedPage(school, closed, 'foreignDeployment');
  assert.equal((await listCredentials(school)).length, 2);
});

test('people who arrive after the roster was read are shown, although another process has a clock behind', async () => {
  const school = await startSchool();
  const { platform, owner, platformId } = school;
  const { custom } = await choose(school, { rule: 'teacher' });
  platform.people = [learner('early'), teacher];
  try {
    instance.clock.set(new Date(Date.now() + 4_000));
    await launch(platform, { custom, person: teacher });
    const nameless = learner('nameless', { name: '', email: '' });
    await launch(platform, { custom, person: nameless, resourceId: 'other' });
    instance.clock.set(new Date());
    await launch(platform, { custom, person: learner('late') });
    const { text } = await launch(platform, { custom, person: teacher });
    assert.match(text, /Learner early/);
    assert.match(text, /Learner late/);
  } finally {
    instance.clock.set(new Date());
  }
  const { checks } = assertOk(await owner.api('POST', `/lti/platforms/${platformId}/test`)).body;
  const { passed } = checks.find(({ check }: { check: string }) => check === 'person');
  assert.equal(passed, true, 'someone with name and address arrived since the last launch');
});

test('an address that a correction replaced is erased from courses, too', async () => {
  const school = await startSchool();
  const { custom } = await choose(school, { rule: 'open' });
  const person = learner('byron', { name: 'Augusta Byron', email: 'Byron@school.example' });
  await launch(school.platform, { custom, person });
  const [issued] = await listCredentials(school);
  const { credentials, recipients } = school.owner.insignia;
  const recipient = { name: 'Ada Lovelace', email: 'ada@elsewhere.example' };
  await credentials.correct({ awardId: issued?.id ?? '', recipient });
  const { earlierAddresses } = await recipients.list({ search: 'byron@' });
  const [{ recipientId = '' } = {}] = earlierAddresses ?? [];
  assertOk(await school.owner.api('DELETE', `/recipients/${recipientId}`), 202);
  await waitForCondition('erased', async () => {
    const { rows } = await sql`
      select 1 from lti_users where account_id = ${school.owner.accountId} and (name is not null or email is not null)`.execute(
      db,
    );
    return rows.length === 0;
  });
  assert.equal((await listCredentials(school))[0]?.recipient.name, 'Ada Lovelace');
});

test('a learner without a credential is found by the whole address and erased', async () => {
  const school = await startSchool();
  const { owner, platform } = school;
  const { custom } = await choose(school, { rule: 'teacher' });
  const person = learner('waiting', { email: 'Waiting.Learner@school.example' });
  await launch(platform, { custom, person });
  const { recipients } = owner.insignia;
  assert.deepEqual((await recipients.list({ search: 'waiting' })).courseLearners, []);
  const search = 'waiting.learner@SCHOOL.example';
  const { items: none, courseLearners } = await recipients.list({ search });
  assert.deepEqual(none, []);
  const [{ recipientId, name, email } = { recipientId: '', name: '', email: '' }] =
    courseLearners ?? [];
  assert.deepEqual([name, email], ['Learner waiting', 'Waiting.Learner@school.example']);
  const found = await recipients.get({ recipientId });
  assert.deepEqual([found.name, found.email, found.awards], [name, email, []]);
  const other = await createOwner(instance);
  assertRefused(
    await other.api('DELETE', `/recipients/${recipientId}`),
    404,
    'recipient_not_found',
  );
  assertOk(await owner.api('DELETE', `/recipients/${recipientId}`), 202);
  const readNames = async () => {
    const { rows } = await sql<{ name: string | null }>`
      select name from lti_users where account_id = ${owner.accountId} and subject in ('waiting', 'issued') order by subject`.execute(
      db,
    );
    return rows.map((row) => row.name);
  };
  await waitForCondition('erased', async () => (await readNames())[0] === null);
  assertRefused(await owner.api('GET', `/recipients/${recipientId}`), 404, 'recipient_not_found');

  // Users who delete My credentials.
  await launch(platform, { custom, person });
  const open = await choose(school, { rule: 'open' });
  const issued = learner('issued', { email: person.email ?? '' });
  await launch(platform, { custom: open.custom, person: issued, resourceId: 'r2' });
  assert.deepEqual(await readNames(), ['Learner issued', 'Learner waiting']);
  await db.write((trx) => eraseWaitingLearners(trx, ['waitıng.learner@school.example']));
  assert.deepEqual(await readNames(), ['Learner issued', 'Learner waiting']);
  await db.write((trx) => eraseWaitingLearners(trx, [search]));
  assert.deepEqual(await readNames(), ['Learner issued', null]);
});

test('learners without a credential are deleted a year after the platform last sent them', async () => {
  const school = await startSchool();
  const { platform, owner } = school;
  const { custom } = await choose(school, { rule: 'open' });
  await launch(platform, { custom, person: learner('issued') });
  await launch(platform, { custom, person: learner('recent', { name: '' }) });
  await launch(platform, { custom, person: learner('old', { name: '' }) });
  await launch(platform, { custom, person: teacher });
  const isOld = sql`user_id in (select id from lti_users where account_id = ${owner.accountId} and subject <> 'recent')`;
  await sql`update lti_learners set seen_at = seen_at - interval '366 days' where ${isOld}`.execute(
    db,
  );
  await sql`update lti_users set updated_at = updated_at - interval '366 days'
    where account_id = ${owner.accountId} and subject <> 'recent'`.execute(db);
  const { chores } = collectWork((work) =>
    registerLtiWork(work, { clock: instance.clock.now } as Parameters<typeof registerLtiWork>[1]),
  );
  const chore = chores.find(({ name }) => name === 'lti learners');
  await waitForCondition('deleted', async () => {
    await db.write(async (trx) => chore?.run(trx));
    const { rows } = await sql<{ subject: string }>`
      select subject from lti_users where account_id = ${owner.accountId} order by subject`.execute(
      db,
    );
    return rows.map(({ subject }) => subject).join() === 'issued,recent';
  });
});

test('a score that reaches the rule issues once, and a later lower one revokes nothing', async () => {
  const school = await startSchool();
  const { platform } = school;
  const bad = await launch(platform, {
    person: teacher,
    claims: deepLinkingClaims(platform),
  });
  for (const percent of ['', '0', '101', '8x']) {
    const { status, text } = await act(bad, {
      ...{ action: 'choose', badge: school.badgeId, rule: 'score', percent },
    });
    assert.equal(status, 400);
    assert.match(text, /Enter a whole number from 1 to 100/);
  }
  const { custom } = await choose(school, { rule: 'score', percent: '80' });
  const log = await school.owner.api('GET', '/audit-log?action=chooseCourseBadge');
  const [{ target, fields, actor }] = assertOk(log).body.items;
  assert.deepEqual([target, fields, actor], [school.badgeId, ['rule', 'percent'], null]);
  platform.people = ['s1', 's2', 's3', 's4'].map((name) => learner(name));
  const early = await launch(platform, { custom, person: learner('s1') });
  assert.match(early.text, /You get this badge with a score of 80%\./);
  platform.results.set('s1', { resultScore: 7.9, resultMaximum: 10 });
  const close = await launch(platform, { custom, person: learner('s1') });
  assert.match(close.text, /Your score is 79%/);
  assert.deepEqual(await listCredentials(school), []);
  platform.results.set('s1', { resultScore: 8, resultMaximum: 10 });
  const reached = await launch(platform, { custom, person: learner('s1') });
  assert.match(reached.text, /You have this badge/);

  // People who never opened the activity: their addresses are in the roster.
  platform.results.set('s2', { resultScore: 100, resultMaximum: 100 });
  platform.results.set('s3', { resultScore: 0.7, resultMaximum: 1 });
  platform.results.set('stranger', { resultScore: 100, resultMaximum: 100 });
  // Canvas sends 10 at a time, unless asked for more.
  platform.resultsPerPage = 1;
  const { rows } = await sql<{ id: string }>`
    select id from lti_links where account_id = ${school.owner.accountId}`.execute(db);
  const linkId = rows[0]?.id ?? '';
  const check = () => db.write(async (trx) => void (await enqueue(trx, 'ltiCheck', { linkId })));
  await check();
  await waitForCondition('issued', async () => (await listCredentials(school)).length === 2);
  const lists = platform.requests.filter((path) => /results(?!.*user_id)/.test(path));
  assert.deepEqual(lists, ['/items/1/results?type_id=3', '/items/1/results?type_id=3&limit=100']);
  platform.results.set('s1', { resultScore: 1, resultMaximum: 10 });
  platform.results.set('s2', { resultScore: 100, resultMaximum: 100 });
  await Promise.all([check(), check()]);
  const teachersView = await launch(platform, { custom, person: teacher });
  assert.match(teachersView.text, /Nearly there/);
  assert.match(teachersView.text, /No email address or name/);
  const still = await launch(platform, { custom, person: learner('s1') });
  assert.match(still.text, /You have this badge/);
  assert.equal((await listCredentials(school)).length, 2);
  // The rule reads this line item, so it isn't overwritten.
  assert.deepEqual(platform.scores, []);

  // Without the deployment, nothing is read any more.
  const path = `/lti/platforms/${school.platformId}`;
  assertOk(await school.owner.api('PUT', path, { parameters: { deploymentIds: ['2'] } }));
  platform.results.set('s3', { resultScore: 1, resultMaximum: 1 });
  const { length: asked } = platform.requests;
  await check();
  await waitForCondition('checked', async () => {
    const { rows } = await sql`
      select 1 from jobs where kind = 'ltiCheck' and payload->>'linkId' = ${linkId}`.execute(db);
    return rows.length === 0;
  });
  assert.equal(platform.requests.length, asked);
  assert.equal((await listCredentials(school)).length, 2);
});

test('services with addresses that can’t be used, and names that can’t be stored, don’t stop a launch', async () => {
  const school = await startSchool();
  const { platform } = school;
  const { custom } = await choose(school, { rule: 'score', percent: '50' });
  const scope = ['https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly'];
  for (const lineitem of ['not a url', 'http://[', 'javascript:x']) {
    const claims = {
      'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': { lineitem, scope },
      'https://purl.imsglobal.org/spec/lti/claim/context': { title: 'First\0aid' },
      ...{ name: 'Ada\0', email: 'ada\ud800@school.example' },
    };
    const person = learner(`ada-${lineitem.length}`);
    const visit = await launch(platform, { custom, person, claims });
    assert.equal(visit.status, 200, visit.text);
    assert.match(visit.text, /This badge can’t be issued right now/);
  }
});

test('a link without a badge lets the teacher choose, and then works for learners', async () => {
  const school = await startSchool();
  const { platform, badgeId } = school;
  assert.match((await launch(platform)).text, /Your teacher hasn’t chosen a badge yet/);
  const opened = await launch(platform, { person: teacher });
  const chosen = await act(opened, { action: 'choose', badge: badgeId, rule: 'open' });
  assert.match(chosen.text, /when they open the activity/);
  assert.match((await launch(platform)).text, /You have this badge/);
  const foreign = await startSchool();
  const stolen = await choose(foreign, { rule: 'open' });
  // An activity of another account has no effect.
  const other = await launch(platform, { resourceId: 'r2', custom: stolen.custom });
  assert.match(other.text, /Your teacher hasn’t chosen a badge yet/);

  // Equal choices share one. The account has at most 10,000 others, also by concurrent requests.
  assert.deepEqual((await choose(foreign, { rule: 'open' })).custom, stolen.custom);
  await sql`insert into lti_activities (id, account_id, platform_id, deployment_id, badge_id, rule, created_at)
    select gen_random_uuid(), ${foreign.owner.accountId}, ${foreign.platformId}, '1', gen_random_uuid(), 'open', now()
    from generate_series(1, 9998)`.execute(db);
  const teachers = { person: teacher, claims: deepLinkingClaims(foreign.platform) };
  const forms = [
    await launch(foreign.platform, teachers),
    await launch(foreign.platform, teachers),
  ];
  const answers = await runConcurrently(2, (n) => {
    const fields = { badge: foreign.badgeId, rule: 'score', percent: String(n + 50) };
    return act(forms[n] as (typeof forms)[0], { action: 'choose', ...fields });
  });
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assert.match(
    answers.find(({ status }) => status === 400)?.text ?? '',
    /reached the limit of different choices/,
  );
});

test('a teacher finds a badge beyond the first 500 by its name, and the course gets its title', async () => {
  const { platform, badgeId, owner } = await startSchool();
  await owner.insignia.badges.update({ badgeId, name: 'Zoölogy' });
  await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at)
    select gen_random_uuid(), account_id, issuer_id, 'Badge ' || n, description, criteria, image_cid, now()
    from badges, generate_series(1, 500) n where id = ${badgeId}`.execute(db);
  const opened = await launch(platform, { person: teacher, claims: deepLinkingClaims(platform) });
  assert.doesNotMatch(opened.text, /Zoölogy/);
  const found = await act(opened, { action: 'search', search: ' zoology ' });
  assert.deepEqual(found.text.match(/<option/g), ['<option']);
  const badRule = { action: 'choose', search: 'zoology', badge: badgeId, rule: 'score' };
  const again = await act(opened, { ...badRule, percent: '0' });
  assert.match(again.text, new RegExp(`<option value="${badgeId}" selected>`));
  for (const search of ['nowhere', '\\%_'])
    assert.match((await act(opened, { action: 'search', search })).text, /No badge matches/);
  assert.match((await act(opened, { action: 'search', search: '\0' })).text, /Badge 1 /);
  const chosen = await act(opened, { action: 'choose', badge: badgeId, rule: 'open' });
  const { JWT = '' } = readFields(chosen.text);
  assert.match(JSON.stringify(decodeJwt(JWT)), /Earn: Zoölogy/);
});

test('a platform registers itself by a link, once', async () => {
  const platform = await startLtiPlatform();
  platforms.push(platform);
  const owner = await createOwner(instance);
  platform.tool = await readTool(owner);
  const createLink = async () =>
    assertOk(await owner.api('POST', '/lti/registrations')).body.url as string;
  const open = (link: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      openid_configuration: `${platform.origin}/.well-known/openid-configuration`,
      ...{ registration_token: 'secret', ...more },
    });
    return new CookieJar().send(`${link}&${query}`, { headers: { 'accept-language': 'en' } });
  };
  const link = await createLink();
  const { rows: stored } = await sql<{ seconds: number }>`
    select extract(epoch from expires_at - now())::float8 as seconds from lti_registrations where account_id = ${owner.accountId}`.execute(
    db,
  );
  const [{ seconds } = { seconds: 0 }] = stored;
  assert.ok(seconds > 86_340 && seconds <= 86_401, `a link lasts 24 hours, not ${seconds} s`);
  // Opening it in a browser doesn't use it up.
  assert.equal((await new CookieJar().send(link)).status, 400);
  assert.equal((await open(link, { openid_configuration: 'http://10.0.0.1/x' })).status, 400);
  const visits = await runConcurrently(3, () => open(link));
  assert.deepEqual(visits.map(({ status }) => status).sort(), [200, 400, 400]);
  const done = visits.find(({ status }) => status === 200);
  assert.match(done?.text ?? '', new RegExp(`data-close="${platform.origin}"`));
  const [{ body, authorization } = { body: {}, authorization: '' }] = platform.registrations;
  assert.equal(platform.registrations.length, 1);
  assert.equal(authorization, 'Bearer secret');
  const [registered] = assertOk(await owner.api('GET', '/lti/platforms')).body.items;
  const log = await owner.api('GET', '/audit-log?action=registerLtiPlatform');
  const entries = assertOk(log).body.items as { target: string }[];
  assert.deepEqual(
    entries.map(({ target }) => target),
    [registered.platformId],
  );
  // As Canvas reads it: the first message with a placement gets it, and one without placements Link Selection.
  const { messages } = body['https://purl.imsglobal.org/spec/lti-tool-configuration'] as {
    messages: { type: string; placements?: string[] }[];
  };
  const placements = messages.flatMap(({ type, placements: names = ['ContentArea'] }) =>
    names.map((name): [string, string] => [name, type]),
  );
  assert.deepEqual(Object.fromEntries(placements.reverse()), {
    ContentArea: 'LtiDeepLinkingRequest',
    'https://canvas.instructure.com/lti/assignment_selection': 'LtiDeepLinkingRequest',
  });
  const { tool } = platform;
  assert.deepEqual(
    [body.initiate_login_uri, body.redirect_uris, body.jwks_uri, body.token_endpoint_auth_method],
    [tool.loginUrl, [tool.launchUrl], tool.jwksUrl, 'private_key_jwt'],
  );
  const { items } = assertOk(await owner.api('GET', '/lti/platforms')).body;
  assert.deepEqual(
    [items.length, items[0].issuer, items[0].clientId, items[0].deploymentIds, items[0].tokenUrl],
    [1, platform.origin, 'insignia', ['1'], `${platform.origin}/token`],
  );
  assert.match((await launch(platform)).text, /Your teacher hasn’t chosen a badge yet/);

  const again = await open(await createLink());
  assert.equal(again.status, 400);
  platform.clientId = 'second';
  platform.answers['/.well-known/openid-configuration'] = (response) =>
    response.end(JSON.stringify({ issuer: 'https://another.example.org' }));
  assert.equal((await open(await createLink())).status, 400);
  platform.answers = {};
  for (const clientId of ['a\0', '\ud800']) {
    platform.clientId = clientId;
    assert.equal((await open(await createLink())).status, 400);
  }
  const reasons = (await readRefusals({ owner })).map(({ fields }) => fields);
  assert.deepEqual(reasons, [
    ['badMessage', 'client_id'],
    ['badMessage', 'client_id'],
    ['badMessage', 'issuer'],
    ['badMessage', 'lti_platform_taken'],
  ]);
  // A link ends with its creator's role, membership or API key.
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const there = { 'x-account-id': owner.accountId };
  const parameters = { name: 'k', scope: 'write' };
  const { key, keyId } = assertOk(
    await admin.bearer('POST', '/api-keys', { parameters }, there),
  ).body;
  const byKey = createTestClient(url, { 'x-api-key': key });
  const createAs = async (send: typeof byKey) =>
    assertOk(await send('POST', '/lti/registrations', undefined, there)).body.url as string;
  const links = [await createAs(admin.bearer), await createAs(byKey)] as const;
  platform.clientId = 'third';
  const setMember = (change: RawBuilder<unknown>) =>
    sql`update members set ${change} where account_id = ${owner.accountId} and person_id = ${admin.personId}`.execute(
      db,
    );
  await setMember(sql`role = 'editor'`);
  for (const each of links) assert.equal((await open(each)).status, 400);
  await setMember(sql`role = 'admin', status = 'deprovisioned'`);
  for (const each of links) assert.equal((await open(each)).status, 400);
  await setMember(sql`status = 'active'`);
  assertOk(await admin.bearer('DELETE', `/api-keys/${keyId}`, undefined, there));
  assert.deepEqual([(await open(links[1])).status, (await open(links[0])).status], [400, 200]);
  const old = await createLink();
  await sql`update lti_registrations set expires_at = now() - interval '1 second' where account_id = ${owner.accountId}`.execute(
    db,
  );
  assert.match((await open(old)).text, /This registration link has expired/);
});

test('strangers can’t send forms of thousands of fields, which take long to read', async () => {
  const fields = Array.from({ length: 5_000 }, (_, n): [string, string] => [`f${n}`, '']);
  for (const path of ['/lti/login', '/lti/launch']) {
    const body = new URLSearchParams(fields);
    assert.equal((await fetch(url + path, { method: 'POST', body })).status, 413, path);
  }
});
