import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused } from './support/client.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));

const filtered = (filter: object, more = '') =>
  `/awards?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
const names = (body: { info: { awards: { recipient: { name: string } }[] } }) =>
  body.info.awards.map(({ recipient }) => recipient.name);

test('a credential is issued, listed and read with the documented fields [4.1-1 4.1-2 4.1-3 4.5-1]', async () => {
  const answer = assertOk(
    await owner.api(
      'POST',
      '/awards',
      createAwardBodyFor(`${instance.url}/certify-badge/badge/${badgeId}`, {
        expires: '2030-12-31',
      }),
    ),
  );
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const { statusCode, info, ...rest } = answer.body;
  assert.deepEqual([statusCode, rest, Object.keys(info)], [200, {}, ['awardId']]);
  assert.match(info.awardId, new RegExp(`^${instance.url}/certify-badge/award/[0-9a-f-]{36}$`));
  const list = assertOk(await owner.api('GET', '/awards')).body;
  const item = list.info.awards.find(({ id }: { id: string }) => id === info.awardId);
  assert.deepEqual(Object.keys(item), [
    'id',
    'badge',
    'recipient',
    'recipientId',
    'issuedOn',
    'timestamp',
    'state',
    'emailStatus',
  ]);
  assert.equal(item.badge.id, `${instance.url}/certify-badge/badge/${badgeId}`);
  assert.equal(item.badge.name, 'Poet of Science');
  assert.match(item.badge.image, new RegExp(`^${instance.url}/ipfs/bafkrei`));
  assert.deepEqual(item.recipient, { name: 'Charles Babbage', email: 'charles@example.org' });
  assert.equal(item.issuedOn, '2026-03-01T00:00:00.000Z');
  const { etag, shortCode, ...one } = await owner.insignia.credentials.get({
    awardId: idFromUrl(info.awardId),
  });
  assert.match(etag, /^".+"$/);
  assert.match(shortCode, /^[\dA-Z]{4}-[\dA-Z]{4}$/);
  const more = {
    expires: '2030-12-31T23:59:59.999Z',
    revoked: false,
    delivery: null,
    deliveryStatus: null,
    deliveryError: null,
  };
  assert.deepEqual(one, { ...item, ...more });
  assertRefused(await owner.api('GET', `/awards/${owner.accountId}`), 404, 'credential_not_found');
});

test('issuing writes one event with all data that an endpoint needs [6.1-1 6.2-2]', async () => {
  const id = await issueAward(owner, badgeId, { issuedOn: '2026-02-03', expires: '2027-02-03' });
  const { rows } =
    await sql`select account_id, type, data from events where credential_id = ${id}`.execute(
      instance.db,
    );
  assert.deepEqual(rows, [
    {
      account_id: owner.accountId,
      type: 'credential.issued',
      data: {
        badgeId,
        badgeName: 'Poet of Science',
        recipient: { name: 'Charles Babbage', email: 'charles@example.org' },
        issuedOn: '2026-02-03',
        expires: '2027-02-03',
      },
    },
  ]);
});

test('an invalid date causes an error with its field', async () => {
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const cases: [object, string][] = [
    [{ issuedOn: '2026-02-30' }, 'issuedOn'],
    [{ issuedOn: tomorrow }, 'issuedOn'],
    [{ issuedOn: 20260301 }, 'issuedOn'],
    [{ expires: '2026-02-28' }, 'expires'],
    [{ expires: 'never' }, 'expires'],
    [{ expires: '9999-12-31T23:59:59-05:00' }, 'expires'],
  ];
  for (const [more, field] of cases)
    assertRefused(
      await owner.api('POST', '/awards', createAwardBodyFor(badgeId, more)),
      400,
      'invalid_request',
      field,
    );
  await issueAward(owner, badgeId, { expires: null });
});

test('a credential may be valid through the year 9999 in UTC, and remains readable', async () => {
  const late = { expires: '9999-12-31T19:00:00-05:00' };
  const answer = await owner.api('POST', '/awards', createAwardBodyFor(badgeId, late));
  assertRefused(answer, 400, 'invalid_request', 'expires');
  assert.equal(answer.body.error, 'expires must be before the year 10000 in UTC');
  for (const expires of ['9999-12-31', '9999-12-31T18:59:59-05:00']) {
    const id = await issueAward(owner, badgeId, { expires });
    const { info } = assertOk(await owner.api('GET', `/awards/${id}`)).body;
    assert.match(info.expires, /^9999-12-31T23:59:59/);
  }
});

test('a recipient name has at least 5 characters, and all errors are reported at once [8-5]', async () => {
  const recipient = { name: ' Abcd ', email: 'nobody' };
  const answer = await owner.api(
    'POST',
    '/awards',
    createAwardBodyFor(badgeId, { recipient, issuedOn: undefined }),
  );
  for (const field of ['recipient.name', 'recipient.email', 'issuedOn'])
    assertRefused(answer, 400, 'invalid_request', field);
  await issueAward(owner, badgeId, { recipient: { name: 'Abcde', email: 'a@b.example' } });
});

test('a body without its envelope gets an error about the envelope only', async () => {
  for (const body of [{}, { ...createAwardBodyFor(badgeId).parameters }]) {
    const answer = await owner.api('POST', '/awards', body);
    assertRefused(answer, 400, 'invalid_request');
    assert.deepEqual(answer.body.details, [
      { path: 'parameters', message: 'is required: wrap the fields in {"parameters": {…}}' },
    ]);
  }
});

test('a body without a content type, as curl sends it, gets an error that names the expected type', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await owner.api('POST', '/awards', '{"parameters":{}}', type);
  assertRefused(answer, 415, 'unsupported_media_type');
  assert.match(answer.body.error, /Send Content-Type: application\/json$/);
});

test('an invalid date is reported together with a name that is too short', async () => {
  const recipient = { name: 'Ada', email: 'ada@example.org' };
  const named = async (more: object) => {
    const answer = await owner.api(
      'POST',
      '/awards',
      createAwardBodyFor(badgeId, { recipient, ...more }),
    );
    assertRefused(answer, 400, 'invalid_request');
    return answer.body.details.map(({ path }: { path: string }) => path);
  };
  assert.deepEqual(await named({ issuedOn: '2026-02-30', expires: 'never' }), [
    'recipient.name',
    'issuedOn',
    'expires',
  ]);
  assert.deepEqual(await named({ issuedOn: ' 2026-03-01 ', expires: '2026-02-01' }), [
    'recipient.name',
    'expires',
  ]);
  assert.deepEqual(await named({ issuedOn: 7, expires: 'x'.repeat(41) }), [
    'recipient.name',
    'issuedOn',
    'expires',
  ]);
  assert.deepEqual(await named({ expires: ' 2030-01-01 ' }), ['recipient.name']);
});

test('text is trimmed and normalized to NFC', async () => {
  const id = await issueAward(owner, badgeId, {
    recipient: { name: '  Zoe\u0308 Müller ', email: ' zoe@example.org ' },
  });
  const { recipient } = await owner.insignia.credentials.get({ awardId: id });
  assert.deepEqual(recipient, { name: 'Zoë Müller', email: 'zoe@example.org' });
});

test('the filter matches badge, name and email literally and ignores case [4.5-2 4.5-8]', async () => {
  const other = await createOwner(instance);
  const issuer = await createIssuer(other);
  const [one, two] = [await createBadge(other, issuer), await createBadge(other, issuer)];
  const people = [
    'Ada Lovelace',
    'ÅSA Öberg',
    '100% Perfect',
    '1000 Perfect',
    'under_score',
    'back\\slash',
    '大西洋五郎',
    'Νίκος ΠΑΠΑΣ',
    'İSTANBUL',
    'Straße',
  ];
  for (const [at, name] of people.entries())
    await issueAward(other, at % 2 ? two : one, {
      recipient: { name, email: `Person.${at}@Example.org` },
    });
  const find = async (filter: object) =>
    names(assertOk(await other.api('GET', filtered(filter))).body);
  assert.equal((await find({})).length, people.length);
  assert.deepEqual(await find({ search: 'LOVE' }), ['Ada Lovelace']);
  assert.deepEqual(await find({ search: 'åsa ö' }), ['ÅSA Öberg']);
  assert.deepEqual(await find({ search: '0%' }), ['100% Perfect']);
  assert.deepEqual(await find({ search: 'r_s' }), ['under_score']);
  assert.deepEqual(await find({ search: 'k\\s' }), ['back\\slash']);
  assert.deepEqual(await find({ search: '洋' }), ['大西洋五郎']);
  for (const search of ['παπας', 'Παπασ', 'ΝΊΚΟς π'])
    assert.deepEqual(await find({ search }), ['Νίκος ΠΑΠΑΣ']);
  for (const search of ['istanbul', 'ISTANBUL', 'İstanbul', 'ıstan'])
    assert.deepEqual(await find({ search }), ['İSTANBUL']);
  for (const search of ['STRASSE', 'straße', 'STRAẞE'])
    assert.deepEqual(await find({ search }), ['Straße']);
  assert.deepEqual(await find({ search: 'person.3' }), ['1000 Perfect']);
  assert.deepEqual(await find({ search: 'person.3', searchField: 'name' }), []);
  assert.deepEqual(await find({ search: 'person.3', searchField: 'email' }), ['1000 Perfect']);
  assert.deepEqual(await find({ search: 'perfect', badgeId: one }), ['100% Perfect']);
  assert.deepEqual(
    await find({ badgeId: `${instance.url}/certify-badge/badge/${two}` }),
    ['back\\slash', '1000 Perfect', 'ÅSA Öberg', 'Νίκος ΠΑΠΑΣ', 'Straße'].sort(
      (a, b) => people.indexOf(b) - people.indexOf(a),
    ),
  );
  assert.deepEqual(await find({ badgeId }), []);
  assert.deepEqual(await find({ badgeId: 'nonsense' }), []);
});

test('an invalid filter is refused', async () => {
  const bad: [string, string][] = [
    ['{', 'filter'],
    ['[]', 'filter'],
    ['"text"', 'filter'],
    ['null', 'filter'],
    ['{"search":7}', 'filter.search'],
    ['{"searchField":"phone"}', 'filter.searchField'],
    ['{"badgeId":{}}', 'filter.badgeId'],
    ['{"search":"\\u0000"}', 'filter.search'],
    ['{"search":"\\ud800"}', 'filter.search'],
  ];
  for (const [filter, field] of bad)
    assertRefused(
      await owner.api('GET', `/awards?filter=${encodeURIComponent(filter)}`),
      400,
      'invalid_request',
      field,
    );
  assertOk(
    await owner.api(
      'GET',
      `/awards?filter=${encodeURIComponent('{"__proto__":{"search":"x"},"other":1}')}`,
    ),
  );
});

test('pages have 50 items, continue after the last one, and stay stable while rows change [4.5-9 8-6]', async () => {
  const other = await createOwner(instance, 'pro');
  const badge = await createBadge(other, await createIssuer(other));
  for (let n = 0; n < 120; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, k) =>
        issueAward(other, badge, {
          recipient: { name: `Person ${n + k}`, email: 'p@example.org' },
        }),
      ),
    );
  for (const filter of [{}, { search: 'person' }, { badgeId: badge }]) {
    const seen: string[] = [];
    let key = '';
    const sizes: number[] = [];
    do {
      const { info } = assertOk(
        await other.api('GET', filtered(filter, key && `&lastEvaluatedKey=${key}`)),
      ).body;
      seen.push(...info.awards.map(({ id }: { id: string }) => id));
      sizes.push(info.awards.length);
      key = info.lastEvaluatedKey ?? '';
      if (sizes.length === 1)
        await issueAward(other, badge, {
          recipient: { name: 'Person late', email: 'p@example.org' },
        });
      if (sizes.length === 1)
        await sql`delete from credentials where id = ${idFromUrl(seen[49] ?? '')}`.execute(
          instance.db,
        );
    } while (key);
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(sizes.slice(0, 2), [50, 50]);
    assert.deepEqual([...seen].sort().reverse(), seen);
    assert.equal(seen.length, 120);
  }
  const { info } = (await other.api('GET', '/awards')).body;
  assertRefused(
    await owner.api('GET', `/awards?lastEvaluatedKey=${info.lastEvaluatedKey}`),
    400,
    'invalid_page_token',
    'lastEvaluatedKey',
  );
  assertRefused(
    await other.api('GET', `/issuers?lastEvaluatedKey=${info.lastEvaluatedKey}`),
    400,
    'invalid_page_token',
  );
});

test('an Idempotency-Key has one effect, also in 100 concurrent requests', async () => {
  const send = (key: string, body: object = createAwardBodyFor(badgeId), who: Owner = owner) =>
    who.api('POST', '/awards', body, { 'idempotency-key': key });
  const count = async () =>
    (
      await sql<{
        n: string;
      }>`select count(*) n from credentials where account_id = ${owner.accountId}`.execute(
        instance.db,
      )
    ).rows[0]?.n;
  const before = Number(await count());
  const answers = await runConcurrently(100, () => send('one'));
  assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(
    answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length,
    99,
  );
  assert.equal(Number(await count()), before + 1);
  const reordered = {
    parameters: {
      issuedOn: '2026-03-01',
      badgeId,
      recipient: { email: 'charles@example.org', name: 'Charles Babbage' },
    },
  };
  assert.equal(assertOk(await send('one', reordered)).headers.get('idempotent-replayed'), 'true');
  assertRefused(
    await send('one', createAwardBodyFor(badgeId, { issuedOn: '2026-03-02' })),
    409,
    'idempotency_key_reused',
  );
  for (const key of ['a b', 'ü'.normalize('NFD'), 'x'.repeat(256)])
    if (!/[^\x20-\x7e]/.test(key))
      assertRefused(await send(key), 400, 'invalid_request', 'Idempotency-Key');
  const other = await createOwner(instance);
  const otherBadge = await createBadge(other, await createIssuer(other));
  assert.equal(
    assertOk(await send('one', createAwardBodyFor(otherBadge), other)).headers.get(
      'idempotent-replayed',
    ),
    null,
  );
  assertRefused(await send('two', createAwardBodyFor(owner.accountId)), 404, 'badge_not_found');
  assert.equal(assertOk(await send('two')).headers.get('idempotent-replayed'), null);
  instance.clock.set(new Date(Date.now() + 25 * 3_600_000));
  assert.equal(assertOk(await send('one')).headers.get('idempotent-replayed'), null);
  instance.clock.set(new Date());
});
