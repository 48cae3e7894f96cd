import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { registerSamlWork } from '../src/features/sso/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { createProviderClient } from '../src/platform/outbound/index.ts';
import { assertOk, assertRefused } from './support/client.ts';
import { CookieJar } from './support/cookie-jar.ts';
import { startDnsServer } from './support/dns-server.ts';
import type { Owner } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import {
  type AssertionOptions,
  createKeyPair,
  encode,
  renderAssertion,
  renderIdpMetadata,
  renderResponse,
  signElement,
} from './support/saml-provider.ts';
import { asBrowser, connectAccount, parameters, settingsFor, startSignIn } from './support/sso.ts';
import { useInstance } from './support/use-instance.ts';

const dns = await startDnsServer();
const [pair, nextPair] = await Promise.all([createKeyPair(), createKeyPair()]);
const issuer = 'https://idp.school.example/saml';
/** Serves the metadata of the provider. */
const page = { status: 200, body: '' };
const server = createServer((_request, response) =>
  response.writeHead(page.status, { location: '/' }).end(page.body),
).listen(0, '127.0.0.1');
await once(server, 'listening');
const metadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
after(() => {
  dns.stop();
  server.close();
});
const instance = await useInstance(settingsFor(dns));
const { url, db } = instance;
const english = { 'accept-language': 'en' };

const metadata = (certificates = [pair.certificate], entityId = issuer): string =>
  renderIdpMetadata(entityId, 'https://idp.school.example/sso', certificates);
const connect = (more: object = {}) =>
  connectAccount(instance, dns, '', {
    ...{ protocol: 'saml', oidc: undefined, saml: { metadataXml: metadata() } },
    ...{ provisioning: 'onSignIn', ...more },
  });

type Answer = Partial<AssertionOptions> & { key?: typeof pair; isUnsigned?: boolean };

function readRequest(authorizationUrl: string): string {
  const encoded = new URL(authorizationUrl).searchParams.get('SAMLRequest') ?? '';
  return inflateRawSync(Buffer.from(encoded, 'base64')).toString();
}
const isForced = (authorizationUrl: string): boolean =>
  readRequest(authorizationUrl).includes('ForceAuthn="true"');

/** Answers the request in a URL, as the identity provider would. */
function answer(authorizationUrl: string, nameId: string, options: Answer = {}): string {
  const { key = pair, isUnsigned = false, ...more } = options;
  const request = readRequest(authorizationUrl);
  const read = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
  const acsUrl = read(/AssertionConsumerServiceURL="([^"]*)"/);
  const facts = {
    ...{ issuer, now: new Date(), inResponseTo: read(/ ID="([^"]*)"/), nameId },
    ...{ audience: acsUrl.replace(/acs$/, 'metadata'), recipient: acsUrl, destination: acsUrl },
    id: `_${nameId.replaceAll(/\W/g, '-')}`,
    ...more,
  };
  const assertion = renderAssertion(facts);
  const content = isUnsigned ? assertion : signElement(assertion, facts.id, key);
  return renderResponse(content, { ...facts, id: '_response' });
}

/** The provider's page posts a response: from another site, so without our cookies. */
const post = (connectionId: string, fields: Record<string, string>) =>
  fetch(`${url}/sso/${connectionId}/acs`, {
    ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
    headers: { ...english, origin: 'https://idp.school.example' },
  });
const postXml = (connectionId: string, xml: string) =>
  post(connectionId, { SAMLResponse: encode(xml) });
const readLocation = (response: Response): string => response.headers.get('location') ?? '';

async function assertPageRefused(
  response: Pick<Response, 'status' | 'text'>,
  owner: Owner,
  fields: string[],
  status = 403,
): Promise<void> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  const reference = /Reference: (\w{8})\./.exec(text)?.[1];
  const { items } = assertOk(await owner.session('GET', '/audit-log?action=refuseSso')).body;
  assert.deepEqual([items[0].target, items[0].fields], [reference, fields]);
}

test('a connection shows what to register, and its metadata has the same', async () => {
  const { owner, connectionId } = await connect();
  const path = `/sso/connections/${connectionId}`;
  const { saml, warnings } = assertOk(await owner.session('GET', path)).body;
  const entityId = `${url}/sso/${connectionId}/metadata`;
  assert.deepEqual(saml, {
    ...{ metadataUrl: null, metadataXml: metadata(), entityId, spMetadataUrl: entityId },
    acsUrl: `${url}/sso/${connectionId}/acs`,
  });
  assert.deepEqual(warnings, []);
  const response = await fetch(entityId);
  assert.equal(response.headers.get('content-type'), 'application/samlmetadata+xml');
  const text = await response.text();
  for (const part of [
    ...[`entityID="${entityId}"`, `Location="${saml.acsUrl}"`, 'use="encryption"'],
    ...['mdui:DisplayName', 'ContactPerson'],
  ])
    assert.ok(text.includes(part), part);
  assert.ok(!text.includes('PRIVATE'));
  const none = await fetch(`${url}/sso/${crypto.randomUUID()}/metadata`);
  assert.equal(none.status, 404);
  // The key of this connection was encrypted with a SECRET that is lost.
  await sql`update sso_connections set secret = overlay(secret placing '\\x00' from 20)
    where id = ${connectionId}`.execute(db);
  for (const step of ['metadata', 'start']) {
    const path = `${url}/sso/${connectionId}/${step}`;
    await assertPageRefused(await fetch(path, { headers: english }), owner, ['secretLost']);
  }
});

test('metadata that can’t be used is refused by field, and a change of provider forgets users', async () => {
  const { owner, connectionId } = await connect();
  const details = async (saml: object | undefined, more: object = {}): Promise<string> => {
    const body = parameters({ name: 'B', protocol: 'saml', saml, ...more });
    const reply = await owner.session('POST', '/sso/connections', body);
    assertRefused(reply, 400, 'invalid_request');
    const { details: found } = reply.body as { details: { path: string; message: string }[] };
    return found.map(({ path, message }) => `${path} ${message}`).join('\n');
  };
  assert.match(await details(undefined), /^saml is required/);
  assert.match(await details({}), /^saml must have either/);
  assert.match(await details({ metadataUrl, metadataXml: metadata() }), /^saml must have either/);
  assert.match(await details({ metadataXml: '<a/>' }), /^saml.metadataXml must be a SAML/);
  assert.match(
    await details({ metadataUrl: 'https://10.0.0.1/metadata' }),
    /^saml.metadataUrl must not point to a private address/,
  );
  const plain = 'http://idp.invalid/sso';
  assert.match(
    await details({ metadataUrl: plain }),
    /^saml.metadataUrl has a host that can’t be resolved/,
  );
  assert.match(
    await details({ metadataXml: renderIdpMetadata(issuer, plain, [pair.certificate]) }),
    /^saml.metadataXml has a SingleSignOnService whose Location has a host that can’t be resolved$/,
  );
  const oidc = { issuer: 'https://login.example.net', clientId: 'a', clientSecret: 'b' };
  assert.match(await details({ metadataXml: metadata() }, { oidc }), /^oidc must be absent/);
  Object.assign(page, { status: 404, body: '' });
  assert.match(await details({ metadataUrl }), /^saml.metadataUrl can’t be fetched.*404/);
  page.status = 302;
  assert.match(await details({ metadataUrl }), /redirects/);
  Object.assign(page, { status: 200, body: 'x'.repeat(2 * 1024 * 1024) });
  assert.match(await details({ metadataUrl }), /too large.*several identity providers/);

  const { authorizationUrl, jar } = await startSignIn(instance, connectionId, { query: '?fresh' });
  const { items } = assertOk(await owner.session('GET', '/sso/connections')).body;
  const xml = answer(authorizationUrl, `kim@${items[0].domains[0]}`);
  await jar.send(readLocation(await postXml(connectionId, xml)));
  const count = async () => {
    const { rows } =
      await sql`select 1 from sso_identities where connection_id = ${connectionId}`.execute(db);
    return rows.length;
  };
  assert.equal(await count(), 1);
  // The provider was asked for the password again, and says when the user entered it.
  const session = asBrowser(instance, jar);
  const { rows: times } = await sql`select 1 from auth."session"
    where "ssoConnection" = ${connectionId} and "authenticatedAt" is not null`.execute(db);
  assert.deepEqual([times.length, isForced(authorizationUrl)], [1, true]);
  const update = (saml: object) =>
    owner.session('PUT', `/sso/connections/${connectionId}`, parameters({ saml }));
  assertOk(await update({ metadataXml: metadata([nextPair.certificate]) }));
  assert.equal(await count(), 1);
  assertOk(await session('GET', '/issuers'));
  // A result that the removed certificate signed, which waits for its browser.
  const removed = await startSignIn(instance, connectionId);
  const name = `max@${items[0].domains[0]}`;
  const removedXml = answer(removed.authorizationUrl, name, { key: nextPair });
  const waiting = readLocation(await postXml(connectionId, removedXml));
  assertOk(await update({ metadataXml: metadata() }));
  assert.equal((await removed.jar.send(waiting)).status, 400);
  assertOk(await update({ metadataXml: metadata([pair.certificate, nextPair.certificate]) }));
  const late = await startSignIn(instance, connectionId);
  const lateXml = answer(late.authorizationUrl, `lee@${items[0].domains[0]}`, { key: nextPair });
  const finish = readLocation(await postXml(connectionId, lateXml));
  assertOk(await update({ metadataXml: metadata(undefined, 'https://other.example') }));
  assert.equal(await count(), 0);
  assertRefused(await session('GET', '/issuers'), 401, 'invalid_credentials');
  // The connection no longer trusts the earlier provider.
  assert.equal((await late.jar.send(finish)).status, 400);
});

test('a signed response signs in the browser that started, once', async () => {
  const { domain, connectionId } = await connect();
  const email = `kim@${domain}`;
  const start = () => startSignIn(instance, connectionId);
  const { jar, authorizationUrl } = await start();
  const { rows: requests } = await sql<{ seconds: number }>`
    select extract(epoch from expires_at - now())::float8 as seconds from sso_requests where connection_id = ${connectionId}`.execute(
    db,
  );
  const [{ seconds } = { seconds: 0 }] = requests;
  assert.ok(seconds > 240 && seconds <= 301, `a request lasts 5 minutes, not ${seconds} s`);
  const xml = answer(authorizationUrl, email, { attributes: { displayName: ['Kim Lee'] } });
  const form = { SAMLResponse: encode(xml), RelayState: 'https://evil.example/' };
  const responses = await runConcurrently(10, () => post(connectionId, form));
  const accepted = responses.filter(({ status }) => status === 303);
  assert.equal(accepted.length, 1);
  assert.deepEqual([...new Set(responses.map(({ status }) => status))].sort(), [303, 400]);
  const finish = readLocation(accepted[0] as Response);
  assert.ok(finish.startsWith(`${url}/sso/${connectionId}/finish?code=`));
  const visits = await runConcurrently(5, () => jar.send(finish, { headers: english }));
  const opened = visits.filter(({ status }) => status === 303);
  assert.deepEqual(
    opened.map(({ headers }) => headers.get('location')),
    ['/app/'],
  );
  const { user } = assertOk(await asBrowser(instance, jar)('GET', '/api/auth/get-session')).body;
  assert.deepEqual([user.email, user.name], [email, 'Kim Lee']);

  // Someone else's browser can't use a response that was started elsewhere.
  const attacker = await start();
  const forged = readLocation(
    await postXml(connectionId, answer(attacker.authorizationUrl, `other@${domain}`)),
  );
  const victim = (await start()).jar;
  assert.equal((await victim.send(forged)).status, 403);
  assert.equal((await attacker.jar.send(forged)).status, 400);
  // Nor can a second request use the assertion of the first.
  const again = await start();
  const replayed = await postXml(connectionId, answer(again.authorizationUrl, email));
  assert.equal(replayed.status, 400);
});

test('bad responses show a reference, and the audit log has the reason', async () => {
  const { owner, domain, connectionId } = await connect();
  const other = await connect();
  const email = `kim@${domain}`;
  const respond = async (options: Answer) => {
    const { authorizationUrl } = await startSignIn(instance, connectionId);
    return postXml(connectionId, answer(authorizationUrl, email, options));
  };
  const cases: [Answer, string][] = [
    [{ isUnsigned: true }, 'assertion_unsigned'],
    [{ key: nextPair }, 'signature_invalid'],
    [{ notOnOrAfter: new Date(Date.now() - 120_000) }, 'assertion_expired'],
    [{ audience: 'https://other.example' }, 'audience_wrong'],
    [{ issuer: 'https://other.example' }, 'issuer_wrong'],
  ];
  for (const [options, reason] of cases) {
    const response = await respond(options);
    assert.equal(response.status, 403);
    const { items } = assertOk(await owner.session('GET', '/audit-log?action=refuseSso')).body;
    assert.equal(items[0].fields[0], 'providerAnswer');
    assert.ok(items[0].fields[1].startsWith(reason), items[0].fields[1]);
  }
  const { authorizationUrl } = await startSignIn(instance, connectionId);
  const foreign = await startSignIn(instance, other.connectionId);
  await assertPageRefused(
    await postXml(connectionId, answer(foreign.authorizationUrl, email)),
    owner,
    ['unknownRequest'],
    400,
  );
  await assertPageRefused(
    await postXml(connectionId, answer(authorizationUrl, email, { inResponseTo: undefined })),
    owner,
    ['unknownRequest', 'unsolicited'],
    400,
  );
  await assertPageRefused(await post(connectionId, { SAMLRequest: encode('<a/>') }), owner, [
    'providerAnswer',
    'logout_not_supported',
  ]);
  // The ID of a SAML request is no state of OpenID Connect.
  const { jar, authorizationUrl: asked } = await startSignIn(instance, connectionId);
  const answered = answer(asked, email);
  const state = / InResponseTo="([^"]*)"/.exec(answered)?.[1] ?? '';
  const callback = `${url}/sso/${connectionId}/callback?${new URLSearchParams({ state, code: 'x' })}`;
  assert.equal((await jar.send(callback)).status, 400);
  assert.equal((await postXml(connectionId, answered)).status, 303);
  const large = await postXml(connectionId, 'x'.repeat(1024 * 1024));
  assert.equal(large.status, 413);
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, '']));
  assert.equal((await post(connectionId, fields)).status, 413, 'reading many fields takes long');
  const late = await startSignIn(instance, connectionId);
  await sql`update sso_requests set expires_at = now() where connection_id = ${connectionId}`.execute(
    db,
  );
  await assertPageRefused(
    await postXml(connectionId, answer(late.authorizationUrl, email)),
    owner,
    ['unknownRequest'],
    400,
  );
  const { rows } = await sql`select 1 from auth."user" where email = ${email}`.execute(db);
  assert.equal(rows.length, 0);
});

test('a test explains what was received, good or bad', async () => {
  const { owner, domain, connectionId } = await connect({
    roles: { claim: 'groups', map: { staff: 'editor' } },
  });
  const run = async (options: Answer) => {
    const path = `/sso/connections/${connectionId}/test`;
    const { url: link } = assertOk(await owner.session('POST', path)).body;
    const jar = new CookieJar();
    const { headers } = await jar.send(link, { headers: { cookie: owner.cookie } });
    const xml = answer(headers.get('location') ?? '', `kim@${domain}`, options);
    const response = await postXml(connectionId, xml);
    const location = readLocation(response);
    return location ? (await jar.send(location, { headers: english })).text : response.text();
  };
  const good = await run({ attributes: { groups: ['staff'] } });
  for (const part of ['The sign-in would succeed.', `kim@${domain}`, 'editor', issuer])
    assert.ok(good.includes(part), good);
  assert.match(await run({ isUnsigned: true }), /would be refused.*turn on signed assertions/s);
});

test('metadata is refreshed daily, and a failed refresh keeps the earlier one', async () => {
  Object.assign(page, { status: 200, body: metadata() });
  const { owner, domain, connectionId } = await connect({ saml: { metadataUrl } });
  let now = new Date();
  const provider = createProviderClient(['127.0.0.0/8']);
  after(provider.close);
  const { chores, remoteHandlers } = collectWork((work) =>
    registerSamlWork(work, { db, clock: () => now, provider }),
  );
  const readRow = async () => {
    const { rows } = await sql<{ error: string | null; refreshAt: Date }>`
      select error, refresh_at as "refreshAt" from sso_saml_metadata where connection_id = ${connectionId}`.execute(
      db,
    );
    return rows[0];
  };
  /** A day later. */
  const refresh = async () => {
    now = new Date(now.getTime() + 86_400_001);
    const due = (await readRow())?.refreshAt ?? now;
    assert.ok(due <= now);
    await instance.db.write(async (trx) => {
      for (const { run } of chores) await run(trx);
      // The worker would run this job at the time of its own clock.
      await sql`delete from jobs where kind = 'samlMetadata'`.execute(trx);
    });
    assert.ok(((await readRow())?.refreshAt ?? due) > now, 'fetched once');
    await remoteHandlers.samlMetadata?.({ payload: { connectionId } } as never, undefined as never);
    return (await readRow())?.error;
  };
  const signIn = async (key: typeof pair) => {
    const { authorizationUrl } = await startSignIn(instance, connectionId);
    const id = `_${crypto.randomUUID()}`;
    return (await postXml(connectionId, answer(authorizationUrl, `kim@${domain}`, { key, id })))
      .status;
  };
  assert.equal(await signIn(nextPair), 403);
  const publish = async (certificates: string[]) => {
    page.body = metadata(certificates);
    assert.equal(await refresh(), null);
  };
  const both = [pair.certificate, nextPair.certificate];
  const readChanges = async () => {
    const path = '/audit-log?action=refreshSsoMetadata';
    const { items } = assertOk(await owner.session('GET', path)).body;
    return items.map(({ fields, target }: { fields: string[]; target: string }) => [
      target,
      ...fields,
    ]);
  };
  await publish(both);
  await publish(both.toReversed());
  assert.deepEqual(await readChanges(), [[connectionId, 'certificates']], 'once');
  assert.deepEqual([await signIn(nextPair), await signIn(pair)], [303, 303]);
  await publish([nextPair.certificate]);
  // A certificate that the provider no longer publishes signs nobody in.
  assert.deepEqual([await signIn(nextPair), await signIn(pair)], [303, 403]);
  await publish(both);
  page.body = metadata(undefined, 'https://other.example');
  assert.match((await refresh()) ?? '', /another entityID/);
  page.status = 500;
  assert.match((await refresh()) ?? '', /returned 500/);
  assert.equal(await signIn(nextPair), 303);
  const path = `/sso/connections/${connectionId}`;
  const readWarnings = async () => assertOk(await owner.session('GET', path)).body.warnings;
  assert.deepEqual(await readWarnings(), []);
  const ends = new Date(Date.now() + 20 * 86_400_000);
  await sql`update sso_saml_metadata set certificates = jsonb_set(certificates, '{0,expires}', ${JSON.stringify(ends)}::jsonb)
    where connection_id = ${connectionId}`.execute(db);
  assert.deepEqual(await readWarnings(), [], 'the other certificate lasts longer');
  await sql`update sso_saml_metadata set certificates = jsonb_build_array(certificates->0)
    where connection_id = ${connectionId}`.execute(db);
  assert.deepEqual(await readWarnings(), [
    { kind: 'certificate', subject: issuer, at: ends.toISOString() },
  ]);
  await sql`update sso_saml_metadata set valid_until = now() where connection_id = ${connectionId}`.execute(
    db,
  );
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 502);
});
