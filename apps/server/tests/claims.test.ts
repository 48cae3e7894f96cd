import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { addMember, createBadge, createIssuer, createOwner, idFromUrl } from './support/people.ts';
import { readQr } from './support/qr.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const { url, db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId);
const { claims } = owner.insignia;
const anyone = createTestClient(url);
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

let serial = 0;
const newAddress = () => `claimant-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;

async function readMailedCode(email: string, skip = 0): Promise<string> {
  const { mail } = await mailbox.waitFor(email, /^Your code for/, skip);
  return /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
}

const start = (code: string, email: string, more: object = {}) =>
  anyone('POST', `/claim/${code}`, { name: 'Ada Lovelace', email, ...more });
const confirm = (code: string, requestId: string, digits: string) =>
  anyone('POST', `/claim/${code}`, { requestId, code: digits });

/** Both steps. Returns the response to the second one. */
async function claimAs(code: string, email: string, more: object = {}, skip = 0) {
  const { requestId } = assertOk(await start(code, email, more)).body;
  return confirm(code, requestId, await readMailedCode(email, skip));
}

const countCredentials = async (badge = badgeId): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from credentials where badge_id = ${badge}`.execute(db);
  return rows[0]?.n ?? 0;
};

test('a claim code has a page, and its confirmed address gets one credential by email', async () => {
  const claim = await claims.create({ badgeId, limit: 100, expires: '2099-06-30' });
  assert.match(claim.code, /^[0-9A-HJKMNP-TV-Z]{12}$/);
  assert.equal(claim.url, `${url}/claim/${claim.code}`);
  const email = newAddress();
  const outcome = assertOk(await claimAs(claim.code, email)).body;
  assert.equal(outcome.status, 'issued');
  const credential = await owner.insignia.credentials.get({ awardId: idFromUrl(outcome.awardId) });
  assert.deepEqual(credential.recipient, { name: 'Ada Lovelace', email });
  assert.equal(credential.state, 'valid');
  await mailbox.waitFor(email, /^Your credential/);
  const [item] = (await claims.list({ badgeId })).items;
  assert.deepEqual(
    { ...item, createdAt: '' },
    {
      ...{ claimId: claim.claimId, code: claim.code, url: claim.url, status: 'open' },
      ...{ active: true, limit: 100, claimed: 1, waiting: 0, approval: false, fields: [] },
      ...{ expires: '2099-06-30T23:59:59.999Z', createdAt: '' },
    },
  );
  // Events, audit and quota as for every other way of issuing.
  const { rows } = await sql<{ type: string; person: string | null }>`
    select type, person_id as person from events where credential_id = ${idFromUrl(outcome.awardId)} order by id limit 1`.execute(
    db,
  );
  assert.deepEqual(rows, [{ type: 'credential.issued', person: null }]);
  const log = (await owner.insignia.auditLog.list({ action: 'createAward' })).items;
  assert.equal(log[0]?.target, idFromUrl(outcome.awardId));
  assert.equal(log[0]?.actor, null);
});

test('one person who claims 50 times has one credential, and counts once', async () => {
  const { code } = await claims.create({ badgeId, limit: 2 });
  const before = await countCredentials();
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const digits = await readMailedCode(email);
  const answers = await runConcurrently(50, () => confirm(code, requestId, digits));
  const ids = new Set(answers.map((answer) => assertOk(answer).body.awardId));
  assert.equal(ids.size, 1);
  // Another code for the same address, in capitals, leads to the same credential.
  const again = assertOk(await claimAs(code, email.toUpperCase(), {}, 1)).body;
  assert.deepEqual([...ids], [again.awardId]);
  assert.equal(await countCredentials(), before + 1);
  assert.equal((await claims.list({ badgeId })).items[0]?.claimed, 1);
});

test('the last place goes to one of many; the next gets 409 claim_exhausted', async () => {
  const { code, claimId } = await claims.create({ badgeId, limit: 3 });
  const before = await countCredentials();
  const emails = Array.from({ length: 20 }, newAddress);
  const requests = await Promise.all(emails.map((email) => start(code, email)));
  const digits = await Promise.all(emails.map((email) => readMailedCode(email)));
  const answers = await runConcurrently(20, (n) =>
    confirm(code, requests[n]?.body.requestId, digits[n] ?? ''),
  );
  const refusals = answers.filter(({ status }) => status !== 200);
  assert.equal(refusals.length, 17);
  for (const answer of refusals) assertRefused(answer, 409, 'claim_exhausted');
  assert.equal(await countCredentials(), before + 3);
  assertRefused(await start(code, newAddress()), 409, 'claim_exhausted');
  const page = await browser('GET', `/claim/${code}`);
  assert.equal(page.status, 409);
  assert.match(page.text, /All places are taken/);
  const item = (await claims.list({ badgeId })).items.find((each) => each.claimId === claimId);
  assert.deepEqual([item?.status, item?.claimed], ['exhausted', 3]);
});

test('a wrong code is refused five times, then the right one too, until a new one is requested', async () => {
  const { code } = await claims.create({ badgeId });
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const right = await readMailedCode(email);
  const wrong = right === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n++)
    assertRefused(await confirm(code, requestId, wrong), 400, 'invalid_claim_code');
  assertRefused(await confirm(code, requestId, right), 400, 'invalid_claim_code');
  assertRefused(await confirm(code, crypto.randomUUID(), right), 400, 'invalid_claim_code');
  assertRefused(await confirm(code, 'x', right), 400, 'invalid_claim_code');
  const spaced = (digits: string) => `${digits.slice(0, 3)} ${digits.slice(3)}`;
  const second = assertOk(await start(code, email)).body;
  const typed = spaced(await readMailedCode(email, 1));
  assert.equal(assertOk(await confirm(code, second.requestId, typed)).body.status, 'issued');
});

test('only a hash of the code is stored, without personal data once it was used', async () => {
  const { code } = await claims.create({ badgeId });
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const digits = await readMailedCode(email);
  const readRow = async () =>
    (
      await sql<{ row: string }>`
        select to_jsonb(c)::text as row from claim_codes c where id = ${requestId}`.execute(db)
    ).rows[0]?.row ?? '';
  assert.equal((await readRow()).includes(digits), false);
  await confirm(code, requestId, digits);
  assert.equal((await readRow()).includes(email), false);
});

test('a code of another claim code, or one that is 15 minutes old, is refused', async () => {
  const [{ code }, other] = [await claims.create({ badgeId }), await claims.create({ badgeId })];
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const digits = await readMailedCode(email);
  assertRefused(await confirm(other.code, requestId, digits), 400, 'invalid_claim_code');
  await sql`update claim_codes set expires = now() - interval '1 second' where id = ${requestId}`.execute(
    db,
  );
  assertRefused(await confirm(code, requestId, digits), 400, 'invalid_claim_code');
});

test('an address that folds like another one claims its own credential', async () => {
  const claim = await claims.create({ badgeId });
  const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
  const emails = [`weiss@${domain}`, `weiß@${domain}`];
  const ids: string[] = [];
  for (const email of emails) ids.push(assertOk(await claimAs(claim.code, email)).body.awardId);
  assert.notEqual(ids[0], ids[1]);
  for (const [at, email] of emails.entries()) {
    const { body } = assertOk(await claimAs(claim.code, email, {}, 1));
    assert.equal(body.awardId, ids[at], email);
  }
  const emailsLeft = async () => {
    const { rows } = await sql<{ email: string }>`
      select email from claim_requests where email = any(${emails}::text[])`.execute(db);
    return rows.map(({ email }) => email);
  };
  await owner.insignia.credentials.delete({ awardId: idFromUrl(ids[1] ?? '') });
  assert.deepEqual(await emailsLeft(), [emails[0]]);
});

test('a claim that an earlier version stored by its folded address stays its owner’s alone', async () => {
  const claim = await claims.create({ badgeId });
  const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
  const [exact, plain] = [`weiß@${domain}`, `weiss@${domain}`];
  const old = assertOk(await claimAs(claim.code, exact)).body.awardId;
  const storeFolded = (claimId: string) =>
    sql`update claim_requests set email_search = ${plain} where email = ${exact} and claim_id = ${claimId}`.execute(
      db,
    );
  await storeFolded(claim.claimId);
  const own = assertOk(await claimAs(claim.code, plain)).body.awardId;
  assert.notEqual(own, old);
  assert.equal(assertOk(await claimAs(claim.code, exact, {}, 1)).body.awardId, old);
  assert.equal(assertOk(await claimAs(claim.code, plain, {}, 1)).body.awardId, own);

  // Also if the owner asks first, or asked a second time meanwhile.
  const next = await claims.create({ badgeId, approval: true });
  assert.equal(assertOk(await claimAs(next.code, exact, {}, 2)).body.status, 'waiting');
  await storeFolded(next.claimId);
  assertOk(await claimAs(next.code, exact, {}, 3));
  const listAddresses = async () => {
    const { items } = await claims.requests({ claimId: next.claimId });
    return items.map(({ recipient }) => recipient.email).sort();
  };
  assert.deepEqual(await listAddresses(), [exact]);
  await sql`insert into claim_requests (id, claim_id, account_id, mail_id, name, email, email_search, created_at)
    select gen_random_uuid(), claim_id, account_id, mail_id, name, email, ${plain}, created_at
    from claim_requests where claim_id = ${next.claimId}`.execute(db);
  assertOk(await claimAs(next.code, plain, {}, 2));
  assert.deepEqual(await listAddresses(), [plain, exact, exact]);
  await owner.insignia.credentials.delete({ awardId: idFromUrl(old) });
  assert.deepEqual(await listAddresses(), [plain]);
});

test('a claim stopped halfway continues at the address of its page, or starts again', async () => {
  const { code } = await claims.create({ badgeId });
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const page = await browser('GET', `/claim/${code}?request=${requestId}`);
  assert.match(page.text, /Check your inbox/);
  assert.equal(page.text.includes(email), false);
  const digits = await readMailedCode(email);
  assert.equal(assertOk(await claimAs(code, email, {}, 1)).body.status, 'issued');
  // The first code still proves the same address.
  assert.equal(assertOk(await confirm(code, requestId, digits)).body.status, 'issued');
  const unknown = await browser('GET', `/claim/${code}?request=${crypto.randomUUID()}`);
  assert.match(unknown.text, /Your email/);
});

test('with approval, requests wait until the team approves or declines them', async () => {
  const { code, claimId } = await claims.create({ badgeId, approval: true, limit: 2 });
  const emails = Array.from({ length: 4 }, newAddress);
  for (const email of emails)
    assert.equal(assertOk(await claimAs(code, email)).body.status, 'waiting');
  const waiting = (await claims.requests({ claimId })).items;
  assert.deepEqual(
    waiting.map(({ recipient }) => recipient.email),
    emails,
  );
  const ids = waiting.map(({ requestId }) => requestId);
  const before = await countCredentials();
  const refusal = await owner.api('POST', `/claims/${claimId}/approve`, {
    parameters: { requestIds: ids },
  });
  assertRefused(refusal, 409, 'claim_exhausted');
  assert.equal(await countCredentials(), before);
  const [first = '', second = '', third = ''] = ids;
  assert.deepEqual(await claims.decline({ claimId, requestIds: [third] }), {
    declined: 1,
    skipped: 0,
  });
  const approve = () => claims.approve({ claimId, requestIds: [first, second, third, 'x'] });
  assert.deepEqual(await approve(), { issued: 2, skipped: 2 });
  assert.deepEqual(await approve(), { issued: 0, skipped: 4 });
  assert.equal(await countCredentials(), before + 2);
  await mailbox.waitFor(emails[0] ?? '', /^Your credential/);
  const page = await browser('GET', `/claim/${code}?request=${first}`);
  assert.equal(page.status, 303);
  assert.match(page.headers.get('location') ?? '', /\/credentials\//);
  const rest = await browser('GET', `/claim/${code}?request=${ids[3]}`);
  assert.match(rest.text, /Waiting for approval/);
});

test('approving 20 times at once issues each request once', async () => {
  const { code, claimId } = await claims.create({ badgeId, approval: true });
  for (const email of [newAddress(), newAddress()]) assertOk(await claimAs(code, email));
  const requestIds = (await claims.requests({ claimId })).items.map((each) => each.requestId);
  const before = await countCredentials();
  const answers = await runConcurrently(20, () => claims.approve({ claimId, requestIds }));
  assert.equal(
    answers.reduce((sum, { issued }) => sum + issued, 0),
    2,
  );
  assert.equal(await countCredentials(), before + 2);
});

test('a stopped, ended or deleted claim code issues nothing, also to people who have a code', async () => {
  const close = {
    stopped: (claimId: string) => claims.update({ claimId, active: false }),
    ended: (claimId: string) =>
      sql`update claims set expires = now() - interval '1 second' where id = ${claimId}`.execute(
        db,
      ),
  };
  for (const [name, act] of Object.entries(close)) {
    const { code, claimId } = await claims.create({ badgeId, expires: '2099-01-01' });
    const email = newAddress();
    const { requestId } = assertOk(await start(code, email)).body;
    const digits = await readMailedCode(email);
    await act(claimId);
    assertRefused(await confirm(code, requestId, digits), 410, 'claim_closed');
    assertRefused(await start(code, newAddress()), 410, 'claim_closed');
    const page = await browser('GET', `/claim/${code}`);
    assert.equal(page.status, 410, name);
    assert.match(page.text, /anymore/);
    // The code wasn't used up: the claim code may be restarted.
    if (name === 'stopped') {
      await claims.update({ claimId, active: true });
      assert.equal(assertOk(await confirm(code, requestId, digits)).body.status, 'issued');
    }
    await claims.delete({ claimId });
    assertRefused(await confirm(code, requestId, digits), 404, 'claim_not_found');
    assert.equal((await browser('GET', `/claim/${code}`)).status, 404);
  }
});

test('a badge deleted meanwhile takes its claim codes along', async () => {
  const badge = await createBadge(owner, issuerId);
  const { code, claimId } = await claims.create({ badgeId: badge });
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const digits = await readMailedCode(email);
  await owner.insignia.badges.delete({ badgeId: badge });
  assertRefused(await confirm(code, requestId, digits), 404, 'claim_not_found');
  assertRefused(await owner.api('DELETE', `/claims/${claimId}`), 404, 'claim_not_found');
  // A badge that stays for a revoked credential is gone for its claim codes too.
  const hidden = await createBadge(owner, issuerId);
  const of = await claims.create({ badgeId: hidden });
  const outcome = assertOk(await claimAs(of.code, newAddress())).body;
  await owner.insignia.credentials.revoke({ awardId: idFromUrl(outcome.awardId) });
  await owner.insignia.badges.delete({ badgeId: hidden });
  assertRefused(await start(of.code, newAddress()), 404, 'claim_not_found');
  assertRefused(await owner.api('GET', `/badges/${hidden}/claims`), 404, 'badge_not_found');
  // Nobody could list or decline what would wait there.
  const { rows } = await sql`
    select 1 from claims where badge_id = ${hidden}
    union all select 1 from claim_requests where claim_id = ${of.claimId}
    union all select 1 from claim_codes where claim_id = ${of.claimId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('erasing a credential erases its request, and the address can claim again', async () => {
  const { code } = await claims.create({ badgeId });
  const email = newAddress();
  const outcome = assertOk(await claimAs(code, email)).body;
  await owner.insignia.credentials.delete({ awardId: idFromUrl(outcome.awardId) });
  for (const table of ['claim_requests', 'claim_codes', 'mails']) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} t where to_jsonb(t)::text like ${`%${email}%`}`.execute(db);
    assert.deepEqual(rows, [], table);
  }
  assert.equal(assertOk(await claimAs(code, email, {}, 1)).body.status, 'issued');
});

const waitForErasure = ({ jobId }: { jobId: string }) =>
  waitForCondition(
    'erased',
    async () => (await owner.insignia.jobs.get({ jobId })).status === 'completed',
  );

async function assertErased(email: string): Promise<void> {
  for (const table of ['credentials', 'claim_requests', 'claim_codes', 'mails']) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} t where lower(to_jsonb(t)::text) like ${`%${email}%`}`.execute(
      db,
    );
    assert.deepEqual(rows, [], table);
  }
}

test('erasing a recipient erases what the address entered on claim pages, also what waits', async () => {
  const [direct, waiting] = [
    await claims.create({ badgeId }),
    await claims.create({ badgeId, approval: true }),
  ];
  const [email, other] = [newAddress(), newAddress()];
  // Unused codes, and a request of its own, in another spelling of the address.
  assertOk(await start(direct.code, email));
  await readMailedCode(email);
  const outcome = assertOk(await claimAs(direct.code, email, {}, 1)).body;
  assert.equal(
    assertOk(await claimAs(waiting.code, email.toUpperCase(), {}, 2)).body.status,
    'waiting',
  );
  assertOk(await start(direct.code, email));
  assert.equal(assertOk(await claimAs(waiting.code, other)).body.status, 'waiting');
  const { recipientId } = await owner.insignia.credentials.get({
    awardId: idFromUrl(outcome.awardId),
  });
  await waitForErasure(await owner.insignia.recipients.erase({ recipientId }));
  await assertErased(email);
  const remaining = (await claims.requests({ claimId: waiting.claimId })).items;
  assert.deepEqual(
    remaining.map(({ recipient }) => recipient.email),
    [other],
  );
});

test('erasing an address that a correction replaced erases it from claim pages too', async () => {
  const { code } = await claims.create({ badgeId });
  const [replaced, current] = [newAddress(), newAddress()];
  const awardId = idFromUrl(assertOk(await claimAs(code, replaced)).body.awardId);
  const { recipientId } = await owner.insignia.credentials.get({ awardId });
  await owner.insignia.credentials.correct({ awardId, recipient: { email: current } });
  await waitForErasure(await owner.insignia.recipients.erase({ recipientId }));
  await assertErased(replaced);
  assert.equal((await owner.insignia.credentials.get({ awardId })).recipient.email, current);
  // The address can claim a credential of its own.
  assert.equal(assertOk(await claimAs(code, replaced, {}, 1)).body.status, 'issued');
});

test('claims stop at the quota and leave nothing half done', async () => {
  const poor = await createOwner(instance);
  const badge = await createBadge(poor, await createIssuer(poor));
  const { code, claimId } = await poor.insignia.claims.create({ badgeId: badge });
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const digits = await readMailedCode(email);
  await sql`update account_usage set credentials = 100 where account_id = ${poor.accountId}`.execute(
    db,
  );
  assertRefused(await confirm(code, requestId, digits), 402, 'quota_reached');
  assert.equal(await countCredentials(badge), 0);
  await sql`update account_usage set credentials = 99 where account_id = ${poor.accountId}`.execute(
    db,
  );
  assert.equal(assertOk(await confirm(code, requestId, digits)).body.status, 'issued');
  const waiting = await poor.insignia.claims.create({ badgeId: badge, approval: true });
  assertOk(await claimAs(waiting.code, newAddress()));
  const [request] = (await poor.insignia.claims.requests({ claimId: waiting.claimId })).items;
  const refusal = await poor.api('POST', `/claims/${waiting.claimId}/approve`, {
    parameters: { requestIds: [request?.requestId] },
  });
  assertRefused(refusal, 402, 'quota_reached');
  assert.equal((await poor.insignia.claims.list({ badgeId: badge })).items[1]?.claimId, claimId);
});

test('an issuer that is no longer verified issues nothing by claim codes', async () => {
  const other = await createOwner(instance, 'pro');
  const issuer = await createIssuer(other);
  const badge = await createBadge(other, issuer);
  const { code } = await other.insignia.claims.create({ badgeId: badge });
  const waiting = await other.insignia.claims.create({ badgeId: badge, approval: true });
  assertOk(await claimAs(waiting.code, newAddress()));
  const [request] = (await other.insignia.claims.requests({ claimId: waiting.claimId })).items;
  const email = newAddress();
  const { requestId } = assertOk(await start(code, email)).body;
  const digits = await readMailedCode(email);
  await sql`update issuers set verified_at = null where id = ${issuer}`.execute(db);
  for (const refused of [
    // A code that leads nowhere would be sent in the issuer's name.
    await start(code, newAddress()),
    await confirm(code, requestId, digits),
    await other.api('POST', `/badges/${badge}/claims`, {}),
    await other.api('POST', `/claims/${waiting.claimId}/approve`, {
      parameters: { requestIds: [request?.requestId] },
    }),
  ])
    assertRefused(refused, 400, 'issuer_not_verified');
  assert.equal(await countCredentials(badge), 0);
});

test('an address gets five codes per hour, also with plus tags and from other claim codes', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on' });
  try {
    const other = await createOwner(limited, 'pro');
    const badge = await createBadge(other, await createIssuer(other));
    const [one, two] = [
      await other.insignia.claims.create({ badgeId: badge }),
      await other.insignia.claims.create({ badgeId: badge }),
    ];
    const ask = (code: string, email: string) =>
      createTestClient(limited.url)('POST', `/claim/${code}`, { name: 'Ada Lovelace', email });
    const countTeamMails = async (): Promise<number> => {
      const { rows } = await sql<{ points: number }>`
        select coalesce(sum(points), 0)::int as points from rate_limits where key like 'mails-%'`.execute(
        limited.db,
      );
      return rows[0]?.points ?? Number.NaN;
    };
    const before = await countTeamMails();
    for (let n = 0; n < 5; n++)
      assertOk(await ask(n % 2 ? one.code : two.code, `ada+${n}@example.org`));
    const refusal = await ask(one.code, 'ADA@example.org');
    assertRefused(refusal, 429, 'too_many_requests');
    assertOk(await ask(one.code, 'grace@example.org'));
    // Visitors can't use up the emails that the team may send.
    assert.equal(await countTeamMails(), before);

    // A busy service takes nothing from the limit of people who try again.
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = new Set<string>();
    limited.mailbox.hold = (address) => {
      if (!address.startsWith('early-')) return undefined;
      // Once: an attempt that timed out comes again.
      waiting.add(address);
      return promise;
    };
    for (let n = 0; n < 4; n++) assertOk(await ask(one.code, `early-${n}@example.org`));
    await waitForCondition('the slots are busy', () => waiting.size === 4);
    assertOk(await ask(one.code, 'queued@example.org'));
    await sql`update jobs set run_at = run_at - interval '2 minutes'
      where kind = 'claim-mail' and attempts = 0`.execute(limited.db);
    for (let n = 0; n < 6; n++)
      assertRefused(await ask(one.code, 'patient@example.org'), 503, 'busy');
    limited.mailbox.hold = () => undefined;
    resolve();
    await limited.mailbox.waitFor('queued@example.org');
    assertOk(await ask(one.code, 'patient@example.org'));
  } finally {
    await limited.stop();
  }
});

test('the page asks for custom fields, which become attributes of the credential', async () => {
  const attributes = [
    { name: 'Student number', type: 'number' },
    { name: 'Started on', type: 'date' },
  ];
  const badge = await createBadge(owner, issuerId, { attributes });
  const fields = ['student NUMBER', 'Started on'];
  const { code } = await claims.create({ badgeId: badge, fields });
  assert.match((await browser('GET', `/claim/${code}`)).text, /Student number/);
  const refusal = await start(code, newAddress(), { attributes: { 'Student number': 'many' } });
  assertRefused(refusal, 400, 'invalid_request');
  assert.equal(refusal.body.details[0].path, 'attributes.Student number');
  const values = { 'Student number': '42', 'Started on': '2026-03-01' };
  const outcome = assertOk(await claimAs(code, newAddress(), { attributes: values })).body;
  const credential = await owner.insignia.credentials.get({ awardId: idFromUrl(outcome.awardId) });
  assert.deepEqual(credential.attributes, values);
});

test('invalid claim codes are refused with the field that is wrong', async () => {
  const create = (parameters: object, of = badgeId) =>
    owner.api('POST', `/badges/${of}/claims`, { parameters });
  for (const [field, body] of Object.entries({
    limit: { limit: 0 },
    expires: { expires: '2026-02-30' },
    approval: { approval: 'yes' },
    fields: { fields: ['Nothing'] },
  })) {
    const refusal = await create(body);
    assertRefused(refusal, 400, 'invalid_request');
    assert.equal(refusal.body.details[0].path, field);
  }
  const past = await create({ expires: '2020-01-01' });
  assertRefused(past, 400, 'invalid_request');
  assert.match(past.body.details[0].message, /in the future/);
  assertRefused(await create({}, crypto.randomUUID()), 404, 'badge_not_found');
  assertRefused(await start('nothing', newAddress()), 404, 'claim_not_found');
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const asViewer = createTestClient(url, {
    authorization: `Bearer ${viewer.jwt}`,
    'x-account-id': owner.accountId,
  });
  assertRefused(await asViewer('POST', `/badges/${badgeId}/claims`, {}), 403, 'role_too_small');
  assertOk(await asViewer('GET', `/badges/${badgeId}/claims`));
});

test('a code typed with hyphens, in small letters or with O for 0 opens the page', async () => {
  const { code } = await claims.create({ badgeId });
  const typed = code.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
  const page = await browser('GET', `/claim/${typed.replaceAll(/(.{4})(?=.)/g, '$1-')}`);
  assert.equal(page.status, 200);
});

test('the QR code to print leads to the page', async () => {
  const claim = await claims.create({ badgeId });
  const page = await browser('GET', `/claim/${claim.code}?qr=1`);
  const svg = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(page.text)?.[1] ?? '';
  assert.equal(await readQr(Buffer.from(svg, 'base64')), claim.url);
});

test('forms of the page redirect to the next step and to the credential', async () => {
  const { code } = await claims.create({ badgeId });
  const email = newAddress();
  const post = (fields: Record<string, string>) =>
    fetch(`${url}/claim/${code}`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { accept: 'text/html', 'accept-language': 'de', origin: url },
    });
  const wrong = await post({ name: '', email: 'nobody' });
  assert.equal(wrong.status, 400);
  assert.match(await wrong.text(), /Geben Sie eine gültige E-Mail-Adresse ein/);
  const short = await post({ name: 'Ada', email });
  assert.match(await short.text(), /Ihren vollständigen Namen mit 5 bis 200 Zeichen/);
  const firstStep = await post({ name: 'Ada Lovelace', email });
  assert.equal(firstStep.status, 303);
  const next = new URL(firstStep.headers.get('location') ?? '');
  const requestId = next.searchParams.get('request') ?? '';
  const { mail } = await mailbox.waitFor(email, /^Ihr Code/);
  const digits = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
  const refusal = await post({ requestId, code: digits === '000000' ? '000001' : '000000' });
  assert.equal(refusal.status, 400);
  assert.match(await refusal.text(), /Der Code ist falsch/);
  const lastStep = await post({ requestId, code: digits });
  assert.match(lastStep.headers.get('location') ?? '', /\/credentials\//);
});

test('an account that leaves takes its claim codes, requests and codes along', async () => {
  const leaver = await createOwner(instance);
  const badge = await createBadge(leaver, await createIssuer(leaver));
  const { code } = await leaver.insignia.claims.create({ badgeId: badge, approval: true });
  assertOk(await claimAs(code, newAddress()));
  assertOk(await start(code, newAddress()));
  await sql`update auth."session" set "createdAt" = now() where "userId" = ${leaver.personId}`.execute(
    db,
  );
  assertOk(await leaver.session('DELETE', '/account'));
  assertRefused(await start(code, newAddress()), 404, 'claim_not_found');
  await waitForCondition('deleted', async () => {
    const { rows } = await sql`
      select account_id from claims union all select account_id from claim_requests
      union all select account_id from claim_codes`.execute(db);
    return !rows.some((row) => (row as { account_id: string }).account_id === leaver.accountId);
  });
});
