import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailMessages, languages, templateFields } from '@insignia/contract';
import { sql } from 'kysely';
import { assertOk, assertRefused } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { moveEnd, runReminders } from './support/reminders.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const { db, mailbox } = instance;

const newAddress = () => `templates-${crypto.randomUUID().slice(0, 8)}@example.org`;
const parameters = (fields: object) => ({ parameters: fields });

async function createPublisher(attributes?: { name: string; type: 'text' | 'date' }[]) {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId, {
    name: 'First <steps>',
    ...(attributes && { attributes }),
  });
  const { name: issuerName, email: issuerEmail } = await owner.insignia.issuers.get({ issuerId });
  return { owner, issuerId, badgeId, issuerName, issuerEmail, ...owner.insignia };
}

async function send(
  owner: Owner,
  badgeId: string,
  { name = 'Ana Berg', ...more }: { name?: string; expires?: string; attributes?: object } = {},
) {
  const email = newAddress();
  const awardId = await issueAward(owner, badgeId, { recipient: { name, email }, ...more });
  await owner.insignia.credentials.send({ awardId, email });
  return { awardId, email, ...(await mailbox.waitFor(email)) };
}

test('without templates, the email congratulates and names the issuer, which also gets replies', async () => {
  const { owner, badgeId, issuerName, issuerEmail } = await createPublisher();
  const { mail } = await send(owner, badgeId);
  assert.equal(mail.subject, 'Your credential: First <steps>');
  assert.match(mail.text ?? '', /^Congratulations, Ana Berg!\n\n/);
  assert.ok(mail.text?.includes(`${issuerName} has awarded you the credential`));
  assert.equal(mail.from?.name, `${issuerName} via Insignia`);
  assert.deepEqual(
    mail.replyTo?.map(({ address }) => address),
    [issuerEmail],
  );
  assert.ok(!mail.text?.includes(owner.name));
});

test('the badge’s template wins over the issuer’s and the account’s, field by field, in the email’s language', async () => {
  const { owner, issuerId, badgeId, emailTemplates, issuers, badges } = await createPublisher();
  const inEnglish = (template: object) => ({ credential: { en: template } });
  await emailTemplates.update(
    inEnglish({ subject: 'Account', greeting: 'Account, {{recipient_name}}', button: 'Account' }),
  );
  await issuers.updateEmailTemplates({
    issuerId,
    ...inEnglish({ subject: 'Issuer', text: 'Issuer: {{badge_name}}' }),
  });
  await badges.updateEmailTemplates({
    badgeId,
    ...inEnglish({ subject: 'Badge for {{ recipient_name }}' }),
  });
  const { mail, awardId } = await send(owner, badgeId);
  assert.equal(mail.subject, 'Badge for Ana Berg');
  assert.match(mail.text ?? '', /^Account, Ana Berg\n\nIssuer: First <steps>\n\nAccount:\nhttp/);
  assert.ok(mail.html?.includes('Issuer: First &lt;steps&gt;'));
  await waitForCondition('the list shows the subject that was sent', async () => {
    const { items } = await owner.insignia.mail.list({ awardId });
    return items[0]?.subject === 'Badge for Ana Berg';
  });

  const reply = await badges.emailTemplates({ badgeId });
  assert.deepEqual(reply.templates, inEnglish({ subject: 'Badge for {{ recipient_name }}' }));
  assert.equal(reply.inherited.credential?.en?.subject, 'Issuer');
  assert.equal(reply.inherited.credential?.en?.button, 'Account');
  assert.equal(reply.inherited.credential?.de?.subject, 'Ihr Zertifikat: {{badge_name}}');

  await issuers.updateBrand({ issuerId, language: 'de' });
  const german = await send(owner, badgeId);
  assert.equal(german.mail.subject, 'Ihr Zertifikat: First <steps>');
  assert.match(german.mail.text ?? '', /^Herzlichen Glückwunsch, Ana Berg!/);

  await badges.deleteEmailTemplates({ badgeId });
  await issuers.updateBrand({ issuerId, language: 'en' });
  assert.equal((await send(owner, badgeId)).mail.subject, 'Issuer');
  assert.equal((await emailTemplates.get()).templates.credential?.en?.subject, 'Account');
});

test('an update replaces only the emails and languages it names, null removes one, and empty texts fall back', async () => {
  const { emailTemplates } = await createPublisher();
  await emailTemplates.update({
    credential: { en: { subject: 'One' }, de: { subject: 'Eins', text: 'Text' } },
    reminder: { en: { button: 'Open' } },
  });
  const { templates } = await emailTemplates.update({
    credential: { de: { text: 'Neu', subject: ' ' } },
    reminder: { en: null },
  });
  assert.deepEqual(templates, { credential: { en: { subject: 'One' }, de: { text: 'Neu' } } });
  assert.deepEqual(
    (await emailTemplates.update({ credential: { en: {}, de: null } })).templates,
    {},
  );
  const { inherited } = await emailTemplates.get();
  for (const message of emailMessages)
    for (const language of languages) {
      const template = inherited[message]?.[language] ?? {};
      const fields = templateFields.filter((field) => field in template);
      assert.deepEqual(
        fields,
        message === 'claimCode' ? ['subject', 'text'] : [...templateFields],
        `${message} in ${language}`,
      );
    }
});

test('lines with a placeholder that has no value are left out, and custom fields are filled in', async () => {
  const { owner, badgeId, badges } = await createPublisher([
    { name: 'Grade', type: 'text' },
    { name: 'Exam day', type: 'date' },
  ]);
  await badges.updateEmailTemplates({
    badgeId,
    credential: {
      en: {
        subject: '{{field:grade}} for {{recipient_name}}',
        text: 'You have {{badge_name}}.\nValid until {{expires}}.\nGrade: {{field:GRADE}}\n\nExam on {{field:Exam day}}.\n\nSee {{credential_url}}',
      },
    },
  });
  const attributes = { Grade: 'A+ {{issuer_name}} <b>', 'Exam day': '2026-03-01' };
  const full = await send(owner, badgeId, { expires: '2099-12-31', attributes });
  assert.equal(full.mail.subject, 'A+ {{issuer_name}} <b> for Ana Berg');
  assert.ok(
    full.mail.text?.includes(
      `You have First <steps>.\nValid until December 31, 2099.\nGrade: A+ {{issuer_name}} <b>\n\nExam on March 1, 2026.\n\nSee http`,
    ),
    full.mail.text,
  );
  assert.ok(full.mail.html?.includes('Grade: A+ {{issuer_name}} &lt;b&gt;'));
  assert.ok(!full.mail.html?.includes('<b>'));
  const bare = await send(owner, badgeId);
  assert.equal(bare.mail.subject, 'Your credential: First <steps>');
  assert.ok(bare.mail.text?.includes('You have First <steps>.\n\nSee http'), bare.mail.text);
});

test('reminders and claim codes have templates of their own, and an expired credential keeps its text', async () => {
  const { owner, issuerName, badgeId, emailTemplates, badges, claims } = await createPublisher();
  await emailTemplates.update({
    credential: { en: { subject: 'Well done', text: 'Celebrate!' } },
    reminder: { en: { subject: '{{days_left}} days left', text: 'Until {{expires}}' } },
    claimCode: { en: { greeting: 'Hello,', text: 'The code for {{badge_name}}:' } },
  });
  await badges.setReminders({ badgeId, enabled: true });
  const email = newAddress();
  const recipient = { name: 'Ana Berg', email };
  const id = await issueAward(owner, badgeId, { recipient, expires: '2099-01-01' });
  await moveEnd(db, id, 30);
  await runReminders(instance, 30);
  const reminder = await mailbox.waitFor(email);
  assert.equal(reminder.mail.subject, '30 days left');
  assert.match(reminder.mail.text ?? '', /^Hello Ana Berg,\n\nUntil [A-Z]/);

  const { url } = await claims.create({ badgeId });
  const claimant = newAddress();
  const started = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Mallory http://evil.example', email: claimant }),
  });
  assert.equal(started.status, 200);
  const code = await mailbox.waitFor(claimant);
  assert.match(code.mail.text ?? '', /^Hello,\n\nThe code for First <steps>:\n\nCode: \d{6}\n/);
  assert.ok(!code.raw.includes('evil.example'));

  const expired = await issueAward(owner, badgeId, {
    recipient: { name: 'Ana Berg', email: claimant },
    issuedOn: '2020-01-01',
    expires: '2021-01-01',
  });
  await owner.insignia.credentials.send({ awardId: expired, email: claimant });
  const { mail } = await mailbox.waitFor(claimant, /^Well done/);
  assert.ok(mail.text?.startsWith(`Dear Ana Berg,\n\n${issuerName} has awarded you`), mail.text);
  assert.match(mail.text ?? '', /has expired/);
});

test('emails in the queue and resent emails use the current template, and emails to others use none', async () => {
  const { owner, badgeId, emailTemplates, mail, credentials } = await createPublisher();
  await emailTemplates.update({ credential: { en: { subject: 'Before' } } });
  const { awardId, email } = await send(owner, badgeId);
  await emailTemplates.update({ credential: { en: { subject: 'After' } } });
  const { items } = await mail.list({ awardId });
  await mail.resend({ mailId: items[0]?.mailId ?? '' });
  await mailbox.waitFor(email, /^After$/);
  const colleague = newAddress();
  await credentials.send({ awardId, email: colleague });
  assert.match((await mailbox.waitFor(colleague)).mail.subject ?? '', /^A credential awarded to/);
});

test('unknown placeholders, markup, braces and texts that are too long are refused, each at its field with a remedy', async () => {
  const { owner, badgeId } = await createPublisher([{ name: 'Grade', type: 'text' }]);
  const cases: [object, string, RegExp][] = [
    [
      { subject: 'For {{name}}' },
      'subject',
      /unknown placeholder \{\{name\}\}\. Use \{\{recipient_name\}\}/,
    ],
    [
      { text: '{{field:Mark}}' },
      'text',
      /unknown custom field \{\{field:Mark\}\}\. Custom fields are Grade/,
    ],
    [{ text: '{{field:}}' }, 'text', /unknown placeholder/],
    [{ text: '{{days_left}}' }, 'text', /unknown placeholder/],
    [{ text: 'Well <b>done</b>' }, 'text', /plain text: “<b>”.*Remove the markup/],
    [{ greeting: '<script src=//evil.example>' }, 'greeting', /plain text/],
    [{ text: '[here](https://evil.example)' }, 'text', /plain text/],
    [{ text: `[here](https://evil.example/${'x'.repeat(300)})` }, 'text', /plain text/],
    [{ button: '**Open**' }, 'button', /plain text/],
    [{ text: 'A&nbsp;B' }, 'text', /plain text/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: markup of another language
    [{ text: '${issuer}' }, 'text', /plain text/],
    [{ text: 'Hello {recipient_name}' }, 'text', /brace outside a placeholder/],
    [{ text: '{{recipient_name}' }, 'text', /brace outside a placeholder/],
    [{ subject: 'a\r\nBcc: x@evil.example' }, 'subject', /control characters/],
    [{ greeting: 'a\nb' }, 'greeting', /control characters/],
    [{ subject: 'x'.repeat(201) }, 'subject', /at most 200 characters/],
    [{ text: 'x'.repeat(4_001) }, 'text', /at most 4000 characters/],
    [{ button: 'x'.repeat(61) }, 'button', /at most 60 characters/],
    [{ text: '{{badge_name}}'.repeat(51) }, 'text', /51 placeholders\. Use at most 50/],
    [{ subject: 7 }, 'subject', /./],
  ];
  for (const path of ['/email-templates', `/badges/${badgeId}/email-templates`])
    for (const [template, field, words] of cases) {
      const body = parameters({ credential: { en: template } });
      const answer = await owner.api('PUT', path, body);
      assertRefused(answer, 400, 'invalid_request', `credential.en.${field}`);
      assert.match(answer.body.details[0].message, words);
    }
  for (const [template, field] of cases) {
    const body = parameters({ message: 'credential', language: 'en', template });
    for (const action of ['preview', 'test'])
      assertRefused(
        await owner.bearer('POST', `/email-templates/${action}`, body),
        400,
        'invalid_request',
        `template.${field}`,
      );
  }
  const noButton = parameters({ claimCode: { en: { button: 'Open' } } });
  assertRefused(
    await owner.api('PUT', '/email-templates', noButton),
    400,
    'invalid_request',
    'claimCode.en.button',
  );
  const unknownPlaceholder = parameters({ claimCode: { en: { text: '{{recipient_name}}' } } });
  assertRefused(
    await owner.api('PUT', '/email-templates', unknownPlaceholder),
    400,
    'invalid_request',
    'claimCode.en.text',
  );
  const { templates } = await owner.insignia.emailTemplates.get();
  assert.deepEqual(templates, {}, 'nothing is stored');
});

test('a subject has one line and a bounded length, whatever its values are', async () => {
  const { owner, badgeId, badges } = await createPublisher([{ name: 'Grade', type: 'text' }]);
  await badges.updateEmailTemplates({
    badgeId,
    credential: { en: { subject: '{{field:Grade}} '.repeat(10).trim() } },
  });
  const { mail, raw } = await send(owner, badgeId, { attributes: { Grade: 'é'.repeat(400) } });
  assert.equal([...(mail.subject ?? '')].length, 250);
  assert.match(mail.subject ?? '', /^é+…?/);
  assert.ok(!/^bcc:/im.test(raw));
});

test('the preview shows a saved or an unsaved template with a real credential or a sample, and stores nothing', async () => {
  const { owner, issuerId, issuerName, issuerEmail, badgeId, emailTemplates } =
    await createPublisher([{ name: 'Grade', type: 'text' }]);
  const credentialId = await issueAward(owner, badgeId, {
    recipient: { name: 'Åsa <Lund>', email: newAddress() },
    attributes: { Grade: 'B' },
  });
  const template = { subject: '{{recipient_name}}: {{field:Grade}}', text: 'By {{issuer_name}}' };
  const common = { message: 'credential', language: 'en' } as const;
  const real = await emailTemplates.preview({ ...common, badgeId, credentialId, template });
  assert.equal(real.subject, 'Åsa <Lund>: B');
  assert.equal(real.sender, `${issuerName} via Insignia`);
  assert.equal(real.replyTo, issuerEmail);
  assert.ok(real.html.includes('Åsa &lt;Lund&gt;: B') && real.html.includes(`By ${issuerName}`));
  assert.ok(real.text.includes(`/credentials/${credentialId}`));
  const sample = await emailTemplates.preview({ ...common, badgeId, template });
  assert.equal(sample.subject, 'Augusta Ada King: Grade');
  for (const message of emailMessages)
    for (const language of languages) {
      const { subject, html, text } = await emailTemplates.preview({ message, language, issuerId });
      assert.ok(subject.length > 0 && html.includes(`lang="${language}"`), subject);
      assert.ok(!/\{\{|undefined|\[object/.test(html + text), text);
    }
  await emailTemplates.update({ credential: { en: { subject: 'Account' } } });
  const preview = await emailTemplates.preview({ ...common, credentialId });
  assert.equal(preview.subject, 'Account');
  const { templates } = await owner.insignia.badges.emailTemplates({ badgeId });
  assert.deepEqual(templates, {});
  const empty = await createOwner(instance);
  const alone = await empty.insignia.emailTemplates.preview({ ...common });
  assert.match(alone.subject, /^Your credential: /);
});

test('a test email goes to the signed-in user only, without an unsubscribe link', async () => {
  const { owner, badgeId } = await createPublisher();
  const editor = await createOwner(instance);
  await addMember(instance, owner, editor, 'editor');
  const there = { 'x-account-id': owner.accountId };
  const body = parameters({
    ...{ message: 'credential', language: 'en', badgeId },
    template: { subject: 'Hello {{recipient_name}}' },
  });
  const testReply = assertOk(
    await editor.bearer('POST', '/email-templates/test', body, there),
  ).body;
  assert.equal(testReply.to, editor.email);
  const { mail, to } = await mailbox.waitFor(editor.email, /^\[Test\] Hello Augusta/);
  assert.deepEqual(to, [editor.email]);
  assert.ok(!mail.headers.some(({ key }) => key === 'list-unsubscribe'));
  const { items } = await owner.insignia.mail.list({});
  assert.deepEqual([items[0]?.mailId, items[0]?.kind], [testReply.mailId, 'template-test']);
  assertRefused(await owner.api('POST', '/email-templates/test', body), 403, 'person_required');
});

test('a test email about a credential is erased with it', async () => {
  const { owner, badgeId, credentials } = await createPublisher();
  const credentialId = await issueAward(owner, badgeId);
  const body = parameters({ message: 'credential', language: 'en', credentialId });
  const { mailId } = assertOk(await owner.session('POST', '/email-templates/test', body)).body;
  await mailbox.waitFor(owner.email, /^\[Test\]/);
  const { emailStatus } = await credentials.get({ awardId: credentialId });
  assert.equal(emailStatus, 'not_emailed', 'the recipient got nothing');
  await credentials.delete({ awardId: credentialId });
  const { rows } = await sql`select 1 from mails where id = ${mailId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('a user sends at most 20 test emails an hour', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on' });
  try {
    const owner = await createOwner(limited);
    const body = parameters({ message: 'credential', language: 'en' });
    const test = () => owner.session('POST', '/email-templates/test', body);
    for (let n = 0; n < 20; n++) assertOk(await test());
    assertRefused(await test(), 429, 'too_many_requests');
  } finally {
    await limited.stop();
  }
});

test('other accounts can’t read, change, preview or test templates of an issuer, badge or credential', async () => {
  const { owner, issuerId, badgeId } = await createPublisher();
  const awardId = await issueAward(owner, badgeId);
  const stranger = await createOwner(instance, 'pro');
  const own = await createIssuer(stranger);
  const change = parameters({ credential: { en: { subject: 'Mine' } } });
  for (const [path, code] of [
    [`/issuers/${issuerId}/email-templates`, 'issuer_not_found'],
    [`/badges/${badgeId}/email-templates`, 'badge_not_found'],
  ] as const) {
    assertRefused(await stranger.api('GET', path), 404, code);
    assertRefused(await stranger.api('PUT', path, change), 404, code);
    assertRefused(await stranger.api('DELETE', path), 404, code);
  }
  for (const [ids, code] of [
    [{ issuerId }, 'issuer_not_found'],
    [{ badgeId }, 'badge_not_found'],
    [{ credentialId: awardId }, 'credential_not_found'],
    [{ issuerId: own, credentialId: awardId }, 'credential_not_found'],
    [{ issuerId: own, badgeId }, 'badge_not_found'],
  ] as const)
    for (const action of ['preview', 'test']) {
      const body = parameters({ message: 'credential', language: 'en', ...ids });
      assertRefused(await stranger.bearer('POST', `/email-templates/${action}`, body), 404, code);
    }
  const otherIssuer = await createIssuer(owner);
  const mismatch = parameters({
    ...{ message: 'credential', language: 'en', issuerId: otherIssuer },
    credentialId: awardId,
  });
  assertRefused(
    await owner.api('POST', '/email-templates/preview', mismatch),
    404,
    'credential_not_found',
  );
  await stranger.insignia.emailTemplates.update({ credential: { en: { subject: 'Stranger' } } });
  assert.equal((await send(owner, badgeId)).mail.subject, 'Your credential: First <steps>');
});

test('viewers and read keys read and preview, and only editors change', async () => {
  const { owner, badgeId } = await createPublisher();
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const there = { 'x-account-id': owner.accountId };
  const preview = parameters({ message: 'credential', language: 'en' });
  const change = parameters({ credential: { en: { subject: 'Mine' } } });
  for (const path of ['/email-templates', `/badges/${badgeId}/email-templates`]) {
    assertOk(await viewer.bearer('GET', path, undefined, there));
    assertRefused(await viewer.bearer('PUT', path, change, there), 403, 'role_too_small');
    assertRefused(await viewer.bearer('DELETE', path, undefined, there), 403, 'role_too_small');
    assertRefused(await owner.read('PUT', path, change), 403, 'scope_too_small');
  }
  assertOk(await viewer.bearer('POST', '/email-templates/preview', preview, there));
  assertRefused(
    await viewer.bearer('POST', '/email-templates/test', preview, there),
    403,
    'role_too_small',
  );
});

test('If-Match refuses a change of templates that someone else has changed, and changes are in the audit log', async () => {
  const { owner, issuerId, badgeId } = await createPublisher();
  for (const path of [
    '/email-templates',
    `/issuers/${issuerId}/email-templates`,
    `/badges/${badgeId}/email-templates`,
  ]) {
    const etag = assertOk(await owner.api('GET', path)).headers.get('etag') ?? '';
    const change = (subject: string) => parameters({ credential: { en: { subject } } });
    const match = { 'if-match': etag };
    const first = assertOk(await owner.api('PUT', path, change('One'), match));
    assertRefused(await owner.api('PUT', path, change('Two'), match), 412, 'precondition_failed');
    const next = { 'if-match': first.headers.get('etag') ?? '' };
    assertOk(await owner.api('PUT', path, change('Two'), next));
    assert.equal((await owner.api('GET', path, undefined, { 'if-none-match': etag })).status, 200);
    assertOk(await owner.api('DELETE', path));
  }
  const { rows } = await sql<{ action: string; target: string }>`
    select action, target from audit_log where account_id = ${owner.accountId} and action like '%EmailTemplates' order by id`.execute(
    db,
  );
  const expected = [
    ['EmailTemplates', owner.accountId],
    ['IssuerEmailTemplates', issuerId],
    ['BadgeEmailTemplates', badgeId],
  ].flatMap(([action, target]) =>
    ['update', 'update', 'delete'].map((verb) => `${verb}${action} ${target}`),
  );
  assert.deepEqual(
    rows.map(({ action, target }) => `${action} ${target}`),
    expected,
  );
});

test('two concurrent updates with the same If-Match: one succeeds', async () => {
  const { owner } = await createPublisher();
  const etag = assertOk(await owner.api('GET', '/email-templates')).headers.get('etag') ?? '';
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      owner.api(
        'PUT',
        '/email-templates',
        parameters({ credential: { en: { subject: `S${n}` } } }),
        { 'if-match': etag },
      ),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, ...Array(7).fill(412)]);
});

test('an update beside the deletion of its issuer is stored before it or refused', async () => {
  const { owner } = await createPublisher();
  const change = parameters({ credential: { en: { subject: 'Late' } } });
  for (let n = 0; n < 6; n++) {
    const issuerId = await createIssuer(owner);
    const path = `/issuers/${issuerId}/email-templates`;
    const [updated, deleted] = await Promise.all([
      owner.api('PUT', path, change),
      owner.api('DELETE', `/issuers/${issuerId}`),
    ]);
    assertOk(deleted);
    if (updated.status !== 200) assertRefused(updated, 404, 'issuer_not_found');
  }
  const { rows } = await sql`
    select 1 from email_templates where account_id = ${owner.accountId}`.execute(db);
  assert.deepEqual(rows, []);
});

test('templates are deleted with their issuer, and are part of the account’s export', async () => {
  const { owner, issuerId } = await createPublisher();
  const spare = await createIssuer(owner);
  await owner.insignia.issuers.updateEmailTemplates({
    issuerId: spare,
    credential: { en: { subject: 'Spare' } },
  });
  await owner.insignia.issuers.updateEmailTemplates({
    issuerId,
    credential: { en: { subject: 'Stays' } },
  });
  await owner.insignia.issuers.delete({ issuerId: spare });
  const { rows } = await sql<{ subject: string }>`
    select subject from email_templates where account_id = ${owner.accountId}`.execute(db);
  assert.deepEqual(rows, [{ subject: 'Stays' }]);
});
