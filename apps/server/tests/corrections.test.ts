import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbakeAll } from '@insignia/openbadges/baking';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { type RawBuilder, sql } from 'kysely';
import {
  correctMany,
  eraseCredentials,
  lockToCorrect,
  revokeMany,
  updateEditions,
} from '../src/features/credentials/index.ts';
import { lockMailedCredential, reminderMailKind } from '../src/features/sharing/index.ts';
import type { Trx } from '../src/platform/db/index.ts';
import { pauseJobs, resumeJobs, sweepJobs } from '../src/platform/jobs/index.ts';
import { queueMails, recordBounce, tidyMails } from '../src/platform/mail/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { openTransaction } from './support/open-transaction.ts';
import { readPdf } from './support/pdf.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { startReceiver } from './support/receiver.ts';
import { moveEnd, runReminders } from './support/reminders.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
const { db } = instance;
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance, 'unlimited');
const issuerId = await createIssuer(owner);
const attributes = [
  { name: 'Grade', type: 'text' },
  { name: 'Hours', type: 'number' },
];
const badgeId = await createBadge(owner, issuerId, { attributes });
const { credentials, recipients, imports, jobs, webhooks } = owner.insignia;

let serial = 0;
const newAddress = () => `corrected-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const issue = (more: object = {}, email = newAddress()) =>
  issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelce', email }, ...more });
const correct = (id: string, parameters: object, headers = {}, { api }: Owner = owner) =>
  api('PUT', `/awards/${id}`, { parameters }, headers);
const renew = (id: string, parameters: object, headers = {}, { api }: Owner = owner) =>
  api('POST', `/awards/${id}/renew`, { parameters }, headers);
const load = async (path: string): Promise<Buffer> => {
  const response = await fetch(new URL(path, instance.url));
  assert.equal(response.status, 200, path);
  return Buffer.from(await response.arrayBuffer());
};
const text = async (path: string, language = 'en') =>
  (await fetch(new URL(path, instance.url), { headers: { 'accept-language': language } })).text();
type SignedCopy = { credentialStatus: Record<string, string>; credentialSubject: object };
const sign = async (id: string): Promise<SignedCopy> =>
  assertOk(await anyone('GET', `/credentials/${id}/vc`)).body;
async function isRevoked({ credentialStatus }: SignedCopy): Promise<boolean> {
  const { statusListCredential = '', statusListIndex } = credentialStatus;
  const list = assertOk(await anyone('GET', new URL(statusListCredential).pathname)).body;
  return readStatus(
    await decodeStatusList(list.credentialSubject.encodedList),
    Number(statusListIndex),
  );
}
const readEditions = async (id: string) => (await credentials.editions({ awardId: id })).items;
const unknownId = '01900000-0000-7000-8000-000000000000';

test('a corrected name shows everywhere at once, and signed copies of the earlier edition are revoked', async () => {
  const id = await issue();
  const earlier = await sign(id);
  const card = await load(`/credentials/${id}/card.png`);
  const hosted = assertOk(await anyone('GET', `/certify-badge/award/${id}`)).body;
  assert.match(await text(`/credentials/${id}`), /Ada Lovelce/);
  assert.doesNotMatch(await text(`/credentials/${id}`), /Corrected on/);
  const reply = assertOk(
    await correct(id, { recipient: { name: 'Ada Lovelace' }, reason: 'Misspelled' }),
  ).body.info;
  assert.deepEqual(reply, {
    awardId: `${instance.url}/certify-badge/award/${id}`,
    ...{ corrected: true, edition: 2, email: 'none' },
  });
  await instance.waitForInvalidation();
  for (const path of [`/credentials/${id}`, `/credentials/${id}/embed`]) {
    assert.match(await text(path), /Ada Lovelace/, path);
    assert.doesNotMatch(await text(path), /Lovelce/, path);
  }
  const pdf = (await readPdf(await load(`/awards/${id}/pdf`))).text;
  assert.match(pdf, /Ada Lovelace/);
  assert.notDeepEqual(await load(`/credentials/${id}/card.png`), card);
  const award = await credentials.get({ awardId: id });
  assert.equal(award.recipient.name, 'Ada Lovelace');
  assert.match(award.correctedAt ?? '', /^2/);
  assert.equal(assertOk(await anyone('GET', `/certify-badge/award/${id}`)).body.id, hosted.id);
  assert.equal(await isRevoked(earlier), true);
  const current = await sign(id);
  assert.match(JSON.stringify(current), /Ada Lovelace/);
  assert.equal(await isRevoked(current), false);
  assert.notDeepEqual(current.credentialStatus, earlier.credentialStatus);
  const [baked] = await unbakeAll(new Uint8Array(await load(`/credentials/${id}/badge3.png`)));
  assert.deepEqual(JSON.parse(baked?.text ?? ''), current);

  const day = new Date(award.correctedAt ?? '');
  for (const [language, words] of Object.entries({
    en: 'Corrected on',
    de: 'Korrigiert am',
    fr: 'Corrigé le',
    es: 'Corregido el',
    ar: 'تاريخ التصحيح',
  })) {
    const brand = { parameters: { language } };
    assertOk(await owner.api('PUT', `/issuers/${issuerId}/brand`, brand));
    const page = await text(`/credentials/${await correctedIn(language)}`);
    assert.match(page, new RegExp(`<dt>${words}</dt><dd><time datetime="${day.getUTCFullYear()}`));
  }
  const { body } = await owner.api('GET', `/issuers/${issuerId}/brand`);
  assert.equal(body.language, 'ar');
  assertOk(
    await owner.api('PUT', `/issuers/${issuerId}/brand`, { parameters: { language: 'en' } }),
  );
});

async function correctedIn(language: string): Promise<string> {
  const id = await issue();
  assertOk(await correct(id, { recipient: { name: `Ada of ${language}` } }));
  return id;
}

test('each field can be corrected, and the history shows the team what changed, when, by whom and why', async () => {
  const evidence = [{ id: 'https://a.example/1', name: 'Thesis' }];
  const id = await issue({
    ...{ narrative: 'Built an engine', evidence, attributes: { Grade: 'B', Hours: 3 } },
    ...{ issuedOn: '2026-01-10', expires: '2027-01-10' },
  });
  const earlier = assertOk(await owner.api('GET', `/awards/${id}`)).body.info;
  const first = assertOk(
    await correct(id, {
      ...{ issuedOn: '2026-01-09', expires: '2027-01-09', reason: 'Wrong day' },
      ...{ narrative: null, evidence: [], attributes: { hours: '4.5' } },
    }),
  ).body.info;
  assert.equal(first.edition, 2);
  const { recipient, issuedOn, expires, ...award } = await credentials.get({ awardId: id });
  assert.deepEqual(recipient, earlier.recipient);
  assert.equal(issuedOn, '2026-01-09T00:00:00.000Z');
  assert.equal(expires, '2027-01-09T23:59:59.999Z');
  assert.deepEqual(award.attributes, { Hours: '4.5' });
  assert.equal('narrative' in award || 'evidence' in award, false);
  // The same values again are no correction.
  const same = { issuedOn: '2026-01-09', attributes: { Hours: 4.5 }, notify: true };
  const { etag } = Object.fromEntries((await correct(id, same)).headers);
  assert.deepEqual(assertOk(await correct(id, same, { 'if-match': etag })).body.info, {
    ...first,
    ...{ corrected: false, email: 'none' },
  });
  assertOk(await correct(id, { expires: null, evidence }, {}, await createEditor()));
  assertOk(await owner.session('PUT', `/awards/${id}`, { parameters: { narrative: 'Again' } }));
  const [fourth, third, second, issued, ...none] = await readEditions(id);
  assert.deepEqual(none, []);
  assert.deepEqual(fourth?.changes, [{ field: 'narrative', before: null, after: 'Again' }]);
  assert.deepEqual(fourth?.by, { kind: 'person', id: owner.personId, name: owner.name });
  assert.deepEqual([third?.by?.kind, third?.reason], ['person', undefined]);
  assert.deepEqual(third?.changes, [
    { field: 'expires', before: '2027-01-09T23:59:59.999Z', after: null },
    { field: 'evidence', before: null, after: evidence },
  ]);
  const { at, by, ...rest } = second ?? assert.fail();
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.equal(by?.kind, 'key');
  assert.deepEqual(rest, {
    ...{ edition: 2, kind: 'corrected', reason: 'Wrong day' },
    changes: [
      { field: 'issuedOn', before: earlier.issuedOn, after: issuedOn },
      { field: 'expires', before: earlier.expires, after: '2027-01-09T23:59:59.999Z' },
      { field: 'narrative', before: 'Built an engine', after: null },
      { field: 'evidence', before: evidence, after: null },
      { field: 'attributes', before: { Grade: 'B', Hours: '3' }, after: { Hours: '4.5' } },
    ],
  });
  assert.deepEqual([issued?.edition, issued?.kind, issued?.changes], [1, 'issued', []]);
  assert.equal(issued?.by?.kind, 'key');
  // Never the public, not even the reason.
  assert.equal((await anyone('GET', `/awards/${id}/editions`)).status, 401);
  for (const path of [`/credentials/${id}`, `/credentials/${id}/vc`, `/certify-badge/award/${id}`])
    assert.doesNotMatch(await text(path), /Wrong day|Built an engine/);
  const { acts } = { acts: (await owner.insignia.auditLog.list()).items };
  const entry = acts.find(({ target, fields }) => target === id && fields.includes('issuedOn'));
  assert.equal(entry?.action, 'correctAward');
  assert.doesNotMatch(JSON.stringify(acts), /Wrong day|Lovelce/);
});

async function createEditor(): Promise<Owner> {
  const member = await createOwner(instance, 'pro');
  await addMember(instance, owner, member, 'editor');
  const account = { 'x-account-id': owner.accountId };
  return {
    ...member,
    api: (...[method, path, body]) => member.bearer(method, path, body, account),
  };
}

test('the second of two corrections with the same ETag is refused, and one of 20 at once succeeds', async () => {
  const id = await issue();
  const { etag = '' } = Object.fromEntries((await owner.api('GET', `/awards/${id}`)).headers);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      correct(id, { recipient: { name: `Ada Lovelace ${n}` } }, { 'if-match': etag }),
    ),
  );
  const [done, ...others] = answers.toSorted((one, other) => one.status - other.status);
  assertOk(done ?? assert.fail());
  for (const refused of others) assertRefused(refused, 412, 'precondition_failed');
  assert.equal((await readEditions(id)).length, 2);
  const next = done?.headers.get('etag') ?? '';
  assertOk(await correct(id, { recipient: { name: 'Ada King' } }, { 'if-match': next }));
  assertRefused(
    await correct(id, { narrative: 'x' }, { 'if-match': next }),
    412,
    'precondition_failed',
  );
  assertRefused(
    await renew(id, { expires: '2099-01-01' }, { 'if-match': next }),
    412,
    'precondition_failed',
  );
  // The state of an email is no conflict, but another response.
  const { headers } = await owner.api('GET', `/awards/${id}`);
  const before = headers.get('etag') ?? '';
  assert.equal(
    (await owner.api('GET', `/awards/${id}`, undefined, { 'if-none-match': before })).status,
    304,
  );
  await credentials.send({
    awardId: id,
    email: (await credentials.get({ awardId: id })).recipient.email,
  });
  assert.equal(
    (await owner.api('GET', `/awards/${id}`, undefined, { 'if-none-match': before })).status,
    200,
  );
  assertOk(await correct(id, { narrative: 'x' }, { 'if-match': before }));
});

test('an Idempotency-Key corrects once, and repeats the response', async () => {
  const id = await issue();
  const once = { 'idempotency-key': crypto.randomUUID() };
  const change = { recipient: { name: 'Ada Lovelace', email: newAddress() }, notify: true };
  const answers = await Promise.all([0, 1, 2, 3].map(() => correct(id, change, once)));
  for (const answer of answers) assert.equal(assertOk(answer).body.info.email, 'queued');
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed')).length, 3);
  assert.equal((await readEditions(id)).length, 2);
  assert.equal((await owner.insignia.mail.list({ awardId: id })).items.length, 1);
  assertRefused(await correct(id, { narrative: 'x' }, once), 409, 'idempotency_key_reused');
  const { recipientId } = await credentials.get({ awardId: id });
  const again = { 'idempotency-key': crypto.randomUUID() };
  const body = { parameters: { email: newAddress() } };
  const [one, other] = [
    await owner.api('PUT', `/recipients/${recipientId}`, body, again),
    await owner.api('PUT', `/recipients/${recipientId}`, body, again),
  ];
  assert.deepEqual(assertOk(other).body, assertOk(one).body);
});

test('invalid corrections are refused with all errors, and change nothing', async () => {
  const id = await issue({ issuedOn: '2026-01-10', expires: '2027-01-10' });
  const before = (await owner.api('GET', `/awards/${id}`)).text;
  const cases: [object, ...string[]][] = [
    [{ recipient: { name: 'x'.repeat(201) } }, 'recipient.name'],
    [{ recipient: { name: 'Ada' } }, 'recipient.name'],
    [{ recipient: { name: 'Ada Lovelace', email: 'nobody' } }, 'recipient.email'],
    [{ recipient: 'Ada Lovelace' }, 'recipient'],
    [{ issuedOn: '2026-02-30', attributes: { Level: '1' } }, 'issuedOn', 'attributes.Level'],
    [{ issuedOn: '2099-01-01' }, 'issuedOn'],
    [{ issuedOn: '2027-02-01' }, 'issuedOn'],
    [{ expires: '2026-01-09' }, 'expires'],
    [{ attributes: { Hours: 'many' } }, 'attributes.Hours'],
    [{ narrative: '' }, 'narrative'],
    [{ evidence: Array.from({ length: 11 }, () => ({ name: 'x' })) }, 'evidence'],
    [
      { evidence: Array.from({ length: 10 }, () => ({ narrative: 'é'.repeat(9_000) })) },
      'evidence',
    ],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ notify: 'yes' }, 'notify'],
    [{ awardId: unknownId }, 'awardId'],
  ];
  for (const [change, ...fields] of cases)
    for (const field of fields)
      assertRefused(await correct(id, change), 400, 'invalid_request', field);
  assert.equal((await owner.api('GET', `/awards/${id}`)).text, before);
  assert.equal((await readEditions(id)).length, 1);
});

test('revoked credentials are refused with 409, erased, unknown and foreign ones with 404', async () => {
  const [revoked, erased, id] = [await issue(), await issue(), await issue()];
  const copy = await sign(revoked);
  await credentials.revoke({ awardId: revoked });
  await credentials.delete({ awardId: erased });
  const other = await createOwner(instance, 'pro');
  const change = { recipient: { name: 'Ada Lovelace' } };
  const end = { expires: '2099-01-01' };
  for (const [send, body] of [
    [correct, change],
    [renew, end],
  ] as const) {
    assertRefused(await send(revoked, body), 409, 'credential_revoked');
    for (const each of [erased, unknownId, 'x'])
      assertRefused(await send(each, body), 404, 'credential_not_found');
    assertRefused(await send(id, body, {}, other), 404, 'credential_not_found');
    const { body: refused } = await send(id, body, {}, { ...owner, api: owner.read });
    assert.equal(refused.code, 'scope_too_small');
  }
  for (const each of [erased, unknownId])
    assertRefused(await owner.api('GET', `/awards/${each}/editions`), 404, 'credential_not_found');
  assertRefused(await other.api('GET', `/awards/${id}/editions`), 404, 'credential_not_found');
  assert.equal((await credentials.get({ awardId: revoked })).recipient.name, 'Ada Lovelce');
  assert.equal(await isRevoked(copy), true);
  assert.equal((await credentials.get({ awardId: id })).recipient.name, 'Ada Lovelce');
});

test('a changed address moves the credential, and the new recipient is emailed on request', async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const id = await issue({}, wrong);
  await credentials.send({ awardId: id, email: wrong });
  await instance.mailbox.waitFor(wrong);
  const { recipientId } = await credentials.get({ awardId: id });
  const quiet = await issue({}, wrong);
  const moved = newAddress();
  assert.equal(
    (await credentials.correct({ awardId: quiet, recipient: { email: moved } })).email,
    'none',
  );
  const reply = await credentials.correct({
    awardId: id,
    recipient: { email: right },
    notify: true,
  });
  assert.deepEqual([reply.corrected, reply.email], [true, 'queued']);
  const { mail } = await instance.mailbox.waitFor(right);
  assert.match(mail.text ?? '', new RegExp(id));
  const award = await credentials.get({ awardId: id });
  assert.equal(award.recipient.email, right);
  assert.equal(award.emailStatus, 'emailed');
  assert.equal((await credentials.get({ awardId: quiet })).emailStatus, 'not_emailed');
  assert.equal(
    instance.mailbox.received.some(({ to }) => to[0] === moved),
    false,
  );
  const earlier = await recipients.get({ recipientId });
  assert.deepEqual(
    [earlier.awards, earlier.movedTo.map(({ email }) => email).sort()],
    [[], [moved, right].sort()],
  );
  const { awards } = await recipients.get({ recipientId: award.recipientId });
  assert.deepEqual(
    awards.map((each) => each.id.split('/').at(-1)),
    [id],
  );
  const find = async (search: string) =>
    (await credentials.list({ filter: JSON.stringify({ search }) })).awards.length;
  assert.deepEqual([await find(wrong), await find(right)], [0, 1]);
  // Back at the first address, the earlier email counts.
  await credentials.correct({ awardId: id, recipient: { email: wrong } });
  assert.equal((await credentials.get({ awardId: id })).emailStatus, 'emailed');
});

const receivedBy = (address: string) =>
  instance.mailbox.received.filter(({ to }) => to[0] === address);
const mailsAbout = async (awardId: string) => (await owner.insignia.mail.list({ awardId })).items;

const waitForFailedAttempt = (id: string) =>
  waitForCondition('the first attempt failed', async () => {
    const { rows } = await sql`select 1 from mails m join jobs j on j.id = m.id
      where m.credential_id = ${id} and m.attempts > 0 and not j.claimed`.execute(db);
    return rows.length > 0;
  });

/** Retries at once. An email that is being sent isn't sent a second time. */
const waitForQueue = () =>
  waitForCondition('nothing is queued', async () => {
    await sql`update jobs set run_at = now() where kind = 'mail' and not claimed and run_at > now()`.execute(
      db,
    );
    const { rows } = await sql`select 1 from mails where state = 'queued' limit 1`.execute(db);
    return rows.length === 0;
  });

/** Queues an email while the mail server is away. */
async function queueFor(email: string): Promise<string> {
  const id = await issue({}, email);
  instance.mailbox.refuse({ code: 451, message: 'try again later' });
  await credentials.send({ awardId: id, email });
  await waitForFailedAttempt(id);
  return id;
}

test('a queued email follows the corrected address and name, requested or not, and is sent once', async () => {
  const addresses = Array.from({ length: 6 }, newAddress);
  const ids: string[] = [];
  for (const email of addresses) ids.push(await queueFor(email));
  const [quiet = '', notified = '', named = '', imported = '', person = '', left = ''] = ids;
  const moved = [1, 2, 3, 4].map(newAddress);
  const [first = '', second = '', third = '', fourth = ''] = moved;
  const name = 'Ada Lovelace';
  const replies = [
    await credentials.correct({ awardId: quiet, recipient: { name, email: first } }),
    await credentials.correct({
      ...{ awardId: notified, recipient: { name, email: second }, notify: true },
    }),
    await credentials.correct({ awardId: named, recipient: { name }, notify: true }),
  ];
  assert.deepEqual(
    replies.map(({ email }) => email),
    ['queued', 'queued', 'queued'],
  );
  const file = `id,name,email\n${imported},${name},${third}\n`;
  const { importId } = await imports.create({ badgeId, file });
  await waitForCondition(
    'it is corrected',
    async () => (await imports.get({ importId })).corrected === 1,
  );
  const { recipientId } = await credentials.get({ awardId: person });
  assert.equal((await recipients.correct({ recipientId, name, email: fourth })).email, 'queued');
  const leaver = newAddress();
  await sql`insert into suppressed_addresses values (${owner.accountId},
    sha256(convert_to(${leaver}, 'UTF8')), now())`.execute(db);
  const reply = await credentials.correct({ awardId: left, recipient: { email: leaver } });
  assert.equal(reply.email, 'unsubscribed');
  instance.mailbox.refuse(undefined);
  await waitForQueue();
  const current = [first, second, addresses[2] ?? '', third, fourth];
  for (const [n, address] of current.entries()) {
    const { mail } = await instance.mailbox.waitFor(address);
    assert.match(mail.text ?? '', /Ada Lovelace/);
    const id = ids[n] ?? '';
    const items = await mailsAbout(id);
    assert.deepEqual(
      items.map(({ to }) => to),
      [address],
    );
    assert.equal((await credentials.get({ awardId: id })).emailStatus, 'emailed');
  }
  assert.deepEqual(await mailsAbout(left), []);
  assert.equal((await credentials.get({ awardId: left })).emailStatus, 'not_emailed');
  const replaced = addresses.filter((address) => !current.includes(address));
  for (const address of [...replaced, leaver]) assert.deepEqual(receivedBy(address), []);
  for (const address of current) assert.equal(receivedBy(address).length, 1);
});

test('an email that is being sent when its address is corrected keeps its result, and the new address gets its own', async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const id = await issue({}, wrong);
  const { promise, resolve } = Promise.withResolvers<void>();
  const isSending = new Promise<void>((started) => {
    instance.mailbox.hold = (address) => {
      if (address !== wrong) return undefined;
      started();
      return promise;
    };
  });
  await credentials.send({ awardId: id, email: wrong });
  await isSending;
  await credentials.correct({ awardId: id, recipient: { email: right } });
  await instance.mailbox.waitFor(right);
  resolve();
  instance.mailbox.hold = () => undefined;
  await waitForCondition('both are recorded', async () =>
    (await mailsAbout(id)).every(({ state }) => state === 'sent'),
  );
  const [newest, earlier, ...none] = await mailsAbout(id);
  assert.deepEqual([newest?.to, earlier?.to, none], [right, wrong, []]);
  // A report about the earlier email doesn't count against the new address.
  const report = { kind: 'hard', mailId: earlier?.mailId, reason: 'gone' } as const;
  await recordBounce(db, report, new Date(), lockMailedCredential);
  const { emailStatus, deliveryStatus } = await credentials.get({ awardId: id });
  assert.deepEqual([emailStatus, deliveryStatus], ['emailed', 'accepted']);
  for (const address of [wrong, right]) assert.equal(receivedBy(address).length, 1);
});

test('an email withdrawn during its attempt is not sent after a restore either', async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const id = await queueFor(wrong);
  const [mailId] = (await mailsAbout(id)).map((mail) => mail.mailId);
  const setJob = (change: RawBuilder<unknown>) =>
    sql`update jobs set ${change} where id = ${mailId}`.execute(db);
  await setJob(sql`claimed = true, run_at = now() + interval '1 hour'`);
  await credentials.correct({ awardId: id, recipient: { email: right } });
  await pauseJobs(db);
  await setJob(sql`claimed = false`);
  await db.write(resumeJobs);
  instance.mailbox.refuse(undefined);
  await waitForQueue();
  await instance.mailbox.waitFor(right);
  const items = (await mailsAbout(id)).map(({ to, state }) => [to, state]);
  assert.deepEqual(items, [
    [right, 'sent'],
    [wrong, 'failed'],
  ]);
  assert.deepEqual(receivedBy(wrong), []);
});

test('an accepted email whose result could not be recorded is not replaced as if nobody had it', async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const id = await queueFor(wrong);
  await sql`update mails set attempts = 0 where credential_id = ${id}`.execute(db);
  await credentials.correct({ awardId: id, recipient: { email: right } });
  instance.mailbox.refuse(undefined);
  await instance.mailbox.waitFor(right);
  const readRecipients = async () => (await mailsAbout(id)).map(({ to }) => to);
  assert.deepEqual(await readRecipients(), [right, wrong]);
  // Without attempts left, it ends as failed.
  await sql`update jobs set run_at = now() where id in (
    select id from mails where credential_id = ${id} and recipient = ${wrong})`.execute(db);
  await db.write(sweepJobs);
  await db.write((trx) => tidyMails(trx, new Date()));
  assert.equal((await mailsAbout(id))[1]?.state, 'failed');
  assert.deepEqual(receivedBy(wrong), []);
});

test('an email on hold after a restore stays on hold when it is corrected, until the recipient is notified', async () => {
  const addresses = Array.from({ length: 4 }, newAddress);
  const ids: string[] = [];
  for (const email of addresses) ids.push(await queueFor(email));
  const [moved = '', named = '', notified = '', both = ''] = ids;
  const [right, last] = [newAddress(), newAddress()];
  const paused = async () => {
    const { rows } = await sql<{ to: string }>`
      select m.recipient as to from mails m join jobs j on j.id = m.id
      where j.run_at = 'infinity' order by m.credential_id`.execute(db);
    return rows.map(({ to }) => to);
  };
  await sql`update jobs set run_at = 'infinity' where id in (
    select id from mails where credential_id = any(${ids}::uuid[]))`.execute(db);
  instance.mailbox.refuse(undefined);
  const name = 'Ada Lovelace';
  const replies = [
    await credentials.correct({ awardId: moved, recipient: { name, email: right } }),
    await credentials.correct({ awardId: named, recipient: { name } }),
    await credentials.correct({ awardId: notified, recipient: { name }, notify: true }),
    await credentials.correct({ awardId: both, recipient: { name, email: last }, notify: true }),
  ];
  assert.deepEqual(
    replies.map(({ email }) => email),
    ['none', 'none', 'queued', 'queued'],
  );
  assert.deepEqual(await paused(), [right, addresses[1]]);
  const assertSentTo = async (address = '') => {
    const { mail } = await instance.mailbox.waitFor(address);
    assert.match(mail.text ?? '', /Ada Lovelace/);
  };
  for (const address of [addresses[2], last]) await assertSentTo(address);
  await db.write(resumeJobs);
  for (const address of [right, addresses[1]]) await assertSentTo(address);
  await waitForQueue();
  for (const address of [right, last, ...addresses.slice(1, 3)])
    assert.equal(receivedBy(address).length, 1);
  for (const n of [0, 3]) assert.deepEqual(receivedBy(addresses[n] ?? ''), []);
});

test('a bounced email that is sent again goes to the corrected address', async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const id = await issue({}, wrong);
  instance.mailbox.unknown.add(wrong);
  await credentials.send({ awardId: id, email: wrong });
  await waitForCondition('it bounced', async () => (await mailsAbout(id))[0]?.state === 'bounced');
  await credentials.correct({ awardId: id, recipient: { email: right } });
  await owner.insignia.mail.resend({ mailId: (await mailsAbout(id))[0]?.mailId ?? '' });
  await instance.mailbox.waitFor(right);
  assert.equal((await mailsAbout(id))[0]?.to, right);
});

const waitForSent = (id: string) =>
  waitForCondition('all are sent, and their jobs have ended', async () => {
    const { rows } = await sql`select 1 from mails m where credential_id = ${id}
      and (state <> 'sent' or exists (select from jobs j where j.id = m.id))`.execute(db);
    return rows.length === 0;
  });

/** Corrects the address and commits only once `act` waits for the credential's lock. */
async function correctBefore<T>(id: string, email: string, act: () => Promise<T>): Promise<T> {
  const { trx, commit } = await openTransaction(db);
  const [credential = assert.fail()] = await lockToCorrect(trx, owner.accountId, [id]);
  const { accountId, personId } = owner;
  const by = { personId };
  const cause = { accountId, by, now: new Date(), action: 'corrected', reason: null } as const;
  const change = { field: 'recipient.email', before: credential.email, after: email } as const;
  const after = { ...credential, email };
  await correctMany(trx, cause, [{ ...credential, after, changes: [change] }]);
  const acting = act();
  await waitForCondition('it waits', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
  await commit();
  return acting;
}

test('emails sent again during a correction wait for it, and go to the corrected address or not at all', async () => {
  const [wrong, right, written] = [newAddress(), newAddress(), newAddress()];
  const [id, other] = [await issue({}, wrong), await issue({}, written)];
  for (const [awardId, email] of [
    [id, wrong],
    [other, written],
  ] as const) {
    await credentials.send({ awardId, email });
    await waitForSent(awardId);
  }
  const mailId = (await mailsAbout(id))[0]?.mailId ?? '';
  await correctBefore(id, right, () => owner.insignia.mail.resend({ mailId }));
  await instance.mailbox.waitFor(right);
  await sql`update mails set handed_to = 'file' where credential_id = ${other}`.execute(db);
  const sendWritten = () => owner.insignia.mail.sendWritten({});
  assert.deepEqual(await correctBefore(other, newAddress(), sendWritten), { queued: 0, left: 0 });
  assert.deepEqual([receivedBy(wrong).length, receivedBy(written).length], [1, 1]);
});

test('an email that is sent again shows the corrected name', async () => {
  const [to, colleague] = [newAddress(), newAddress()];
  const id = await issue({}, to);
  for (const email of [to, colleague]) {
    await credentials.send({ awardId: id, email });
    const { mail } = await instance.mailbox.waitFor(email);
    assert.match(mail.text ?? '', /Ada Lovelce/);
  }
  await waitForSent(id);
  await credentials.correct({ awardId: id, recipient: { name: 'Ada Lovelace' } });
  for (const { mailId } of await mailsAbout(id)) await owner.insignia.mail.resend({ mailId });
  const assertCurrent = async (email: string, skip: number) => {
    const { mail } = await instance.mailbox.waitFor(email, /./, skip);
    assert.match(mail.text ?? '', /Ada Lovelace/);
    assert.doesNotMatch(mail.text ?? '', /Lovelce/);
  };
  for (const email of [to, colleague]) await assertCurrent(email, 1);

  const written = newAddress();
  const other = await issue({}, written);
  await credentials.send({ awardId: other, email: written });
  await waitForSent(other);
  await sql`update mails set handed_to = 'file' where credential_id = ${other}`.execute(db);
  await credentials.correct({ awardId: other, recipient: { name: 'Ada Lovelace' } });
  assert.deepEqual(await owner.insignia.mail.sendWritten({}), { queued: 1, left: 0 });
  await assertCurrent(written, 1);
});

test('a queued reminder follows the corrected address and content, and is dropped with the end that it names', async () => {
  const remind = (awardId: string, to: string) =>
    db.write((trx) =>
      queueMails(
        trx,
        [
          {
            ...{ to, kind: reminderMailKind, accountId: owner.accountId, about: awardId },
            email: { subject: 'Expires soon', before: ['Soon'], after: [] },
          },
        ],
        new Date(),
      ),
    );
  instance.mailbox.refuse({ code: 451, message: 'try again later' });
  const addresses = [newAddress(), newAddress(), newAddress(), newAddress()];
  const ids = [];
  const other = await createBadge(owner, issuerId);
  for (const [n, email] of addresses.entries()) {
    const id = await issue({ expires: '2099-01-01', ...(n === 3 && { badgeId: other }) }, email);
    await remind(id, email);
    await waitForFailedAttempt(id);
    ids.push(id);
  }
  const [moved = '', renewed = '', named = ''] = ids;
  const right = newAddress();
  const name = 'Ada Lovelace';
  await credentials.correct({ awardId: moved, recipient: { name, email: right } });
  await credentials.renew({ awardId: renewed, expires: '2099-06-01' });
  // Another kind of email doesn't replace the one that was requested.
  const reply = await credentials.correct({ awardId: named, recipient: { name } });
  assert.equal(reply.email, 'none');
  const parameters = { name: 'Second edition', applyToIssued: true };
  const { jobId } = assertOk(await owner.api('PUT', `/badges/${other}`, { parameters })).body;
  await waitForCondition(
    'the job has ended',
    async () => (await jobs.get({ jobId })).finishedAt !== null,
  );
  instance.mailbox.refuse(undefined);
  await waitForQueue();
  // With the current name and badge.
  for (const [email = '', words] of [
    [right, /Hello Ada Lovelace,/],
    [addresses[2], /Hello Ada Lovelace,/],
    [addresses[3], /Your credential “Second edition”/],
  ] as const) {
    const { mail } = await instance.mailbox.waitFor(email, /^Your credential expires on/);
    assert.match(mail.text ?? '', words);
  }
  assert.deepEqual(await mailsAbout(renewed), []);
  assert.deepEqual(receivedBy(addresses[0] ?? ''), []);
});

test('an address that unsubscribed or bounced gets the credential, but no email', async () => {
  const leaver = newAddress();
  await credentials.send({ awardId: await issue({}, leaver), email: leaver });
  const { mail } = await instance.mailbox.waitFor(leaver);
  const link = /https?:\/\/\S+unsubscribe\/[\w.-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'end' }) });
  const gone = newAddress();
  await recordBounce(
    db,
    { kind: 'hard', recipient: gone, reason: 'gone' },
    new Date(),
    lockMailedCredential,
  );
  for (const [email, outcome] of [
    [leaver, 'unsubscribed'],
    [gone, 'bounced'],
  ]) {
    const id = await issue();
    const reply = await credentials.correct({ awardId: id, recipient: { email }, notify: true });
    assert.deepEqual([reply.corrected, reply.email], [true, outcome]);
    assert.equal((await credentials.get({ awardId: id })).recipient.email, email);
    assert.deepEqual((await owner.insignia.mail.list({ awardId: id })).items, []);
  }
});

test('only endpoints that name credential.corrected receive it', async () => {
  const [all, named] = [await startReceiver(), await startReceiver()];
  await webhooks.create({ url: all.url });
  const { id: webhookId } = await webhooks.create({
    url: named.url,
    events: ['credential.corrected'],
  });
  const id = await issue({ expires: '2099-01-01' });
  await credentials.correct({
    awardId: id,
    recipient: { name: 'Ada Lovelace' },
    reason: 'Misspelled',
  });
  await credentials.renew({ awardId: id, expires: '2099-06-01' });
  await waitForCondition('both were sent', () => named.received.length === 2);
  const bodies = named.received.map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    bodies.map(({ type, data }) => [type, data.fields, data.reason, data.recipient.name]),
    [
      ['credential.corrected', ['recipient.name'], 'Misspelled', 'Ada Lovelace'],
      ['credential.corrected', ['expires'], '', 'Ada Lovelace'],
    ],
  );
  await waitForCondition('the other one got its event', () => all.received.length > 0);
  assert.deepEqual(
    all.received.map(({ body }) => JSON.parse(body).type),
    ['credential.issued'],
  );
  const { items: events } = await credentials.events({ awardId: id });
  assert.deepEqual(
    events.map(({ type }) => type),
    ['issued', 'corrected', 'corrected'],
  );
  await webhooks.delete({ webhookId });
  for (const receiver of [all, named]) await receiver.close();
});

test('renewing gives a later end, makes an expired credential valid, and restarts its reminders', async () => {
  const email = newAddress();
  await owner.insignia.badges.setReminders({ badgeId, enabled: true });
  const id = await issue({ expires: '2099-01-01' }, email);
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mails where credential_id = ${id} and kind = 'reminder'`.execute(
      db,
    );
    return rows[0]?.n;
  };
  await moveEnd(db, id, 30);
  await runReminders(instance, 30);
  assert.equal(await count(), 1);
  // It expired, and a chore noted that.
  await sql`update credentials set expires = now() - interval '1 day', issued_on = now() - interval '90 days', lapsed_at = now() where id = ${id}`.execute(
    db,
  );
  const earlier = await sign(id);
  const states = async (state: string) => {
    const filter = JSON.stringify({ badgeId, state });
    const { awards } = await credentials.list({ filter });
    return awards.some((each) => each.id.endsWith(id));
  };
  assert.deepEqual([await states('expired'), await states('valid')], [true, false]);
  for (const end of ['2020-01-01', '2099-13-01'])
    assertRefused(await renew(id, { expires: end }), 400, 'invalid_request', 'expires');
  const in30Days = new Date(Date.now() + 30 * 86_400_000 - 60_000).toISOString();
  const reply = assertOk(await renew(id, { expires: in30Days })).body.info;
  assert.deepEqual([reply.corrected, reply.edition], [true, 2]);
  assert.equal(assertOk(await renew(id, { expires: in30Days })).body.info.corrected, false);
  assert.deepEqual([await states('expired'), await states('valid')], [false, true]);
  assert.equal(await isRevoked(earlier), true);
  assert.equal(await isRevoked(await sign(id)), false);
  await runReminders(instance, 30);
  assert.equal(await count(), 2);
  const [newest] = await readEditions(id);
  assert.deepEqual(
    [newest?.kind, newest?.changes.map(({ field }) => field)],
    ['renewed', ['expires']],
  );
  await instance.waitForInvalidation();
  assert.doesNotMatch(await text(`/credentials/${id}`), /Corrected on/);
  assertRefused(
    await renew(await issue(), { expires: '2099-01-01' }),
    400,
    'invalid_request',
    'expires',
  );
  const past = await issue({ issuedOn: '2020-01-01', expires: '2021-01-01' });
  assertRefused(await renew(past, { expires: '2022-01-01' }), 400, 'invalid_request', 'expires');
  assertRefused(await renew(past, {}), 400, 'invalid_request', 'expires');
});

test('a corrected recipient is corrected on all credentials, or on none', async () => {
  const [email, next] = [newAddress(), newAddress()];
  const ids = [
    await issue({}, email),
    await issue({}, email.toUpperCase()),
    await issue({}, email),
  ];
  const revoked = ids[2] ?? '';
  await credentials.revoke({ awardId: revoked });
  const copies = await Promise.all(ids.map(sign));
  const { recipientId } = await credentials.get({ awardId: ids[0] ?? '' });
  const other = await createOwner(instance, 'pro');
  const put = (id: string, parameters: object, { api }: Owner = owner) =>
    api('PUT', `/recipients/${id}`, { parameters });
  assertRefused(await put(recipientId, { name: 'Ada' }), 400, 'invalid_request', 'name');
  assertRefused(await put(recipientId, { email: 'x' }), 400, 'invalid_request', 'email');
  assertRefused(
    await put(recipientId, { name: 'Ada Lovelace' }, other),
    404,
    'recipient_not_found',
  );
  assertRefused(await put(unknownId, { name: 'Ada Lovelace' }), 404, 'recipient_not_found');
  const named = await recipients.correct({
    recipientId,
    name: 'Ada Lovelace',
    reason: 'Misspelled',
  });
  assert.deepEqual(named, { recipientId, corrected: 2, unchanged: 0, revoked: 1, email: 'none' });
  assert.equal((await recipients.correct({ recipientId, name: 'Ada Lovelace' })).unchanged, 2);
  const moved = await recipients.correct({ recipientId, email: next, notify: true });
  assert.deepEqual([moved.corrected, moved.email, moved.revoked], [2, 'queued', 1]);
  assert.notEqual(moved.recipientId, recipientId);
  const { name, awards } = await recipients.get({ recipientId: moved.recipientId });
  assert.deepEqual([name, awards.length], ['Ada Lovelace', 2]);
  await waitForCondition(
    'both were emailed',
    () => instance.mailbox.received.filter(({ to }) => to[0] === next).length === 2,
  );
  for (const copy of copies) assert.equal(await isRevoked(copy), true);
  for (const id of ids.slice(0, 2)) assert.equal(await isRevoked(await sign(id)), false);
  assert.equal((await readEditions(ids[0] ?? ''))[1]?.reason, 'Misspelled');
  assertRefused(await put(recipientId, { name: 'Ada Lovelace' }), 409, 'credential_revoked');
  const { items } = await owner.insignia.auditLog.list();
  assert.ok(items.some(({ action }) => action === 'correctRecipient'));
});

test('people with more than 500 credentials are refused, and 500 are corrected at once', async () => {
  const email = newAddress();
  const rows = Array.from({ length: 501 }, () => `Ada Lovelce,${email},2026-01-31`);
  const { importId } = await imports.create({
    badgeId,
    file: `name,email,issuedOn\n${rows.join('\n')}\n`,
  });
  await waitForCondition(
    'all are issued',
    async () => (await imports.get({ importId })).status === 'completed',
  );
  const { awards } = await credentials.list({ filter: JSON.stringify({ search: email }) });
  const recipientId = awards[0]?.recipientId ?? '';
  const parameters = { name: 'Ada Lovelace' };
  const put = () => owner.api('PUT', `/recipients/${recipientId}`, { parameters });
  assertRefused(await put(), 409, 'too_many_credentials');
  const count = async () =>
    (await credentials.count({ filter: { search: 'Ada Lovelace', searchField: 'name' } })).count;
  const before = await count();
  await credentials.delete({ awardId: awards[0]?.id ?? '' });
  assert.equal(assertOk(await put()).body.info.corrected, 500);
  assert.equal((await count()) - before, 500);
});

test('corrections beside revoking, erasing, signing, an import and an update of the badge end in a consistent state', async () => {
  const other = await createBadge(owner, issuerId);
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push(await issueAward(owner, other));
  const copies: [string, SignedCopy][] = [];
  for (const id of ids.slice(0, 20)) copies.push([id, await sign(id)]);
  const done = new Map<string, number>();
  const disturb = async (n: number) => {
    const awardId = ids[n] ?? '';
    const names = ['Grace Hopper', 'Grace Murray Hopper'];
    const work = names.map(async (name) => {
      const answer = await correct(awardId, { recipient: { name } });
      if (answer.status === 200) done.set(awardId, (done.get(awardId) ?? 0) + 1);
      else assert.ok([404, 409].includes(answer.status), answer.text);
    });
    if (n % 4 === 0) work.push(credentials.revoke({ awardId }).then(() => undefined));
    if (n % 4 === 1) work.push(credentials.delete({ awardId }).then(() => undefined));
    if (n % 4 === 2)
      work.push(
        anyone('GET', `/credentials/${awardId}/vc`).then((answer) => {
          copies.push([awardId, assertOk(answer).body]);
        }),
      );
    await Promise.all(work);
  };
  const update = owner.api('PUT', `/badges/${other}`, {
    parameters: { name: 'Renamed', applyToIssued: true },
  });
  const rows = ids.map((_, n) => `Mary Somerville,mary-${n}@example.org,2026-01-31`);
  const file = `name,email,issuedOn\n${rows.join('\n')}\n`;
  const imported = imports.create({ badgeId: other, file });
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    for (let n = lane; n < ids.length; n += 4) await disturb((n * 7) % ids.length);
  });
  await Promise.all([update, imported, ...lanes]);
  const { jobId } = assertOk(await update).body;
  await waitForCondition(
    'the job has ended',
    async () => (await jobs.get({ jobId })).finishedAt !== null,
  );
  const { importId } = await imported;
  await waitForCondition(
    'the import has ended',
    async () => (await imports.get({ importId })).status === 'completed',
  );
  assert.equal((await imports.get({ importId })).issued, ids.length);
  await instance.waitForInvalidation();
  for (const [n, id] of ids.entries()) {
    if (n % 4 === 1) {
      assert.equal((await owner.api('GET', `/awards/${id}`)).status, 404);
      continue;
    }
    const award = await credentials.get({ awardId: id });
    const current = await sign(id);
    assert.match(
      JSON.stringify(current.credentialSubject),
      new RegExp(`"${award.recipient.name}"`),
    );
    assert.equal(await isRevoked(current), n % 4 === 0);
    for (const [, copy] of copies.filter(([of]) => of === id)) {
      const isCurrent = JSON.stringify(copy) === JSON.stringify(current);
      assert.equal(await isRevoked(copy), n % 4 === 0 || !isCurrent);
    }
    const editions = await readEditions(id);
    assert.deepEqual(
      editions.map(({ edition }) => edition),
      Array.from({ length: editions.length }, (_, at) => editions.length - at),
    );
    const corrected = editions.filter(({ kind }) => kind === 'corrected').length;
    assert.equal(corrected, done.get(id) ?? 0);
    if (n % 4 > 1) assert.deepEqual([corrected, award.badge.name], [2, 'Renamed']);
  }
});

test('cached documents are invalidated with the commit, even if the process dies right after it', async () => {
  const { accountId, personId } = owner;
  const by = { personId };
  const now = new Date();
  const other = await createBadge(owner, issuerId);
  const cases: [(trx: Trx, id: string) => Promise<unknown>, (page: string) => void][] = [
    [
      async (trx, id) => {
        const [credential = assert.fail()] = await lockToCorrect(trx, accountId, [id]);
        const after = { ...credential, name: 'Ada Lovelace' };
        const changes = [
          { field: 'recipient.name', before: credential.name, after: after.name } as const,
        ];
        const cause = { accountId, by, now, action: 'corrected', reason: null } as const;
        await correctMany(trx, cause, [{ ...credential, after, changes }]);
      },
      (page) => assert.match(page, /Ada Lovelace/),
    ],
    [
      (trx, id) => revokeMany(trx, { accountId, by, reason: 'By mistake', now }, [id]),
      (page) => assert.match(page, /By mistake/),
    ],
    [
      (trx, id) => updateEditions(trx, { badgeVersion: 2 }, { by, now }, [id]),
      (page) => assert.match(page, /Second edition/),
    ],
    [
      (trx, id) => eraseCredentials(trx, [id], now, async () => {}),
      (page) => assert.doesNotMatch(page, /Lovelce/),
    ],
  ];
  const ids: string[] = [];
  for (const _ of cases) {
    const recipient = { name: 'Ada Lovelce', email: newAddress() };
    ids.push(await issueAward(owner, other, { recipient }));
  }
  const parameters = { name: 'Second edition' };
  assertOk(await owner.api('PUT', `/badges/${other}`, { parameters }));
  await instance.waitForInvalidation();
  for (const [n, [change, check]] of cases.entries()) {
    const id = ids[n] ?? '';
    assert.match(await text(`/credentials/${id}`), /Ada Lovelce/);
    await db.write((trx) => change(trx, id));
    await instance.waitForInvalidation();
    check(await text(`/credentials/${id}`));
  }
});

test('erasing a corrected credential erases its history', async () => {
  const id = await issue();
  await credentials.correct({ awardId: id, recipient: { name: 'Ada Lovelace' }, reason: 'Secret' });
  await credentials.delete({ awardId: id });
  const { rows } = await sql`select 1 from credential_editions where credential_id = ${id}
    union all select 1 from events where credential_id = ${id}`.execute(db);
  assert.deepEqual(rows, []);
});
