import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { classifyBounceStatus, isDeadMailbox } from '../../platform/mail/rules.ts';
import { readDsn, readReport } from './read-report.ts';

const mailId = '01a203ea-91fe-71e4-8c39-ffc7fa8bda99';
const messageId = `<${mailId}@badges.example.org>`;
const recipient = 'gone@example.com';
const readBounces = (value: unknown) =>
  readReport(value)?.bounces.map(({ kind, mailId, recipient }) => [kind, mailId, recipient]);

test('Amazon SES permanent bounces and complaints are read, with and without SNS', () => {
  const mail = { headers: [{ name: 'Message-ID', value: messageId }], messageId: '0100018f' };
  const bounce = (bounceType: string, bounceSubType: string) => ({
    ...{ notificationType: 'Bounce', mail },
    bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: recipient }] },
  });
  const inSns = (message: unknown) => ({ Type: 'Notification', Message: JSON.stringify(message) });
  const hard = bounce('Permanent', 'General');
  for (const form of [
    hard,
    inSns(hard),
    inSns({ ...hard, notificationType: undefined, eventType: 'Bounce' }),
  ])
    assert.deepEqual(readBounces(form), [['hard', mailId, recipient]]);
  assert.deepEqual(readBounces(inSns(bounce('Permanent', 'ContentRejected'))), [
    ['refused', mailId, recipient],
  ]);
  assert.deepEqual(readBounces(inSns(bounce('Transient', 'MailboxFull'))), []);
  const complainedRecipients = [{ emailAddress: recipient }];
  const complaint = { notificationType: 'Complaint', mail, complaint: { complainedRecipients } };
  assert.deepEqual(readBounces(inSns(complaint)), [['complaint', mailId, recipient]]);
  assert.deepEqual(readBounces(inSns({ notificationType: 'Delivery', mail })), []);
  assert.deepEqual(
    readBounces({ Type: 'Notification', Message: 'Successfully validated SNS topic' }),
    [],
  );
  const asks = {
    Type: 'SubscriptionConfirmation',
    Message: 'You have chosen',
    SubscribeURL: 'https://sns.example/',
  };
  assert.deepEqual(readReport(asks), { bounces: [], confirmAt: 'https://sns.example/' });
});

test('Postmark, Mailgun, SendGrid and generic bounce reports are read', () => {
  const postmark = (Type: string) => ({
    RecordType: 'Bounce',
    Type,
    Email: recipient,
    Description: 'x',
  });
  assert.deepEqual(readBounces(postmark('HardBounce')), [['hard', undefined, recipient]]);
  assert.deepEqual(readBounces(postmark('Blocked')), [['refused', undefined, recipient]]);
  assert.deepEqual(readBounces(postmark('SoftBounce')), []);
  assert.deepEqual(readBounces({ ...postmark('SpamComplaint'), RecordType: 'SpamComplaint' }), [
    ['complaint', undefined, recipient],
  ]);
  assert.deepEqual(readBounces({ RecordType: 'Open', Email: recipient }), []);

  const mailgun = (more: object) => ({
    signature: {},
    'event-data': {
      event: 'failed',
      recipient,
      message: { headers: { 'message-id': messageId.slice(1, -1) } },
      ...more,
    },
  });
  const unknownMailbox = {
    severity: 'permanent',
    reason: 'bounce',
    'delivery-status': { code: 550, message: '5.1.1 gone' },
  };
  assert.deepEqual(readBounces(mailgun(unknownMailbox)), [['hard', mailId, recipient]]);
  assert.deepEqual(
    readBounces(
      mailgun({ ...unknownMailbox, reason: 'generic', 'delivery-status': { code: 605 } }),
    ),
    [['refused', mailId, recipient]],
  );
  assert.deepEqual(readBounces(mailgun({ severity: 'temporary' })), []);
  assert.deepEqual(readBounces(mailgun({ event: 'complained' })), [
    ['complaint', mailId, recipient],
  ]);

  const sendgrid = (more: object) => ({ email: recipient, 'smtp-id': messageId, ...more });
  assert.deepEqual(
    readBounces([
      sendgrid({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 gone' }),
      sendgrid({ event: 'bounce', type: 'blocked', status: '5.7.1' }),
      sendgrid({ event: 'deferred' }),
      sendgrid({ event: 'spamreport' }),
      sendgrid({ event: 'dropped', reason: 'Bounced Address' }),
    ]),
    [
      ['hard', mailId, recipient],
      ['refused', mailId, recipient],
      ['complaint', mailId, recipient],
      ['hard', mailId, recipient],
    ],
  );
  const ours = {
    bounces: [
      { kind: 'hard', messageId },
      { kind: 'refused', recipient, reason: ' a\nb ' },
    ],
  };
  assert.deepEqual(readReport(ours)?.bounces, [
    { kind: 'hard', recipient: undefined, mailId, reason: 'no reason given' },
    { kind: 'refused', recipient, mailId: undefined, reason: 'a b' },
  ]);
});

test('an unknown format is distinguished from a report without bounces', () => {
  for (const other of [
    {},
    { bounces: 'many' },
    { event: 'bounce' },
    [1],
    { Type: 1, Message: {} },
    'text',
  ])
    assert.equal(readReport(other), undefined, JSON.stringify(other));
  assert.deepEqual(readReport([]), { bounces: [] });
});

const dsn = (
  fields: string,
  last = `text/rfc822-headers\n\nMessage-ID: ${messageId}\nTo: ${recipient}`,
  type = 'message/delivery-status',
) =>
  Buffer.from(
    `From: MAILER-DAEMON@mail.example.org\nSubject: Undelivered\nMIME-Version: 1.0\nContent-Type: multipart/report; boundary="B"\n
--B\nContent-Type: text/plain\n\nSorry.\n\n--B\nContent-Type: ${type}\n\n${fields}\n\n--B\nContent-Type: ${last}\n\n--B--\n`.replaceAll(
      '\n',
      '\r\n',
    ),
  );
const failed = (status: string) =>
  `Reporting-MTA: dns; mail.example.org\n\nFinal-Recipient: rfc822; somebody@else.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} gone,\n really`;

test('a mailbox report names the bounced email, never the recipient; delays and other emails are ignored', async () => {
  assert.deepEqual(await readDsn(dsn(failed('5.1.1'))), {
    why: 'came back',
    bounce: { kind: 'hard', mailId, reason: '550 5.1.1 gone, really' },
  });
  const whole = `message/rfc822\n\nFrom: a@b.example\nMessage-Id: ${messageId}\n\nMessage-ID: <${mailId.replace('9', '1')}@x>`;
  assert.equal((await readDsn(dsn(failed('5.2.2'), whole))).bounce?.mailId, mailId);
  assert.equal((await readDsn(dsn(failed('5.2.2')))).bounce?.kind, 'refused');
  assert.equal(
    (await readDsn(dsn(failed('5.1.1').replace('failed', 'delayed')))).why,
    'nothing final',
  );
  const abuse = dsn('Feedback-Type: abuse\nVersion: 1', undefined, 'message/feedback-report');
  assert.equal((await readDsn(abuse)).bounce?.kind, 'complaint');
  assert.equal(
    (await readDsn(Buffer.from('Subject: Out of office\r\n\r\nI am away.'))).why,
    'no report',
  );
  assert.equal(
    (await readDsn(Buffer.from(`MIME-Version: 1.0\r\n${'x'.repeat(100_000)}`))).why,
    'no report',
  );
});

test('only the part of a report that identifies the bounce is parsed', async ({ mock }) => {
  const parse = mock.method(PostalMime, 'parse').mock;
  const whole = `message/rfc822\n\nFrom: a@b.example\nMessage-Id: ${messageId}\n\n${'x\n'.repeat(2_000_000)}`;
  const { bounce } = await readDsn(dsn(failed('5.1.1'), whole));
  assert.deepEqual([bounce?.kind, bounce?.mailId], ['hard', mailId]);
  const parsed = () => parse.calls.map(({ arguments: [raw] }) => Buffer.from(raw as Uint8Array));
  assert.equal(parsed().length, 1);
  assert.equal(parsed()[0]?.toString('latin1').split('\n').length, 4_001);
  await readDsn(Buffer.from(`To: ${'a@b.example, '.repeat(1_000_000)}`));
  assert.equal(parsed()[1]?.length, 256 * 1024);
});

test('bounce codes are classified as dead mailbox, refused or temporary', () => {
  for (const code of ['5.1.1', '5.1.10', '5.2.1'])
    assert.equal(classifyBounceStatus(code), 'hard', code);
  for (const code of ['5.7.1', '5.2.2', '5.0.0'])
    assert.equal(classifyBounceStatus(code), 'refused', code);
  for (const code of ['4.2.2', '2.0.0', '', '5.1'])
    assert.equal(classifyBounceStatus(code), undefined, code);
  assert.ok(
    isDeadMailbox("Can't send mail - all recipients were rejected: 550 5.1.1 <a@b>: unknown"),
  );
  for (const other of ['550 no such mailbox', '550 5.7.1 spam', '450 4.1.1 later', 'x 5.1.1'])
    assert.ok(!isDeadMailbox(other), other);
});
