// Recipients whose addresses fold alike: each sees their own credentials everywhere, and nobody else's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '@insignia/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { createConnectedApp, v2Scope } from './support/connected-app.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
  signInByCode,
} from './support/people.ts';
import { readZip } from './support/read-zip.ts';
import { recordWithValues } from './support/statements.ts';
import { useInstance } from './support/use-instance.ts';
import { openWalletOffer } from './support/wallet-access.ts';

const instance = await useInstance();
const { url, db } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const app = createConnectedApp(url);
const scopes = [
  v2Scope('assertion.readonly'),
  'https://purl.imsglobal.org/spec/ob/v3p0/scope/credential.readonly',
];

async function createRecipient(email: string, by: Owner = owner, badge = badgeId) {
  const recipient = { name: 'Ada Lovelace', email };
  const awardId = await issueAward(by, badge, { recipient });
  return { email, awardId, ...(await signInByCode(instance, email)) };
}
type Recipient = Awaited<ReturnType<typeof createRecipient>>;

/** Two recipients whose addresses fold alike. */
async function createNamesakes(by: Owner = owner, badge = badgeId) {
  const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
  const exact = await createRecipient(`Weiß@${domain}`, by, badge);
  const plain = await createRecipient(`Weiss@${domain}`, by, badge);
  assert.notEqual(exact.personId, plain.personId);
  return { exact, plain };
}

const post = (session: SendRequest, path: string, parameters: object) =>
  session('POST', path, { parameters });
const ask = ({ session }: Recipient, id: string, kind: string, message = 'Wrong') =>
  post(session, `/my/credentials/${id}/requests`, { kind, message });
const listIds = async ({ session }: Recipient, query = ''): Promise<string[]> =>
  assertOk(await session('GET', `/my/credentials${query}`)).body.items.map(
    ({ id }: { id: string }) => idFromUrl(id),
  );
const openPage = ({ cookie }: Recipient, path: string) =>
  createTestClient(url, { accept: 'text/html', 'accept-language': 'en', cookie })('GET', path);

/** Ids of the credentials and messages of the requests in a user's export. */
async function readExport({ cookie }: Recipient) {
  const answer = await fetch(`${url}/my/export`, { headers: { cookie } });
  const files = Object.entries(await readZip(answer));
  const read = (name: string) =>
    files.flatMap(([file, text]) => (file.endsWith(name) ? [JSON.parse(text)] : []));
  return {
    ids: read('assertion.json').map(({ id }) => idFromUrl(id)),
    messages: read('my-data.json')[0].requests.map(({ message }: { message: string }) => message),
  };
}

test('each of two recipients whose addresses fold alike has only their own credential everywhere', async () => {
  const { exact, plain } = await createNamesakes();
  const client = await app.register(scopes);
  for (const [own, other] of [
    [exact, plain],
    [plain, exact],
  ] as const) {
    const { session, cookie, awardId } = own;
    const foreignId = other.awardId;
    for (const query of ['', '?search=analy', '?status=valid'])
      assert.deepEqual(await listIds(own, query), [awardId], query);
    assert.ok((await openPage(own, '/my')).text.includes(awardId));
    assertOk(await openPage(own, `/my/report?credential=${awardId}`));
    assert.equal((await openPage(own, `/my/report?credential=${foreignId}`)).status, 404);
    // A wallet needs no emailed code for one's own.
    for (const [id, needsCode] of [
      [awardId, false],
      [foreignId, true],
    ] as const) {
      const token = await openWalletOffer(instance, id, { cookie });
      const { grants } = assertOk(await createTestClient(url)('GET', `/offers/${token}`)).body;
      const [grant] = Object.values(grants) as { tx_code?: object }[];
      assert.equal(grant?.tx_code !== undefined, needsCode, id);
    }
    const { access_token: token } = await app.connect(client, cookie, scopes);
    const assertions = assertOk(await app.api(token)('GET', '/ims/ob/v2p1/assertions'));
    assert.equal(assertions.headers.get('x-total-count'), '1');
    assert.deepEqual(
      assertions.body.assertions.map(({ id }: { id: string }) => idFromUrl(id)),
      [awardId],
    );
    const newer = assertOk(await app.api(token)('GET', '/ims/ob/v3p0/credentials'));
    assert.equal(newer.headers.get('x-total-count'), '1');
    const select = (id: string) =>
      session('PUT', '/my/profile', { parameters: { name: 'Ada', credentials: [id] } });
    assertOk(await select(awardId));
    assertRefused(await select(foreignId), 404, 'credential_not_found');
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
    const stop = (id: string) =>
      createTestClient(url, { accept: 'text/html', cookie, ...form })(
        'POST',
        '/my/settings',
        `act=stop&credential=${id}`,
      );
    assertOk(await stop(awardId), 303);
    assertOk(await ask(own, awardId, 'correction', own.email), 201);
    assertRefused(await ask(own, awardId, 'correction'), 409, 'request_open');
    assertRefused(await ask(own, foreignId, 'erasure'), 404, 'credential_not_found');
  }
  for (const own of [exact, plain])
    assert.deepEqual(await readExport(own), { ids: [own.awardId], messages: [own.email] });
  const { items } = assertOk(await owner.api('GET', '/requests')).body;
  for (const { email, awardId } of [exact, plain]) {
    const [found] = items.filter(({ award }: { award: { id: string } }) =>
      award.id.endsWith(awardId),
    );
    assert.equal(found.requester.email, found.award.recipient.email);
    assert.equal(found.requester.email.toLowerCase(), email.toLowerCase());
    assert.equal(found.requester.recipientId, found.award.recipientId);
  }
});

test('an accepted erasure and deleting oneself leave the credential and requests of an address that folds alike', async () => {
  const { exact, plain } = await createNamesakes();
  for (const each of [exact, plain])
    assertOk(await ask(each, each.awardId, 'correction', each.email), 201);
  const { requestId } = assertOk(await ask(exact, exact.awardId, 'erasure'), 201).body;
  assertOk(await owner.api('POST', `/requests/${requestId}/accept`));
  const { mail } = await instance.mailbox.waitFor(exact.email.toLowerCase(), /^Your request about/);
  assert.ok(mail.to?.every(({ address }) => address === exact.email.toLowerCase()));
  assert.deepEqual(await listIds(exact), []);
  assert.deepEqual(await readExport(plain), { ids: [plain.awardId], messages: [plain.email] });
  assertOk(await exact.session('DELETE', '/my'));
  assert.deepEqual((await readExport(plain)).messages, [plain.email]);
  assertOk(await plain.session('DELETE', '/my'));
  const { items } = assertOk(await owner.api('GET', '/requests')).body;
  const ids = items.map(({ award }: { award: { id: string } }) => idFromUrl(award.id));
  assert.ok(!ids.includes(plain.awardId));
});

test('a correction to an address that folds alike gives the credential and its answers to the other recipient', async () => {
  const { exact, plain } = await createNamesakes();
  const { awardId } = exact;
  const { requestId } = assertOk(await ask(exact, awardId, 'erasure', 'Please'), 201).body;
  const parameters = { recipient: { email: plain.email } };
  assertOk(await owner.api('PUT', `/awards/${awardId}`, { parameters }));
  assert.deepEqual(await listIds(exact), []);
  assert.deepEqual((await listIds(plain)).toSorted(), [awardId, plain.awardId].toSorted());
  const found = (await Array.fromAsync(owner.insignia.requests.all())).find(
    (each) => each.requestId === requestId,
  );
  assert.equal(found?.requester?.email.toLowerCase(), exact.email.toLowerCase());
  // Erasing would delete what the other recipient has now.
  const accept = () => owner.api('POST', `/requests/${requestId}/accept`);
  assertRefused(await accept(), 409, 'request_closed');
  assert.deepEqual((await readExport(plain)).messages, []);
  assert.deepEqual((await readExport(exact)).messages, ['Please']);
  assertOk(await ask(plain, awardId, 'erasure'), 201);
  await instance.mailbox.waitFor(exact.email.toLowerCase(), /^Your request about/);
});

test('a credential that was stored with an ASCII domain belongs to the same domain in its own script', async () => {
  const domain = `straße-${crypto.randomUUID().slice(0, 8)}.example`;
  const own = await createRecipient(`ada@${domain}`);
  const alike = await createRecipient(`ada@${domain.replace('ß', 'ss')}`);
  const stored = `Ada@${new URL(`http://${domain}`).hostname}`;
  await sql`update credentials set recipient_email = ${stored}, email_search = ${fold(stored)}
    where id = ${own.awardId}`.execute(db);
  assert.deepEqual(await listIds(own), [own.awardId]);
  assert.deepEqual(await listIds(alike), [alike.awardId]);
  assertOk(await ask(own, own.awardId, 'correction', 'Mine'), 201);
  assert.deepEqual(await readExport(own), { ids: [own.awardId], messages: ['Mine'] });
});

test('the credentials of an address that folding changes are read along the index of addresses', async () => {
  const { exact, plain } = await createNamesakes();
  for (const [email, count] of [
    [exact.email, 1_000],
    [plain.email, 500],
    [undefined, 30_000],
  ] as const)
    await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
      select gen_random_uuid(), c.account_id, c.badge_id, '', a.email, '', a.folded, c.issued_on, c.created_at
      from credentials c, generate_series(1, ${count}::int) n,
        lateral (select coalesce(${email ?? null}::text, n || '@example.org') as email,
          coalesce(${email ? fold(email) : null}::text, n || '@example.org') as folded) a
      where c.id = ${exact.awardId}`.execute(db);
  await sql`vacuum analyze credentials`.execute(db);
  const explaining = new pg.Client({ connectionString: instance.databaseUrl });
  await explaining.connect();
  // Reading a whole small table is cheap.
  await explaining.query('set random_page_cost = 1.1');
  const reads = ['/my/credentials', '/my/credentials?search=analy', '/my/settings'];
  const browser = createTestClient(url, { cookie: exact.cookie, accept: 'text/html' });
  try {
    for (const path of reads) {
      const statements = await recordWithValues(async () =>
        assertOk(await (path === '/my/settings' ? browser : exact.session)('GET', path)),
      );
      const [{ text, values } = { text: '', values: [] }] = statements.filter(({ text }) =>
        text.includes('email_search'),
      );
      const { rows } = await explaining.query(`explain (analyze, buffers off) ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /Index .*using credentials_(?:address|recipients)/, `${path}\n${plan}`);
      assert.doesNotMatch(plan, /Seq Scan on credentials/, `${path}\n${plan}`);
    }
  } finally {
    await explaining.end();
  }
});
