import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@insignia/sdk';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  password,
  readCookie,
  readEmailCode,
  signInByCode,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url, db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(url);
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

let serial = 0;
const newAddress = () => `earner-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const path = '/api/auth/sign-in/email-code';
const request = (email: string) => anyone('POST', path, { email });
const confirm = (body: object) => anyone('POST', `${path}/confirm`, body);
const issueTo = (email: string, more: object = {}, badge = badgeId) =>
  issueAward(owner, badge, { recipient: { name: 'Ada Lovelace', email }, ...more });
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
const sendForm = (to: string, fields: Record<string, string>, headers: object = {}) =>
  browser('POST', to, `${new URLSearchParams(fields)}`, { ...form, ...headers });

const readToken = (link: string): string => new URL(link).searchParams.get('token') ?? '';

const countUsers = async (email: string): Promise<number> => {
  const { rows } = await sql`select 1 from auth."user" where email = ${email}`.execute(db);
  return rows.length;
};

test('an emailed code signs in once, creates a user but no account, and lists their credentials', async () => {
  const email = newAddress();
  const awardId = await issueTo(email.toUpperCase());
  assert.deepEqual(assertOk(await request(email)).body, { sent: true });
  assert.equal(await countUsers(email), 0);
  const { code, link } = await readEmailCode(instance, email);
  const { headers, body } = assertOk(
    await confirm({ email: email.toUpperCase(), code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }),
  );
  assert.deepEqual(
    { ...body.user, id: '' },
    { id: '', name: email.slice(0, email.indexOf('@')), email },
  );
  assertRefused(await confirm({ email, code }), 400, 'invalid_email_code');
  assertRefused(await confirm({ token: readToken(link) }), 400, 'invalid_email_code');
  const cookie = readCookie(headers);
  const session = createTestClient(url, { cookie, origin: url });
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  for (const by of [session, createTestClient(url, { authorization: `Bearer ${token}` })]) {
    const { items } = assertOk(await by('GET', '/my/credentials')).body;
    assert.deepEqual(
      items.map((each: { id: string }) => idFromUrl(each.id)),
      [awardId],
    );
    assertRefused(await by('GET', '/account'), 403, 'account_required');
  }
  assertRefused(await owner.api('GET', '/my/credentials'), 403, 'person_required');
  assertRefused(await anyone('GET', '/my/credentials'), 401, 'unauthorized');
  const { rows } = await sql`select 1 from members where person_id = ${body.user.id}`.execute(db);
  assert.equal(rows.length, 0);
});

test('an address without credentials signs in the same way and has an empty list', async () => {
  const { session } = await signInByCode(instance, newAddress());
  assert.deepEqual(assertOk(await session('GET', '/my/credentials')).body, { items: [] });
});

test('five wrong codes void the right one, but not the link', async () => {
  const email = newAddress();
  assertOk(await request(email));
  const { code, link } = await readEmailCode(instance, email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n++)
    assertRefused(await confirm({ email, code: wrong }), 400, 'invalid_email_code');
  assertRefused(await confirm({ email, code }), 400, 'invalid_email_code');
  assertOk(await confirm({ token: readToken(link) }));
  assertOk(await request(email));
  const { code: second } = await readEmailCode(instance, email, 1);
  assertRefused(await confirm({ email, code: 'x' }), 400, 'invalid_email_code');
  assertOk(await confirm({ email, code: second }));
});

test('a new request voids the earlier code and link; an expired one is refused', async () => {
  const email = newAddress();
  assertOk(await request(email));
  const first = await readEmailCode(instance, email);
  assertOk(await request(email));
  const second = await readEmailCode(instance, email, 1);
  if (first.code !== second.code)
    assertRefused(await confirm({ email, code: first.code }), 400, 'invalid_email_code');
  assertRefused(await confirm({ token: readToken(first.link) }), 400, 'invalid_email_code');
  // The code expires after ten minutes, the link after an hour.
  const age = (minutes: number) =>
    sql`update auth."verification" set "expiresAt" = "expiresAt" - make_interval(mins => ${minutes})`.execute(
      db,
    );
  await age(11);
  assertRefused(await confirm({ email, code: second.code }), 400, 'invalid_email_code');
  await age(50);
  assertRefused(await confirm({ token: readToken(second.link) }), 400, 'invalid_email_code');
  const third = newAddress();
  assertOk(await request(third));
  const { link } = await readEmailCode(instance, third);
  await age(50);
  assertOk(await confirm({ token: readToken(link) }));
});

test('of three codes that are requested at once, one works', async () => {
  const email = newAddress();
  await runConcurrently(3, async () => assertOk(await request(email)));
  const codes = new Set<string>();
  for (let n = 0; n < 3; n++) codes.add((await readEmailCode(instance, email, n)).code);
  const statuses: number[] = [];
  // The newest isn't known, and each wrong one counts.
  for (const code of [...codes, ...codes]) statuses.push((await confirm({ email, code })).status);
  assert.equal(statuses.filter((status) => status === 200).length, 1);
});

test('of 20 simultaneous uses of one code, one signs in', async () => {
  const email = newAddress();
  assertOk(await request(email));
  const { code } = await readEmailCode(instance, email);
  const answers = await runConcurrently(20, () => confirm({ email, code }));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers)
    if (answer.status !== 200) assertRefused(answer, 400, 'invalid_email_code');
  assert.equal(await countUsers(email), 1);
});

test('a mailbox gets 3 codes per hour, and only the client that asked learns of the limit', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1/32' });
  try {
    const from = (client: string) => createTestClient(limited.url, { 'x-forwarded-for': client });
    const email = newAddress();
    const [name, domain] = email.split('@');
    let code = '';
    for (let n = 0; n < 3; n++) {
      assertOk(await from('203.0.113.5')('POST', path, { email }));
      ({ code } = await readEmailCode(limited, email, n));
    }
    const answer = await from('203.0.113.5')('POST', path, { email });
    assertRefused(answer, 429, 'too_many_requests');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    // From elsewhere, the same response, but no email and no new code. Addresses with a tag reach the
    // same mailbox: together they get three codes of their own, and each user's address three.
    const elsewhere = async (addresses: string[], client: string) => {
      for (const address of addresses)
        assert.deepEqual(assertOk(await from(client)('POST', path, { email: address })).body, {
          sent: true,
        });
      const { rows } = await sql`select 1 from mails where recipient like ${`${name}%`}`.execute(
        limited.db,
      );
      return rows.length;
    };
    const tag = (n: number) => `${name}+${n}@${domain}`;
    assert.equal(await elsewhere([email, tag(0)], '203.0.113.9'), 4);
    const first = await readEmailCode(limited, tag(0));
    assert.equal(await elsewhere([tag(1), tag(2), tag(3)], '203.0.113.10'), 6);
    assert.equal(await elsewhere([tag(0)], '203.0.113.11'), 6);
    const tagged = { email: tag(0), code: first.code };
    assertOk(await from('203.0.113.9')('POST', `${path}/confirm`, tagged));
    assert.equal(await elsewhere([tag(0), tag(4)], '203.0.113.11'), 7);
    const page = await from('203.0.113.5')(
      'POST',
      '/my/sign-in',
      `${new URLSearchParams({ email })}`,
      {
        ...form,
        origin: limited.url,
      },
    );
    assert.equal(page.status, 429);
    assert.match(page.text, /Open the link in the newest email.+<label for="code">/s);
    assertOk(await from('203.0.113.9')('POST', `${path}/confirm`, { email, code }));

    // Requests for other emails don't stop codes.
    const another = newAddress();
    const reset = { email: another };
    assertOk(await from('203.0.113.5')('POST', '/api/auth/request-password-reset', reset));
    const fill = (name: string) =>
      sql`update rate_limits set points = 1000000 where key like ${`${name}:%`}`.execute(
        limited.db,
      );
    await fill('account-mails');
    assertOk(await from('203.0.113.6')('POST', path, { email: another }));
    const short = await readEmailCode(limited, another);

    // After too many wrong codes for a mailbox or of all clients, only long codes and links sign in.
    const enter = (body: object) => from('203.0.113.7')('POST', `${path}/confirm`, body);
    assertRefused(await enter({ email: newAddress(), code: 'x' }), 400, 'invalid_email_code');
    const aimedAt = newAddress();
    assertOk(await from('203.0.113.6')('POST', path, { email: aimedAt }));
    const { code: aimed } = await readEmailCode(limited, aimedAt);
    assertRefused(await enter({ email: aimedAt, code: 'x' }), 400, 'invalid_email_code');
    await fill('email-code-wrong-mailbox');
    assertRefused(await enter({ email: aimedAt, code: aimed }), 400, 'invalid_email_code');
    await sql`delete from rate_limits where key like 'email-code-wrong-mailbox:%'`.execute(
      limited.db,
    );
    assertOk(await enter({ email: aimedAt, code: aimed }));
    await fill('email-code-wrong');
    const right = { email: another, code: short.code };
    assertRefused(await enter(right), 400, 'invalid_email_code');
    assertOk(await enter({ token: readToken(short.link) }));
    assertOk(await from('203.0.113.8')('POST', path, { email: another }));
    const { mail } = await limited.mailbox.waitFor(another, /^Your code to sign in/, 1);
    const long = /\b\d{10}\b/.exec(mail.text ?? '')?.[0];
    const signedIn = assertOk(await enter({ email: another, code: long }));
    const session = createTestClient(limited.url, {
      ...{ cookie: readCookie(signedIn.headers), origin: limited.url },
    });
    const added = newAddress();
    assertOk(await session('POST', '/my/addresses', { parameters: { email: added } }), 201);
    const { mail: second } = await limited.mailbox.waitFor(added, /^Your code to confirm/);
    const code10 = /\b\d{10}\b/.exec(second.text ?? '')?.[0];
    const [, { addressId = '' } = {}] = assertOk(await session('GET', '/my/addresses')).body.items;
    const proof = { parameters: { code: code10 } };
    assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, proof));

    // Wrong codes for each address of a user count together.
    await sql`delete from rate_limits where key like 'email-code-wrong%'`.execute(limited.db);
    assertOk(await from('203.0.113.6')('POST', path, { email: another }));
    const shared = await readEmailCode(limited, another, 2);
    assertRefused(await enter({ email: added, code: 'x' }), 400, 'invalid_email_code');
    await fill('email-code-wrong-mailbox');
    const { code: refused } = shared;
    assertRefused(await enter({ email: another, code: refused }), 400, 'invalid_email_code');
    assertOk(await from('203.0.113.6')('POST', path, { email: added }));
    const { mail: third } = await limited.mailbox.waitFor(added, /^Your code to sign in/);
    const own = /\b\d{10}\b/.exec(third.text ?? '')?.[0];
    assertOk(await enter({ email: added, code: own }));
  } finally {
    await limited.stop();
  }
});

test('sign-in requests from other sites are refused', async () => {
  const evil = createTestClient(url, { origin: 'https://evil.example' });
  const body = { email: newAddress(), code: '123456' };
  assertRefused(await evil('POST', path, { email: body.email }), 403, 'origin_mismatch');
  assertRefused(await evil('POST', `${path}/confirm`, body), 403, 'origin_mismatch');
  assertRefused(await anyone('POST', path, { email: 'nobody' }), 400, 'invalid_request', 'email');
  assertRefused(await confirm({ email: body.email }), 400, 'invalid_request');
});

test('opening the link only shows a button, which works once', async () => {
  const email = newAddress();
  await issueTo(email);
  assertOk(await request(email));
  const { link } = await readEmailCode(instance, email);
  assert.ok(!link.includes('example.org') && !decodeURIComponent(link).includes(email));
  for (let n = 0; n < 3; n++) {
    const opened = assertOk(await browser('GET', link));
    assert.match(opened.text, /<button>Sign in<\/button>/);
    assert.ok(opened.text.includes(`sign in as \u2068${email}\u2069 on this device`));
    assert.equal(opened.headers.get('set-cookie'), null);
  }
  // Someone else's link says whom it signs in, and whose session it would replace.
  const current = newAddress();
  const { cookie, personId } = await signInByCode(instance, current);
  const headings = {
    en: 'Sign in with another address?',
    de: 'Mit einer anderen Adresse anmelden?',
    fr: 'Se connecter avec une autre adresse\u202f?',
    es: '¿Iniciar sesión con otra dirección?',
    ar: 'هل تريد تسجيل الدخول بعنوان آخر؟',
  };
  for (const [language, heading] of Object.entries(headings)) {
    const headers = { cookie, 'accept-language': language };
    const { text } = assertOk(await browser('GET', link, undefined, headers));
    assert.ok(text.includes(`<h1>${heading}</h1>`), language);
    for (const address of [current, email])
      assert.ok(text.includes(`\u2068${address}\u2069`), `${language}: ${address}`);
  }
  const session = createTestClient(url, { cookie });
  const { user } = assertOk(await session('GET', '/api/auth/get-session')).body;
  assert.equal(user.id, personId);
  // The page was opened before the other user signed in.
  const token = readToken(link);
  const question = await sendForm('/my/sign-in/confirm', { token }, { cookie });
  assert.equal(question.headers.get('set-cookie'), null);
  assert.match(question.text, /<h1>Sign in with another address\?<\/h1>/);
  const unreadable = await browser('GET', '/my/sign-in/confirm?token=x');
  assert.equal(unreadable.status, 400);
  assert.match(unreadable.text, /The link has expired or was used/);
  const replaces = /name="replaces" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  const entered = await sendForm('/my/sign-in/confirm', { token, replaces }, { cookie });
  assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/my']);
  const again = await sendForm('/my/sign-in/confirm', { token });
  assert.equal(again.status, 400);
  assert.match(again.text, /The link has expired or was used/);
  assertRefused(await confirm({ token }), 400, 'invalid_email_code');
  for (const forged of ['x', token.slice(0, -2), `${token}x`])
    assert.notEqual((await confirm({ token: forged })).status, 200);
  const page = await browser('GET', '/my', undefined, { cookie: readCookie(entered.headers) });
  assert.match(page.text, /<h1>My credentials<\/h1>/);
  assert.match(page.text, /Poet of Science/);
  const own = await browser('GET', link, undefined, { cookie: readCookie(entered.headers) });
  assert.match(own.text, /<button>Sign in<\/button>/);
});

test('the sign-in page works by form alone, in five languages, and keeps addresses out of URLs', async () => {
  const headings = {
    en: 'See your credentials',
    de: 'Ihre Zertifikate ansehen',
    fr: 'Voir vos certificats',
    es: 'Ver sus certificados',
    ar: 'عرض شهاداتك',
  };
  for (const [language, heading] of Object.entries(headings)) {
    const page = assertOk(
      await anyone('GET', '/my/sign-in', undefined, { 'accept-language': language }),
    );
    assert.ok(page.text.includes(`<h1>${heading}</h1>`));
    assert.ok(page.text.includes(`lang="${language}"`));
  }
  const bad = await sendForm('/my/sign-in', { email: 'nobody' });
  assert.equal(bad.status, 400);
  assert.match(bad.text, /Enter a valid email address/);
  const email = newAddress();
  const sent = assertOk(await sendForm('/my/sign-in', { email }));
  assert.match(sent.text, /Enter it within 10 minutes/);
  const { code } = await readEmailCode(instance, email);
  const wrong = await sendForm('/my/sign-in', { email, code: 'abc' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /The code is wrong, has expired or was used/);
  const foreign = await sendForm(
    '/my/sign-in',
    { email, code },
    { origin: 'https://evil.example' },
  );
  assert.equal(foreign.status, 403);
  const entered = await sendForm('/my/sign-in', { email, code });
  assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/my']);
  const cookie = readCookie(entered.headers);
  const left = await sendForm('/my/sign-out', {}, { cookie });
  assert.deepEqual([left.status, left.headers.get('location')], [303, '/my/sign-in']);
  const after = await browser('GET', '/my', undefined, { cookie });
  assert.deepEqual([after.status, after.headers.get('location')], [303, '/my/sign-in']);
});

test('a chosen language replaces that of the browser on every screen, until it is reset', async () => {
  const { cookie } = await signInByCode(instance, newAddress());
  const screens = [
    ...['/my', '/my/addresses', '/my/collections', '/my/profile', '/my/import', '/my/settings'],
    '/security',
  ];
  const choose = (language: string) =>
    sendForm('/my/settings', { act: 'language', language }, { cookie });
  const readLanguages = () =>
    Promise.all(
      screens.map(async (to) => {
        const { text } = assertOk(await browser('GET', to, undefined, { cookie }));
        return /<html lang="(\w+)"/.exec(text)?.[1];
      }),
    );
  const chosen = await choose('ar');
  assert.equal(chosen.headers.get('location'), '/my/settings?done=language');
  assert.deepEqual(await readLanguages(), Array(7).fill('ar'));
  const screen = await browser('GET', '/my/settings', undefined, { cookie });
  assert.match(screen.text, /<option value="ar" lang="ar" selected>/);
  assert.match(screen.text, /\u2068Firefox\u2069 على \u2068Linux\u2069/);
  const invented = await browser('GET', '/my/settings?done=constructor', undefined, { cookie });
  assert.doesNotMatch(invented.text, /class="notice good"/);
  await choose('xx');
  assert.deepEqual(await readLanguages(), Array(7).fill('en'));
  const evil = { cookie, origin: 'https://evil.example' };
  const foreign = await sendForm('/my/settings', { act: 'language', language: 'de' }, evil);
  assert.equal(foreign.status, 403);
});

test('recipients stop and allow the emails of each issuer, and only of those whose credentials they have', async () => {
  const email = newAddress();
  const other = await createOwner(instance, 'pro');
  const theirs = await createBadge(other, await createIssuer(other, { name: 'Other Academy' }));
  const recipient = { name: 'Ada Lovelace', email: email.toUpperCase() };
  const awardId = await issueAward(other, theirs, { recipient });
  const foreign = await issueTo(newAddress());
  const own = await issueTo(email);
  const { cookie } = await signInByCode(instance, email);
  const send = (act: string, credential: string) =>
    sendForm('/my/settings', { act, credential }, { cookie });
  const mail = (by: typeof owner, id: string) =>
    by.api('POST', `/awards/${id}/send`, { parameters: { email } });
  const page = await browser('GET', '/my/settings', undefined, { cookie });
  assert.match(page.text, /Stop emails from \u2068Other Academy\u2069/);
  const stopped = await send('stop', awardId);
  assert.equal(stopped.headers.get('location'), '/my/settings?done=stop');
  const after = await browser('GET', '/my/settings?done=stop', undefined, { cookie });
  assert.match(after.text, /Emails stopped\./);
  assert.match(after.text, /Allow emails from \u2068Other Academy\u2069/);
  assert.match(after.text, /Stop emails from \u2068Analytical Society\u2069/);
  assertRefused(await mail(other, awardId), 409, 'recipient_unsubscribed');
  assertOk(await mail(owner, own));
  assert.equal((await send('allow', awardId)).headers.get('location'), '/my/settings?done=allow');
  assertOk(await mail(other, awardId));
  for (const id of [foreign, 'x', crypto.randomUUID()])
    assert.equal((await send('stop', id)).status, 404);
});

test('a list has pages, search and status, and a foreign page token is refused', async () => {
  const email = newAddress();
  const chemist = await createBadge(
    owner,
    (await owner.insignia.issuers.list()).items[0]?.id.split('/').at(-1) ?? '',
    { name: 'Chimiste élémentaire' },
  );
  const old = await issueTo(email, { issuedOn: '2020-01-01', expires: '2020-02-01' });
  const revoked = await issueTo(email);
  await owner.insignia.credentials.revoke({ awardId: revoked, reason: 'Mistake' });
  const chemistry = await issueTo(email, {}, chemist);
  for (let n = 0; n < 50; n++) await issueTo(email);
  const { session, cookie } = await signInByCode(instance, email);
  const list = async (query = '') =>
    assertOk(await session('GET', `/my/credentials${query}`)).body as {
      items: { id: string; status: string; issuer: object; certificate: string }[];
      lastEvaluatedKey?: string;
    };
  const first = await list();
  assert.equal(first.items.length, 50);
  const second = await list(`?lastEvaluatedKey=${first.lastEvaluatedKey}`);
  assert.deepEqual(
    second.items.map(({ id }) => idFromUrl(id)),
    [chemistry, revoked, old],
  );
  assert.equal(second.lastEvaluatedKey, undefined);
  assert.deepEqual(second.items[0]?.issuer, { name: 'Analytical Society' });
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => idFromUrl(id));
  assert.deepEqual(await ids('?search=ELEMENTAIRE'), [chemistry]);
  assert.deepEqual(await ids('?search=nobody'), []);
  const found = await list('?search=analytical');
  assert.equal(found.items.length, 50);
  assert.deepEqual(await ids(`?search=analytical&lastEvaluatedKey=${found.lastEvaluatedKey}`), [
    ...[chemistry, revoked, old],
  ]);
  assert.deepEqual(await ids('?status=expired'), [old]);
  assert.deepEqual(await ids('?status=revoked'), [revoked]);
  assert.equal((await ids('?status=valid')).length, 50);
  assertRefused(await session('GET', '/my/credentials?status=new'), 400, 'invalid_request');
  const other = await signInByCode(instance, newAddress());
  const token = `?lastEvaluatedKey=${first.lastEvaluatedKey}`;
  assertRefused(await other.session('GET', `/my/credentials${token}`), 400, 'invalid_page_token');
  assert.deepEqual((await other.session('GET', '/my/credentials')).body.items, []);
  const page = await browser('GET', '/my?status=expired', undefined, { cookie });
  assert.match(page.text, /Expired<\/span>/);
  assert.match(page.text, /Report a mistake/);
  const bad = await browser('GET', '/my?lastEvaluatedKey=x&status=new', undefined, { cookie });
  assert.deepEqual([bad.status, bad.headers.get('location')], [303, '/my']);
});

test('an erased credential leaves the list, and an account being deleted takes its credentials along', async () => {
  const email = newAddress();
  const leaving = await createOwner(instance, 'pro');
  const theirs = await createBadge(leaving, await createIssuer(leaving));
  await issueAward(leaving, theirs, { recipient: { name: 'Ada Lovelace', email } });
  const erased = await issueTo(email);
  const { session } = await signInByCode(instance, email);
  const count = async () => (await session('GET', '/my/credentials')).body.items.length;
  assert.equal(await count(), 2);
  await owner.insignia.credentials.delete({ awardId: erased });
  assert.equal(await count(), 1);
  await sql`insert into leaving_accounts values (${leaving.accountId}, now())`.execute(db);
  assert.equal(await count(), 0);
});

test('an internationalized address signs in and sees its credentials', async () => {
  const email = `ünï-${++serial}@例え.jp`;
  const awardId = await issueTo(email);
  const { session } = await signInByCode(instance, email);
  const { items } = (await session('GET', '/my/credentials')).body;
  assert.deepEqual(
    items.map(({ id }: { id: string }) => idFromUrl(id)),
    [awardId],
  );
  assert.equal((await session('GET', '/api/auth/get-session')).body.user.email, email);
});

test('a recipient signs up later with the same address and keeps their user, but no earlier session', async () => {
  const email = newAddress();
  await issueTo(email);
  const recipient = await signInByCode(instance, email);
  assertOk(await anyone('POST', '/api/auth/sign-up/email', { name: 'Ada', email, password }));
  const link = findMailLink(await mailbox.waitFor(email, /Confirm/), '/confirm-email');
  const token = new URL(link).searchParams.get('token');
  const { body, headers } = assertOk(
    await anyone('POST', '/api/auth/confirm', { token, password }),
  );
  assert.equal(body.user.id, recipient.personId);
  assert.equal(body.user.name, 'Ada');
  const earlier = await recipient.session('GET', '/my/credentials');
  assertRefused(earlier, 401, 'invalid_credentials');
  const session = createTestClient(url, { cookie: readCookie(headers), origin: url });
  assert.equal(assertOk(await session('GET', '/account')).body.role, 'owner');
  assert.equal((await session('GET', '/my/credentials')).body.items.length, 1);
  // The second sign-up is refused in the mailbox, as for every account.
  assertOk(await anyone('POST', '/api/auth/sign-up/email', { name: 'Ada', email, password }));
  await mailbox.waitFor(email, /You already have an account/);
});

test('a recipient accepts an invitation and works in that account without one of their own', async () => {
  const email = newAddress();
  const { session, cookie } = await signInByCode(instance, email);
  const { inviteId } = await owner.insignia.members.invite({ email, role: 'viewer' });
  const page = await browser('GET', `/accept-invitation?inviteId=${inviteId}`, undefined, {
    cookie,
  });
  assert.match(page.text, new RegExp(email));
  const joined = await sendForm('/accept-invitation', { inviteId }, { cookie });
  assert.equal(joined.status, 200);
  const account = assertOk(await session('GET', '/account')).body;
  assert.deepEqual([account.accountId, account.role], [owner.accountId, 'viewer']);
});

test('a disabled user cannot sign in with a code', async () => {
  const user = await createOwner(instance);
  await sql`update auth."user" set "disabledAt" = now() where id = ${user.personId}`.execute(db);
  assertOk(await request(user.email));
  const { code } = await readEmailCode(instance, user.email);
  assertRefused(await confirm({ email: user.email, code }), 400, 'invalid_email_code');
});

test('the SDK manages credentials, addresses, collections, profile and requests with a JWT', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const { session } = await signInByCode(instance, email);
  const { token } = (await session('GET', '/api/auth/token')).body;
  const { my } = createClient({ baseUrl: url, token });
  assert.equal((await my.credentials()).items.length, 1);
  assert.equal((await Array.fromAsync(my.allCredentials())).length, 1);
  const { requestId } = await my.request({ awardId, kind: 'erasure', message: 'Please delete it' });
  assert.equal((await owner.insignia.requests.list()).items[0]?.requestId, requestId);
  const { collectionId } = await my.createCollection({ name: 'Sciences', credentials: [awardId] });
  assert.equal((await my.collection({ collectionId })).name, 'Sciences');
  await my.updateCollection({ collectionId, name: 'Arts' });
  assert.equal((await my.collections()).items[0]?.name, 'Arts');
  assert.equal((await my.deleteCollection({ collectionId })).deleted, true);
  await my.updateProfile({ name: 'Ada' });
  assert.equal((await my.profile()).name, 'Ada');
  const { addressId } = await my.addAddress({ email: newAddress() });
  assert.equal((await my.addresses()).items.length, 2);
  assert.equal((await my.removeAddress({ addressId })).deleted, true);
});

test('“Download everything” asks visitors to sign in, and says when two downloads are running', async () => {
  const { personId, cookie } = await signInByCode(instance, newAddress());
  const download = (headers: object = {}) =>
    browser('GET', '/my/settings/download', undefined, { ...headers });
  const visitor = await download();
  assert.deepEqual([visitor.status, visitor.headers.get('location')], [303, '/my/sign-in']);
  const downloaded = assertOk(await download({ cookie }));
  assert.equal(downloaded.headers.get('content-type'), 'application/zip');
  assert.match(downloaded.headers.get('content-disposition') ?? '', /my-credentials\.zip/);
  await sql`insert into export_leases (account_id, slot, holder, expires_at)
    select ${personId}, n, gen_random_uuid(), now() + interval '5 minutes' from generate_series(1, 2) n
    on conflict (account_id, slot) do update set holder = excluded.holder, expires_at = excluded.expires_at`.execute(
    db,
  );
  const busy = await download({ cookie });
  assert.equal(busy.status, 429);
  assert.equal(busy.headers.get('content-disposition'), null);
  assert.match(busy.text, /<h1>Settings<\/h1>[\s\S]*Two downloads are running/);
  const german = await download({ cookie, 'accept-language': 'de' });
  assert.match(german.text, /Zwei Downloads laufen/);
  const program = await anyone('GET', '/my/export', undefined, { cookie });
  assertRefused(program, 429, 'too_many_requests');
});

test('the list leads members to the dashboard, and others to issuing themselves', async () => {
  const headers = { cookie: owner.cookie };
  const member = assertOk(await browser('GET', '/my', undefined, headers)).text;
  assert.ok(member.includes('<a href="/app/">Open the dashboard</a>'));
  assert.ok(!member.includes('Issue credentials yourself'));
  const { cookie } = await signInByCode(instance, newAddress());
  const { text } = assertOk(await browser('GET', '/my', undefined, { cookie }));
  assert.ok(text.includes('<a href="/sign-up">Issue credentials yourself</a>'));
  assert.ok(!text.includes('Open the dashboard'));
});

test('the verifier and the sign-in page lead people who lost their email to My credentials', async () => {
  for (const query of ['', '?with=password']) {
    const { text } = assertOk(await browser('GET', `/sign-in${query}`));
    assert.ok(text.includes('No password? <a href="/my/sign-in">Sign in with a code</a>'), query);
  }
  for (const path of ['/verify', '/sign-in']) {
    const { text } = assertOk(await browser('GET', path));
    assert.ok(text.includes(`<a href="${url}/my">Lost your email?</a>`), path);
  }
});

test('the email and the page of a credential lead to My credentials', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  await owner.insignia.credentials.send({ awardId, email });
  const received = await mailbox.waitFor(email, /^Your credential/);
  assert.match(received.mail.text ?? '', new RegExp(`See all your credentials\\W+${url}/my\\b`));
  assert.match(
    `${received.mail.html}`,
    new RegExp(`href="${url}/my"[^>]*>See all your credentials`),
  );
  const { text } = assertOk(await browser('GET', `/credentials/${awardId}`));
  assert.ok(text.includes(`Is this yours? <a href="${url}/my">See all your credentials</a>`));
});

test('answers and emails about known and unknown addresses have the same size', async () => {
  const [known = '', unknown = ''] = ['known', 'blank'].map(
    (name) => `${name}-${crypto.randomUUID()}@example.org`,
  );
  await issueTo(known);
  await signInByCode(instance, known);
  const sizes = async (email: string, before: number) => {
    const answers = [
      await request(email),
      await confirm({ email, code: 'x' }),
      await sendForm('/my/sign-in', { email }),
      await sendForm('/my/sign-in', { email, code: 'x' }),
    ];
    const mails = [0, 1].map((n) => mailbox.waitFor(email, /^Your code to sign in/, before + n));
    return {
      answers: answers.map(({ status, text, headers }) => [
        status,
        text.length,
        [...headers.keys()],
      ]),
      mails: (await Promise.all(mails)).map(({ mail }) => [
        ...[mail.subject?.length, mail.text?.length, `${mail.html}`.length],
      ]),
    };
  };
  assert.deepEqual(await sizes(known, 1), await sizes(unknown, 0));
});

/** Rows of credentials that PostgreSQL has read. */
async function countRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables where relname = 'credentials'`.execute(
    db,
  );
  return rows[0]?.n ?? Number.NaN;
}

test('among 20,000 credentials of others, each page reads little more than its own rows', async () => {
  const email = newAddress();
  await issueTo(email);
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at, badge_version)
    select uuid7_at(now() - interval '1 second' * n), account_id, badge_id, recipient_name, mail, name_search, mail, issued_on, created_at, badge_version
    from credentials cross join generate_series(1, 20000) n
    cross join lateral (select case when n % 100 = 0 then ${email} else 'other-' || n || '@example.org' end as mail) m
    where email_search = ${email}`.execute(db);
  await sql`vacuum analyze credentials`.execute(db);
  const { session } = await signInByCode(instance, email);
  const first = (await session('GET', '/my/credentials')).body;
  for (const query of ['', '?status=valid', `?lastEvaluatedKey=${first.lastEvaluatedKey}`]) {
    const before = await countRead();
    const { items } = assertOk(await session('GET', `/my/credentials${query}`)).body;
    assert.equal(items.length, 50);
    const read = (await countRead()) - before;
    // PostgreSQL may count the rows of the pages before only now.
    assert.ok(read <= 1_000, `${query}: ${read} rows`);
  }
});
