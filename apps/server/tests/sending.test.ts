import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../src/kernel/id.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import type { ReceivedEmail } from './support/mailbox.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const awardId = await issueAward(owner, badgeId);

const anyone = createTestClient;
const send = (parameters: object, id = awardId, headers = {}) =>
  owner.api('POST', `/awards/${id}/send`, { parameters }, headers);
const share = (parameters: object, id = awardId, headers = {}) =>
  owner.api('POST', `/awards/${id}/share`, { parameters }, headers);
/** For tests of its effects only. */
const sendTo = (email: string, id = awardId) =>
  owner.insignia.credentials.send({ awardId: id, email });
const shareWith = (recipients: string, id = awardId) =>
  owner.insignia.credentials.share({ awardId: id, ...words, recipients });
const words = { subject: 'Look at this', message: 'I am proud of it' };
const sendPublic = (parameters: object, id = awardId) =>
  anyone(instance.url)('POST', `/certify-badge/award/${id}/send-email`, { parameters });
const delivered = async (id: string) =>
  (
    await sql<{
      data: object;
    }>`select data from events where credential_id = ${id} and type = 'credential.delivered'`.execute(
      instance.db,
    )
  ).rows;
const readState = async (to: string) =>
  (await owner.insignia.mail.list()).items.find((mail) => mail.to === to)?.state;
const readHeader = ({ raw }: ReceivedEmail, name: string) =>
  raw.match(new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im'))?.[1]?.replaceAll(/\s+/g, '');

test('sending emails any address and emits credential.delivered once the mail server accepts it [4.5-3 6.1-2 6.2-3]', async () => {
  const id = await issueAward(owner, badgeId);
  assert.equal((await owner.insignia.credentials.get({ awardId: id })).delivery, null);
  const answer = assertOk(await send({ awardId: id, email: 'else@example.org' }, id));
  assert.deepEqual(answer.body, { statusCode: 200, info: { sent: true } });
  const received = await instance.mailbox.waitFor('else@example.org', /Poet of Science/);
  assert.ok(received.mail.text?.includes(`${instance.url}/credentials/${id}`));
  assert.ok(received.mail.text?.includes('Charles Babbage'));
  await waitForCondition('recorded', async () => (await readState('else@example.org')) === 'sent');
  assert.deepEqual(await delivered(id), [
    {
      data: {
        badgeName: 'Poet of Science',
        recipient: { name: 'Charles Babbage', email: 'charles@example.org' },
        forwarded: true,
      },
    },
  ]);
  assert.equal((await owner.insignia.credentials.get({ awardId: id })).delivery, 'sent');
  const { items: events } = await owner.insignia.credentials.events({ awardId: id });
  assert.deepEqual(
    events.map(({ type, by }) => [type, by?.kind]),
    [
      ['issued', 'key'],
      ['mailed', 'service'],
    ],
  );
});

test('an email addresses the recipient directly, and other addresses in the third person', async () => {
  const recipient = { name: 'Grace Hopper', email: 'Grace@example.org' };
  const id = await issueAward(owner, badgeId, { recipient });
  await sendTo('grace@EXAMPLE.org', id);
  const own = await instance.mailbox.waitFor('grace@example.org', /^Your credential: Poet/);
  assert.match(own.mail.text ?? '', /^Congratulations, Grace Hopper![\s\S]*linkedin/);
  await sendTo('boss@example.org', id);
  const { mail } = await instance.mailbox.waitFor('boss@example.org');
  assert.equal(mail.subject, 'A credential awarded to Grace Hopper: Poet of Science');
  assert.match(mail.text ?? '', /awarded to Grace Hopper/);
  for (const part of [mail.text, mail.html])
    assert.doesNotMatch(
      part ?? '',
      /Dear|Congratulations|awarded you|your credential|issued .* to you|linkedin/i,
    );
});

test('the email of an expired credential says so and does not offer LinkedIn', async () => {
  const recipient = { name: 'Grace Hopper', email: 'late@example.org' };
  const dates = { issuedOn: '2024-03-01', expires: '2025-01-01' };
  const id = await issueAward(owner, badgeId, { recipient, ...dates });
  await sendTo(recipient.email, id);
  const { mail } = await instance.mailbox.waitFor(recipient.email, /^Your credential: Poet/);
  for (const part of [mail.text, mail.html]) {
    assert.match(part ?? '', /This credential has expired/);
    assert.doesNotMatch(part ?? '', /linkedin|you can share/i);
  }
});

test('emails of credentials are from the issuer via the service, and replies go to the issuer', async () => {
  const id = await issueAward(owner, badgeId);
  const to = 'charles@example.org';
  await sendTo(to, id);
  await shareWith('shown@example.org', id);
  for (const { mail } of [
    await instance.mailbox.waitFor(to),
    await instance.mailbox.waitFor('shown@example.org'),
  ]) {
    assert.deepEqual(
      [mail.from?.name, mail.from?.address],
      ['Analytical Society via Insignia', 'insignia@example.org'],
    );
    assert.deepEqual(
      mail.replyTo?.map(({ address }) => address),
      [owner.email],
    );
  }
  // A visitor's words aren't the issuer's.
  assertOk(await sendPublic({ recipients: 'told@example.org' }, id));
  const { mail } = await instance.mailbox.waitFor('told@example.org');
  assert.deepEqual([mail.from?.name, mail.replyTo], ['Insignia', undefined]);
});

test('an accepted email is not sent again when its outcome cannot be written', async () => {
  await sql`create function refuse_told() returns trigger language plpgsql as $$
    begin raise exception 'never'; end $$`.execute(instance.db);
  await sql`create trigger refuse_told before insert on events for each row
    when (new.type = 'credential.delivered') execute function refuse_told()`.execute(instance.db);
  const id = await issueAward(owner, badgeId);
  const to = 'no-event@example.org';
  assertOk(await send({ awardId: id, email: to }, id));
  await waitForCondition('recorded', async () => (await readState(to)) === 'sent');
  await sql`drop function refuse_told cascade`.execute(instance.db);
  assert.deepEqual(await delivered(id), []);
  assert.equal(instance.mailbox.received.filter((mail) => mail.to.includes(to)).length, 1);
  await waitForCondition('no mail is under way', async () => {
    const { rows } = await sql`select 1 from jobs where kind like '%mail'`.execute(instance.db);
    return rows.length === 0;
  });
});

test('an invalid send returns an error, and nothing is emailed', async () => {
  const before = instance.mailbox.received.length;
  const bad = [
    '',
    'nobody',
    'a@b@c',
    'a@example.org,b@example.org',
    'a@example.org\r\nBcc: x@y.example',
  ];
  for (const email of bad) assertRefused(await send({ email }), 400, 'invalid_request', 'email');
  assertRefused(await send({}), 400, 'invalid_request', 'email');
  assertRefused(
    await send({ email: 'a@example.org', awardId: newId() }),
    400,
    'invalid_request',
    'awardId',
  );
  assertRefused(await send({ email: 'a@example.org' }, newId()), 404, 'credential_not_found');
  const revoked = await issueAward(owner, badgeId);
  await owner.insignia.credentials.revoke({ awardId: revoked });
  assertRefused(await send({ email: 'a@example.org' }, revoked), 409, 'credential_revoked');
  assertRefused(
    await share({ recipients: 'a@example.org', ...words }, revoked),
    409,
    'credential_revoked',
  );
  assertRefused(
    await sendPublic({ recipients: 'a@example.org' }, revoked),
    409,
    'credential_revoked',
  );
  const { rows } = await sql`select 1 from mails where state = 'queued'`.execute(instance.db);
  assert.deepEqual([rows.length, instance.mailbox.received.length], [0, before]);
});

test('an Idempotency-Key sends once, however often and concurrently it is used', async () => {
  const headers = { 'idempotency-key': 'send-1' };
  const answers = await runConcurrently(20, () =>
    send({ email: 'once@example.org' }, awardId, headers),
  );
  for (const answer of answers) assertOk(answer);
  assert.equal(answers.filter(({ headers: h }) => h.get('idempotent-replayed')).length, 19);
  assertRefused(
    await send({ email: 'two@example.org' }, awardId, headers),
    409,
    'idempotency_key_reused',
  );
  const { rows } = await sql`select 1 from mails where recipient = 'once@example.org'`.execute(
    instance.db,
  );
  assert.equal(rows.length, 1);
});

test('sharing sends each recipient a separate email, with the message escaped [4.5-4]', async () => {
  const recipients = ' Ann@example.org, ben@example.org ,, ann@example.org';
  const message = 'Look: <img src=x onerror=alert(1)>\n<b>bold</b> & "quoted"';
  const answer = assertOk(await share({ awardId, recipients, subject: 'Für dich: <b>', message }));
  assert.deepEqual(answer.body, { statusCode: 200, info: { shared: true } });
  for (const address of ['Ann@example.org', 'ben@example.org']) {
    const { to, mail, raw } = await instance.mailbox.waitFor(address, /Für dich/);
    assert.equal(to.length, 1);
    assert.equal(mail.subject, 'Für dich: <b>');
    assert.ok(mail.text?.includes('> Look: <img src=x onerror=alert(1)>\n> <b>bold</b>'));
    assert.ok(mail.html?.includes('Look: &lt;img src=x onerror=alert(1)&gt;'));
    const ours = `<img src="${instance.url}/ipfs/`;
    assert.doesNotMatch((mail.html ?? '').replace(ours, ''), /<b>|<img/);
    const other = address.startsWith('Ann') ? 'ben@example.org' : 'Ann@example.org';
    assert.equal(raw.includes(other), false);
  }
  assert.equal(
    instance.mailbox.received.filter(({ mail }) => mail.subject?.startsWith('Für dich')).length,
    2,
  );
  const { items: events } = await owner.insignia.credentials.events({ awardId });
  assert.equal(events.filter(({ type }) => type === 'shared').length, 1);
});

test('recipient lists are validated before anything is sent', async () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@example.org`).join(',');
  const before = (await sql`select 1 from mails`.execute(instance.db)).rows.length;
  for (const recipients of [
    '',
    ' , ',
    many(51),
    many(10_000),
    'a@example.org;b@example.org',
    'nobody',
  ])
    assertRefused(await share({ ...words, recipients }), 400, 'invalid_request', 'recipients');
  for (const recipients of ['', many(11), many(500), 'a@example.org, <b@example.org>'])
    assertRefused(await sendPublic({ recipients }), 400, 'invalid_request', 'recipients');
  for (const field of ['recipients', 'subject', 'message'])
    assertRefused(
      await share({ recipients: 'a@example.org', ...words, [field]: undefined }),
      400,
      'invalid_request',
      field,
    );
  const breaks = { recipients: 'a@example.org', message: 'x', subject: 'a\r\nBcc: b@example.org' };
  assertRefused(await share(breaks), 400, 'invalid_request', 'subject');
  const long = { recipients: 'a@example.org', subject: 'x', message: 'x'.repeat(1_001) };
  assertRefused(await share(long), 400, 'invalid_request', 'message');
  assert.equal((await sql`select 1 from mails`.execute(instance.db)).rows.length, before);
  await shareWith(many(50));
});

test('a visitor can email a credential, and loses links and line breaks from the text [4.6-5]', async () => {
  const parameters = {
    recipients: 'friend@example.org',
    subject: 'Win\r\nBcc: victim@example.org http://evil.example/x now',
    message: 'See https://evil.example/a?b and www.evil.example or evil。example <b>soon</b>',
  };
  const answer = assertOk(await sendPublic(parameters));
  assert.deepEqual(Object.keys(answer.body), ['statusCode', 'info']);
  assert.equal(answer.body.statusCode, 200);
  assert.equal(typeof answer.body.info, 'string');
  const received = await instance.mailbox.waitFor('friend@example.org');
  const { mail, raw, to } = received;
  assert.deepEqual(to, ['friend@example.org']);
  assert.match(mail.subject ?? '', /^Win Bcc: victim@\[link removed\] \[link removed\] now$/);
  assert.equal(readHeader(received, 'Bcc'), undefined);
  assert.doesNotMatch(raw.replaceAll('=\r\n', ''), /evil/);
  assert.ok(mail.text?.includes('Message from the visitor') && mail.text.includes('<b>soon</b>'));
  for (const id of [newId(), 'nonsense'])
    assertRefused(
      await sendPublic({ recipients: 'a@example.org' }, id),
      404,
      'credential_not_found',
    );
  const erased = await issueAward(owner, badgeId);
  await owner.insignia.credentials.delete({ awardId: erased });
  assertRefused(await sendPublic({ recipients: 'a@example.org' }, erased), 410, 'credential_gone');
});

test('each email has its status and can be resent', async () => {
  instance.mailbox.unknown.add('gone@example.org');
  await sendTo('gone@example.org');
  await waitForCondition(
    'bounced',
    async () => (await readState('gone@example.org')) === 'bounced',
  );
  const list = assertOk(await owner.read('GET', `/mail?state=bounced&awardId=${awardId}`)).body;
  const [mail] = list.items;
  assert.deepEqual(
    [mail.kind, mail.to, mail.attempts, mail.awardId, list.items.length],
    ['credential', 'gone@example.org', 1, `${instance.url}/certify-badge/award/${awardId}`, 1],
  );
  assert.match(mail.lastError, /no such mailbox/);
  instance.mailbox.unknown.clear();
  const once = { idempotencyKey: 'resend-1' };
  const again = await owner.insignia.mail.resend({ mailId: mail.mailId }, once);
  assert.deepEqual(await owner.insignia.mail.resend({ mailId: mail.mailId }, once), again);
  assertRefused(
    await owner.api('POST', `/mail/${again.mailId}/resend`, undefined, {
      'idempotency-key': once.idempotencyKey,
    }),
    409,
    'idempotency_key_reused',
  );
  assert.equal(again.state, 'queued');
  assert.notEqual(again.mailId, mail.mailId);
  const received = await instance.mailbox.waitFor('gone@example.org');
  assert.ok(received.mail.messageId?.includes(again.mailId));
  assertRefused(await owner.api('POST', `/mail/${newId()}/resend`), 404, 'mail_not_found');
  const invited = await owner.api('POST', '/members', {
    parameters: { email: 'new@example.org', role: 'viewer' },
  });
  assertOk(invited);
  await waitForCondition('sent', async () => (await readState('new@example.org')) === 'sent');
  const { items } = await owner.insignia.mail.list();
  const secret = items.find(({ to }) => to === 'new@example.org');
  assertRefused(
    await owner.api('POST', `/mail/${secret?.mailId}/resend`),
    409,
    'mail_not_resendable',
  );
  const { rows } =
    await sql`select 1 from mails where kind in ('account', 'invitation', 'issuer-code')
    and state = 'sent' and letter is not null`.execute(instance.db);
  assert.equal(rows.length, 0, 'links that are worth something are not kept');
  assertRefused(await owner.api('GET', '/mail?state=lost'), 400, 'invalid_request', 'state');
});

test('searching emails finds them by the address that they were sent to, whatever their kind', async () => {
  const one = await createOwner(instance);
  const badge = await createBadge(one, await createIssuer(one));
  const awardId = await issueAward(one, badge);
  await one.insignia.credentials.send({ awardId, email: 'Forwarded@x.example.org' });
  await one.insignia.members.invite({ email: 'colleague@x.example.org', role: 'editor' });
  const findAddresses = async (query: object) =>
    (await one.insignia.mail.list({ searchField: 'email', ...query })).items.map(({ to }) => to);
  assert.deepEqual(await findAddresses({ search: 'LEAGUE@x.ex' }), ['colleague@x.example.org']);
  assert.deepEqual(await findAddresses({ search: '@x.' }), [
    'colleague@x.example.org',
    'Forwarded@x.example.org',
  ]);
  assert.deepEqual(await findAddresses({ search: '@x.', awardId }), ['Forwarded@x.example.org']);
  assert.deepEqual(await findAddresses({ search: '@x.', searchField: 'name' }), []);
  assert.deepEqual(await findAddresses({ search: '@x.', state: 'bounced' }), []);
  assert.deepEqual(await findAddresses({ search: '%' }), []);
  // Matches of both searches appear once, and pages continue each other.
  const ids = Array.from({ length: 60 }, () => newId());
  const { email } = (await one.insignia.credentials.get({ awardId })).recipient;
  await sql`insert into mails (id, account_id, credential_id, kind, recipient, subject, state, created_at)
    select id, ${one.accountId}, ${awardId}, 'credential', ${email}, 'Again', 'sent', now() from unnest(${ids}::uuid[]) id`.execute(
    instance.db,
  );
  const filter = { search: email, searchField: 'email' } as const;
  const first = await one.insignia.mail.list(filter);
  const { lastEvaluatedKey = '' } = first;
  const second = await one.insignia.mail.list({ ...filter, lastEvaluatedKey });
  const mailIds = [...first.items, ...second.items].map(({ mailId }) => mailId);
  assert.equal(second.lastEvaluatedKey, undefined);
  assert.deepEqual([mailIds.length, new Set(mailIds).size], [61, 61]);
});

test('searching emails finds them by the recipients of their credentials', async () => {
  const one = await createOwner(instance);
  const badge = await createBadge(one, await createIssuer(one));
  const ada = { name: 'Ada Straße', email: 'Ada.Lovelace@example.org' };
  const award = await issueAward(one, badge, { recipient: ada });
  const other = await issueAward(one, badge);
  await one.insignia.credentials.send({ awardId: other, email: 'charles@example.org' });
  for (let times = 0; times < 2; times += 1)
    await one.insignia.credentials.send({ awardId: award, email: ada.email });
  const findAddresses = async (query: object, by = one) =>
    (await by.insignia.mail.list(query)).items.map((mail) => mail.to);
  const both = [ada.email, ada.email];
  assert.deepEqual(await findAddresses({ search: 'STRASSE' }), both);
  assert.deepEqual(await findAddresses({ search: 'lovelace@', searchField: 'email' }), both);
  assert.deepEqual(await findAddresses({ search: 'Straße', searchField: 'email' }), []);
  assert.deepEqual(await findAddresses({ search: 'Ada', awardId: award }), both);
  assert.deepEqual(await findAddresses({ search: 'Ada', awardId: other }), []);
  assert.equal((await findAddresses({ search: '' })).length, 3);
  assert.deepEqual(await findAddresses({ search: 'Ada Straße' }, owner), []);
  assertRefused(await one.api('GET', `/mail?search=${'a'.repeat(201)}`), 400, 'invalid_request');
  await waitForCondition(
    'taken',
    async () => (await findAddresses({ search: 'ada', state: 'sent' })).length === 2,
  );
  const ids = Array.from({ length: 60 }, () => newId());
  await sql`insert into mails (id, account_id, credential_id, kind, recipient, subject, state, created_at)
    select id, ${one.accountId}, ${award}, 'credential', ${ada.email}, 'Again', 'sent', now() from unnest(${ids}::uuid[]) id`.execute(
    instance.db,
  );
  const first = await one.insignia.mail.list({ search: 'ada' });
  const { lastEvaluatedKey = '' } = first;
  const second = await one.insignia.mail.list({ search: 'ada', lastEvaluatedKey });
  assert.equal(second.lastEvaluatedKey, undefined);
  const mailIds = new Set([...first.items, ...second.items].map(({ mailId }) => mailId));
  assert.deepEqual([first.items.length, mailIds.size], [50, 62]);
});

test('the list of emails is paged completely', async () => {
  const mailIds = new Set<string>();
  let key: string | undefined;
  do {
    const query = key ? `?lastEvaluatedKey=${key}` : '';
    const { items, lastEvaluatedKey } = assertOk(await owner.api('GET', `/mail${query}`)).body;
    assert.ok(items.length <= 50);
    for (const { mailId } of items) mailIds.add(mailId);
    key = lastEvaluatedKey;
  } while (key);
  const { rows } = await sql`select 1 from mails where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  assert.equal(mailIds.size, rows.length);
  assertRefused(await owner.api('GET', '/mail?lastEvaluatedKey=x'), 400, 'invalid_page_token');
});

test('one click unsubscribes, opening the link changes nothing, and a mistake can be undone', async () => {
  const to = 'Tired@example.org';
  await sendTo(to);
  const received = await instance.mailbox.waitFor(to);
  const link = readHeader(received, 'List-Unsubscribe')?.slice(1, -1) ?? '';
  assert.equal(readHeader(received, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  assert.ok(received.mail.text?.includes(link) && !link.includes('ired'));
  const page = await fetch(link);
  const text = await page.text();
  assert.match(text, /Unsubscribe from/);
  const issuer = (await owner.insignia.issuers.list()).items[0]?.name ?? assert.fail('no issuer');
  assert.ok(text.includes(issuer), 'the page names the issuer');
  assert.ok(!text.includes(owner.name), 'the page names no member');
  await sendTo(to);
  await instance.mailbox.waitFor(to, /./, 1);
  const click = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(link, { method: 'POST', headers: { 'content-type': type }, body });
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  assert.equal((await click(multipart, 'multipart/form-data; boundary=x')).status, 200);
  assertRefused(await send({ email: 'tired@example.org' }), 409, 'recipient_unsubscribed');
  const before = (await sql`select 1 from mails`.execute(instance.db)).rows.length;
  await shareWith(to);
  assertOk(await sendPublic({ recipients: to }));
  assert.equal((await sql`select 1 from mails`.execute(instance.db)).rows.length, before);
  const other = await createOwner(instance);
  const theirs = await issueAward(other, await createBadge(other, await createIssuer(other)));
  await other.insignia.credentials.send({ awardId: theirs, email: to });
  await instance.mailbox.waitFor(to, /./, 2);
  assert.equal((await click('action=resume')).status, 200);
  await sendTo(to);
  assert.equal((await click('List-Unsubscribe=One-Click')).status, 200);
  assertRefused(await send({ email: to }), 409, 'recipient_unsubscribed');
  for (const bad of [link.slice(0, -2), `${link}x`, `${instance.url}/mail/unsubscribe/x`])
    assert.equal((await fetch(bad, { method: 'POST' })).status, 404);
});

test('the unsubscribe page speaks the language that the browser prefers', async () => {
  const sender = await createOwner(instance);
  const id = await issueAward(sender, await createBadge(sender, await createIssuer(sender)));
  const to = 'polyglot@example.org';
  await sender.insignia.credentials.send({ awardId: id, email: to });
  const link =
    readHeader(await instance.mailbox.waitFor(to), 'List-Unsubscribe')?.slice(1, -1) ?? '';
  const expected: Record<string, [lang: string, dir: string, ...words: string[]]> = {
    'en-GB': [
      ...(['en', 'ltr', 'Email preferences', 'Unsubscribe from', 'Unsubscribe'] as const),
      ...['You’re unsubscribed', 'Subscribe again', 'You’re subscribed again'],
      'This link isn’t valid',
    ],
    'de-AT,de;q=0.9,en;q=0.5': [
      ...(['de', 'ltr', 'E-Mail-Einstellungen', 'E-Mails von', 'Abbestellen'] as const),
      ...['E-Mails abbestellt', 'Wieder abonnieren', 'E-Mails wieder abonniert'],
      'Dieser Link ist ungültig',
    ],
    'fr-CH, en;q=0.1': [
      ...(['fr', 'ltr', 'Préférences', 'Se désabonner de'] as const),
      ...['Se désabonner', 'Désabonnement effectué', 'Se réabonner', 'Réabonnement effectué'],
      'Ce lien n’est pas valide',
    ],
    'es-MX': [
      ...(['es', 'ltr', 'Preferencias de correo', '¿Darse de baja de los correos de'] as const),
      ...['Darse de baja', 'Se ha dado de baja', 'Volver a suscribirse'],
      ...['Se ha suscrito de nuevo', 'Este enlace no es válido'],
    ],
    ar: [
      ...(['ar', 'rtl', 'تفضيلات البريد الإلكتروني', 'هل تريد إلغاء الاشتراك في رسائل'] as const),
      ...['إلغاء الاشتراك', 'أُلغي اشتراكك', 'الاشتراك من جديد', 'تم اشتراكك من جديد'],
      'هذا الرابط غير صالح',
    ],
  };
  for (const [accepted, [lang, dir, ...words]] of Object.entries(expected)) {
    const [title, asks, unsubscribe, unsubscribed, resubscribe, resubscribed, unknown] = words;
    const readPage = async (action?: string, url = link) => {
      const answer = await fetch(url, {
        headers: { 'accept-language': accepted },
        ...(action && { method: 'POST', body: new URLSearchParams({ action }) }),
      });
      assert.match(answer.headers.get('vary') ?? '', /^Accept-Language\b/);
      const text = await answer.text();
      assert.ok(text.includes(`<html lang="${lang}" dir="${dir}">`), accepted);
      assert.ok(text.includes(`<title>${title}`), accepted);
      assert.equal(/email|Your credentials/.test(text), lang === 'en', accepted);
      return text;
    };
    const first = await readPage();
    assert.match(first, new RegExp(`<h1>${asks} [^<]*\u2068`), accepted);
    assert.ok(first.includes(`value="end">${unsubscribe}</button>`), accepted);
    const pageAfterEnd = await readPage('end');
    assert.ok(pageAfterEnd.includes(`<h1>${unsubscribed}</h1>`), accepted);
    assert.ok(pageAfterEnd.includes(`value="resume">${resubscribe}</button>`), accepted);
    assert.ok((await readPage('resume')).includes(`<h1>${resubscribed}</h1>`), accepted);
    assert.ok((await readPage(undefined, `${link}x`)).includes(`<h1>${unknown}</h1>`), accepted);
  }
});

test('unsubscribing while an email waits prevents its delivery', async () => {
  const to = 'waiting@example.org';
  instance.mailbox.refuse({ code: 451, message: 'later' });
  await sendTo(to);
  await waitForCondition('one attempt', async () => {
    const { rows } =
      await sql`select 1 from mails where recipient = ${to} and attempts = 1`.execute(instance.db);
    return rows.length === 1;
  });
  await sql`insert into suppressed_addresses values (${owner.accountId}, sha256(${to}::bytea), now())`.execute(
    instance.db,
  );
  instance.mailbox.refuse(undefined);
  await sql`update jobs set run_at = now()`.execute(instance.db);
  await waitForCondition('given up', async () => (await readState(to)) === 'failed');
  assert.equal(instance.mailbox.received.filter((mail) => mail.to.includes(to)).length, 0);
});

test('revoking while emails wait prevents their delivery, and they can’t be resent', async () => {
  const id = await issueAward(owner, badgeId);
  const [to, friend, reminded] = [
    'revoked@example.org',
    'revoked-friend@example.org',
    'soon@example.org',
  ];
  instance.mailbox.refuse({ code: 451, message: 'later' });
  await sendTo(to, id);
  await shareWith(friend, id);
  await sendTo(reminded, id);
  const readMails = async () => (await owner.insignia.mail.list({ awardId: id })).items;
  await waitForCondition('one attempt each', async () =>
    (await readMails()).every(({ attempts }) => attempts === 1),
  );
  await sql`update mails set kind = 'reminder' where recipient = ${reminded}`.execute(instance.db);
  await owner.insignia.credentials.revoke({ awardId: id });
  instance.mailbox.refuse(undefined);
  await sql`update jobs set run_at = now()`.execute(instance.db);
  await waitForCondition('given up', async () =>
    (await readMails()).every(({ state }) => state !== 'queued'),
  );
  for (const { mailId, state, lastError } of await readMails()) {
    assert.deepEqual([state, lastError], ['failed', 'the credential was revoked']);
    const resent = await owner.api('POST', `/mail/${mailId}/resend`);
    assertRefused(resent, 409, 'credential_revoked');
  }
  const addresses = [to, friend, reminded];
  assert.ok(!instance.mailbox.received.some((mail) => addresses.includes(mail.to[0] ?? '')));
});

test('erasing a credential deletes its emails, including waiting ones', async () => {
  const id = await issueAward(owner, badgeId);
  instance.mailbox.refuse({ code: 451, message: 'later' });
  await sendTo('erased@example.org', id);
  await waitForCondition('one attempt', async () => {
    const { rows } =
      await sql`select 1 from mails where credential_id = ${id} and attempts = 1`.execute(
        instance.db,
      );
    return rows.length === 1;
  });
  await owner.insignia.credentials.delete({ awardId: id });
  instance.mailbox.refuse(undefined);
  const { rows } = await sql`select 1 from mails where recipient = 'erased@example.org'
    union all select 1 from jobs j where kind = 'mail' and not exists (select 1 from mails where id = j.id)`.execute(
    instance.db,
  );
  assert.equal(rows.length, 0);
});

test('1,000 calls from 100 addresses email at most 3 per recipient, 20 per credential and 100 per account', async () => {
  const strict = await startInstance({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1/32' });
  const sender = await createOwner(strict);
  const badge = await createBadge(sender, await createIssuer(sender));
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await issueAward(sender, badge));
  const call = (n: number) =>
    anyone(strict.url, { 'x-forwarded-for': `198.51.100.${n % 100}` })(
      'POST',
      `/certify-badge/award/${ids[n % ids.length]}/send-email`,
      { parameters: { recipients: `a${n % 60}@example.org, b${n % 7}@example.org` } },
    );
  const answers = await runConcurrently(1_000, call);
  const acceptedCount = answers.filter(({ status }) => status === 200).length;
  for (const answer of answers)
    if (answer.status !== 200) {
      assertRefused(answer, 429, 'too_many_requests');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  const readMax = async (column: string) =>
    (
      await sql<{ max: number }>`select max(n)::int as max from (
        select count(*) n from mails where kind = 'visitor' group by ${sql.ref(column)}) t`.execute(
        strict.db,
      )
    ).rows[0]?.max ?? 0;
  assert.ok(acceptedCount >= 7, `${acceptedCount} calls went through`);
  assert.ok((await readMax('recipient')) <= 3);
  assert.ok((await readMax('credential_id')) <= 20);
  assert.ok((await readMax('account_id')) <= 100);
  await strict.stop();
});

test('an account on the free plan may email 500 addresses a day, and further requests get 429', async () => {
  const strict = await startInstance({ RATE_LIMIT: 'on' });
  const sender = await createOwner(strict);
  const id = await issueAward(sender, await createBadge(sender, await createIssuer(sender)));
  const fifty = (n: number) =>
    Array.from({ length: 50 }, (_, i) => `p${n}-${i}@example.org`).join(',');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      sender.api('POST', `/awards/${id}/share`, { parameters: { ...words, recipients: fifty(n) } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  assert.equal(answers.filter(({ status }) => status === 429).length, 2);
  await strict.stop();
});
