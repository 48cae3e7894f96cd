import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { ensureShortCode } from '../src/features/short-codes/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { readPdf } from './support/pdf.ts';
import { createBadge, createIssuer, createOwner, idFromUrl, issueAward } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const { db, url } = instance;
const owner = await createOwner(instance, 'unlimited');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(url);
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

const form = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
const unknownId = '01900000-0000-7000-8000-000000000000';
const issue = () => issueAward(owner, badgeId);
const readCode = async (awardId: string): Promise<string> =>
  (await owner.insignia.credentials.get({ awardId })).shortCode;
const readStoredCode = async (id: string): Promise<string | undefined> => {
  const { rows } = await sql<{
    code: string;
  }>`select code from short_codes where credential_id = ${id}`.execute(db);
  return rows[0]?.code;
};
const readPage = async (id: string): Promise<string> =>
  assertOk(await browser('GET', `/credentials/${id}`)).text;
async function readPrinted(id: string): Promise<string> {
  const response = await fetch(`${url}/awards/${id}/pdf`);
  assert.equal(response.status, 200);
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).text;
}
const follow = async (code: string): Promise<string | null> => {
  const answer = await browser('GET', `/c/${encodeURIComponent(code)}`);
  assert.equal(answer.status, 303, code);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return answer.headers.get('location');
};
/** Everything in an answer except what differs between any two requests. */
const comparable = ({ status, text, headers }: Awaited<ReturnType<typeof browser>>) => ({
  status,
  text: text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ''),
  headers: [...headers].filter(([name]) => !/^(date|x-request-id|server-timing)$/.test(name)),
});

test('a credential has one code on its page, its certificate and in the API, which leads to the page', async () => {
  const id = await issue();
  const code = await readCode(id);
  assert.match(code, form);
  assert.ok((await readPage(id)).includes(`<code><bdi>${code}</bdi></code>`));
  const printed = await readPrinted(id);
  assert.ok(printed.replaceAll(/\s/g, '').includes(`${url}/c/${code}`), printed);
  assert.ok(printed.replaceAll(/\s/g, '').includes(`${url}/credentials/${id}`), printed);
  assert.match(printed, /Check its current status at/);
  const bare = code.replace('-', '');
  const misread = bare.replaceAll('0', 'O').replaceAll('1', 'l');
  for (const typed of [code, bare, code.toLowerCase(), ` ${code} `, misread])
    assert.equal(await follow(typed), `${url}/credentials/${id}`, typed);
  const [first, last] = code.split('-');
  const retyped = [`C/${code}`, `c/${code}/`, `C/${bare.toLowerCase()}/?utm_source=a`];
  for (const path of [...retyped, `C/${first}–${last}.`, `c/${first}%20${last}/`]) {
    const answer = await browser('GET', `/${path}`);
    assert.equal(answer.status, 308, path);
    assert.equal(answer.headers.get('location'), `${url}/c/${code}`, path);
  }
  const strange = await browser('GET', '/C/..%2F%0D%0Ax/');
  assert.equal(strange.headers.get('location'), `${url}/c/..%2F%0D%0Ax`);
  assert.match(await readPage(id), /Valid/);
});

test('a code stays the same when its credential is corrected, renewed and revoked', async () => {
  const id = await issue();
  const code = await readCode(id);
  await owner.insignia.credentials.correct({
    awardId: id,
    recipient: { name: 'Charlotte Babbage' },
    expires: '2098-01-01',
  });
  await owner.insignia.credentials.renew({ awardId: id, expires: '2099-01-01' });
  await instance.waitForInvalidation();
  const printed = (await readPrinted(id)).replaceAll(/\s/g, '');
  assert.ok(printed.includes('CharlotteBabbage') && printed.includes(code), printed);
  assert.equal(await readCode(id), code);
  await owner.insignia.credentials.revoke({ awardId: id });
  assert.equal(await follow(code), `${url}/credentials/${id}`);
  const page = await readPage(id);
  assert.match(page, /Revoked/);
  assert.ok(page.includes(code));
});

test('a search for a whole code finds its credential in lists, counts, exports and bulk actions, and only in its account', async () => {
  const [id, other] = [await issue(), await issue()];
  const code = await readCode(id);
  const { credentials, jobs } = owner.insignia;
  const list = async (filter: object, by = owner): Promise<string[]> => {
    const text = JSON.stringify(filter);
    const { awards } = await by.insignia.credentials.list({ filter: text });
    const { count } = await by.insignia.credentials.count({ filter: text });
    assert.equal(count, awards.length);
    return awards.map((award) => idFromUrl(award.id));
  };
  for (const search of [code, code.toLowerCase(), code.replace('-', ''), ` ${code} `])
    assert.deepEqual(await list({ search }), [id], search);
  assert.deepEqual(await list({ search: code, state: 'valid', badgeId }), [id]);
  assert.deepEqual(await list({ search: code, emailStatus: 'not_emailed' }), [id]);
  assert.deepEqual(await list({ search: code, state: 'revoked' }), []);
  for (const search of [code.slice(0, 8), `${code}0`])
    assert.deepEqual(await list({ search }), [], search);
  assert.deepEqual(await list({ search: code, searchField: 'name' }), []);
  const stranger = await createOwner(instance);
  assert.deepEqual(await list({ search: code }, stranger), []);
  // Names that could be codes are still found.
  const namedLikeCode = await issueAward(owner, badgeId, {
    recipient: { name: 'Mary-Jane', email: 'mary@code.example' },
  });
  assert.deepEqual(await list({ search: 'mary-jane' }), [namedLikeCode]);

  const csv = async (filter: object): Promise<Record<string, string>[]> => {
    const query = encodeURIComponent(JSON.stringify(filter));
    const { text } = assertOk(await owner.api('GET', `/awards/export.csv?filter=${query}`));
    return parse(text, { columns: true, bom: true });
  };
  assert.deepEqual(
    (await csv({ search: code })).map((row) => [idFromUrl(row.id ?? ''), row.code]),
    [[id, code]],
  );
  const rows = await csv({ badgeId });
  const codes = new Map(rows.map((row) => [idFromUrl(row.id ?? ''), row.code]));
  assert.deepEqual([codes.get(id), codes.get(other)], [code, '']);
  assert.equal(await readStoredCode(other), undefined, 'lists and exports create no code');

  const { jobId } = await credentials.revokeMany({ filter: { search: code } });
  await waitForCondition('revoked', async () => (await jobs.get({ jobId })).finishedAt !== null);
  assert.equal((await jobs.get({ jobId })).done, 1);
  assert.deepEqual(await list({ search: code, state: 'revoked' }), [id]);
});

test('a search for a whole code finds the emails about its credential, and only in its account', async () => {
  const [id, other] = [await issue(), await issue()];
  const { credentials } = owner.insignia;
  for (const awardId of [id, other])
    await credentials.send({ awardId, email: 'emailed@code.example' });
  const code = await readCode(id);
  const list = async (query: object, by = owner): Promise<(string | null)[]> => {
    const { items } = await by.insignia.mail.list(query);
    return items.map(({ awardId }) => awardId && idFromUrl(awardId));
  };
  for (const search of [code, code.toLowerCase(), code.replace('-', ''), ` ${code} `])
    assert.deepEqual(await list({ search }), [id], search);
  assert.deepEqual(await list({ search: code, awardId: id }), [id]);
  assert.deepEqual(await list({ search: code, awardId: other }), []);
  assert.deepEqual(await list({ search: code, state: 'failed' }), []);
  assert.deepEqual(await list({ search: code.slice(0, 8) }), []);
  for (const searchField of ['name', 'email'])
    assert.deepEqual(await list({ search: code, searchField }), [], searchField);
  assert.deepEqual(await list({ search: code }, await createOwner(instance)), []);
  // Addresses that could be codes are still found.
  const named = await issue();
  await credentials.send({ awardId: named, email: 'mary-jane@code.example' });
  assert.deepEqual(await list({ search: 'mary-jane' }), [named]);
});

test('codes that are unknown, malformed, erased or of a leaving account get the same answer', async () => {
  const [erased, hidden] = [await issue(), await issue()];
  const erasedCode = await readCode(erased);
  await owner.insignia.credentials.delete({ awardId: erased });
  const leaving = await createOwner(instance);
  const other = await createBadge(leaving, await createIssuer(leaving));
  const hiddenId = await issueAward(leaving, other);
  const leftCode = (await leaving.insignia.credentials.get({ awardId: hiddenId })).shortCode;
  await sql`insert into leaving_accounts values (${leaving.accountId}, now())`.execute(db);
  const ask = [erasedCode, leftCode, '0000-0000', '0000-000U', 'x', '%00', unknownId, hidden];
  const pages = [];
  for (const code of ask) pages.push(comparable(await browser('GET', `/c/${code}`)));
  assert.equal(pages[0]?.status, 404);
  assert.match(pages[0]?.text ?? '', /Credential not found/);
  for (const [at, page] of pages.entries()) assert.deepEqual(page, pages[0], ask[at]);
  assertRefused(await anyone('GET', '/c/0000-0000'), 404, 'credential_not_found');
  await sql`delete from leaving_accounts where id = ${leaving.accountId}`.execute(db);
  const { rows } = await sql`select 1 from short_codes where code = ${erasedCode}`.execute(db);
  assert.equal(rows.length, 0);
});

test('requests that show a credential for the first time at once all show the same code', async () => {
  const id = await issue();
  const readers = [
    () => readCode(id),
    async () => /<code><bdi>(.{9})<\/bdi>/.exec(await readPage(id))?.[1],
    async () => /\/c\/(.{9})/.exec((await readPrinted(id)).replaceAll(/\s/g, ''))?.[1],
    () => ensureShortCode(db, { id, shortCode: null }),
  ];
  const codes = await runConcurrently(24, async (n) => readers[n % readers.length]?.());
  assert.match(codes[0] ?? '', form);
  assert.deepEqual([...new Set(codes)], [codes[0]]);
});

test('no two credentials get one code, also if the same one is drawn for both at once', async () => {
  const [first, ...ids] = await Promise.all(Array.from({ length: 9 }, issue));
  const code = await readCode(first ?? '');
  const drawn = await runConcurrently(ids.length, async (n) => {
    const draws = [code, '7777-7777', ...ids.map((_, at) => `7777-777${at}`)];
    return ensureShortCode(db, { id: ids[n] ?? '', shortCode: null }, () => draws.shift() ?? code);
  });
  assert.equal(new Set(drawn).size, ids.length);
  assert.ok(!drawn.includes(code));
  assert.deepEqual(await Promise.all(ids.map(readCode)), drawn);
  const more = await issue();
  await assert.rejects(
    ensureShortCode(db, { id: more, shortCode: null }, () => code),
    /no short code is free/,
  );
  await assert.rejects(ensureShortCode(db, { id: unknownId, shortCode: null }), {
    code: 'credential_not_found',
  });
});

test('a page is shown without its code while no code can be written, and with it soon after', async () => {
  const id = await issue();
  await sql`create function refuse_codes() returns trigger language plpgsql as
    $$ begin raise 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_codes before insert on short_codes execute function refuse_codes()`.execute(
    db,
  );
  try {
    const page = await readPage(id);
    assert.match(page, /Charles Babbage/);
    assert.doesNotMatch(page, /Short code/);
    assertRefused(await owner.api('GET', `/awards/${id}`), 503, 'database_unavailable');
  } finally {
    await sql`drop function refuse_codes() cascade`.execute(db);
  }
  const code = await readCode(id);
  await waitForCondition('the page shows its code', async () =>
    (await readPage(id)).includes(code),
  );
});

test('another account is not told the code of a credential', async () => {
  const id = await issue();
  const stranger = await createOwner(instance);
  assertRefused(await stranger.api('GET', `/awards/${id}`), 404, 'credential_not_found');
});

test('a client that guesses is stopped after 30 codes a minute, whether they exist or not', async (t) => {
  const limited = await startInstance({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1/32' });
  t.after(() => limited.stop());
  const issuer = await createOwner(limited);
  const badge = await createBadge(issuer, await createIssuer(issuer));
  const awardId = await issueAward(issuer, badge);
  const code = (await issuer.insignia.credentials.get({ awardId })).shortCode;
  const from = (address: string) => createTestClient(limited.url, { 'x-forwarded-for': address });
  const guesses = ['0000-0000', 'x', code];
  const statuses = [];
  for (let n = 0; n < 30; n++)
    statuses.push((await from('203.0.113.5')('GET', `/c/${guesses[n % 3]}`)).status);
  assert.deepEqual(statuses, Array.from({ length: 10 }, () => [404, 404, 303]).flat());
  for (const guess of guesses) {
    const refusal = await from('203.0.113.5')('GET', `/c/${guess}`);
    assertRefused(refusal, 429, 'too_many_requests');
    assert.ok(Number(refusal.headers.get('retry-after')) > 0);
  }
  assertOk(await from('203.0.113.6')('GET', `/c/${code}`), 303);
  // Another /64 for each 30 lookups.
  const spread = await runConcurrently(300, async (n) =>
    from(`2001:db8:1:${Math.floor(n / 30)}::${n}`)('GET', '/c/0000-0000'),
  );
  assert.deepEqual([...new Set(spread.map(({ status }) => status))], [404]);
  assertRefused(await from('2001:db8:1:ff::1')('GET', `/c/${code}`), 429, 'too_many_requests');
  assertOk(await from('2001:db8:2::1')('GET', `/c/${code}`), 303);
});
