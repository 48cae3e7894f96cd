import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verify, WebhookVerificationError } from './webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, yes').toString('base64')}`;
const other = `whsec_${Buffer.from('another one').toString('base64')}`;
const body = JSON.stringify({ id: 'e1', type: 'ping', createdAt: 1, data: { name: 'Grüße 😀' } });
const now = new Date('2026-03-01T12:00:00Z');
const time = String(now.getTime() / 1_000);

const ours = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
const standard = (key: string, timestamp = time) => {
  const bytes = Buffer.from(key.slice(6), 'base64');
  return `v1,${createHmac('sha256', bytes).update(`e1.${timestamp}.${body}`).digest('base64')}`;
};
const headers = (signature: string, timestamp = time) => ({
  'Webhook-Id': 'e1',
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});

test('a signature is accepted in either family of headers, in any form, by either of two secrets', async () => {
  const good = [
    { 'x-service-signature': ours(secret) },
    { 'X-Service-Signature': [ours(secret)] },
    { 'x-service-signature': ours(other), 'x-service-signature-previous': ours(secret) },
    headers(standard(secret)),
    headers(`${standard(other)} v2,x ${standard(secret)}`),
    new Headers(headers(standard(secret))),
  ];
  for (const each of good) {
    assert.equal((await verify(body, each, secret, { now })).type, 'ping');
    assert.equal((await verify(Buffer.from(body), each, [other, secret], { now })).id, 'e1');
  }
});

test('an altered body, another secret or a missing signature is refused', async () => {
  const bad = [
    {},
    { 'x-service-signature': ours(other) },
    { 'x-service-signature': 'sha256=' },
    { 'x-service-signature': ours(secret).slice(0, -1) },
    headers(standard(other)),
    headers('v1,%%%'),
    headers(standard(secret).replace('v1,', 'v1a,')),
    headers(standard(secret, '1'), time),
  ];
  for (const each of bad)
    await assert.rejects(verify(body, each, secret, { now }), WebhookVerificationError);
  const good = { 'x-service-signature': ours(secret) };
  await assert.rejects(verify(`${body} `, good, secret), WebhookVerificationError);
  await assert.rejects(verify(body, good, ''), {
    message: "no secret: pass the endpoint's signing secret",
  });
  await assert.rejects(verify(body, { 'webhook-id': 'e1' }, secret), /no signature in the headers/);
});

test('a timestamp may differ by five minutes in either direction', async () => {
  const at = (seconds: number) => {
    const timestamp = String(Number(time) + seconds);
    return verify(body, headers(standard(secret, timestamp), timestamp), secret, { now });
  };
  await at(300);
  await at(-300);
  await assert.rejects(at(301), /differs from now by 301 s/);
  await assert.rejects(at(-301), /differs from now by 301 s/);
  await assert.rejects(
    verify(body, headers(standard(secret, 'x'), 'x'), secret, { now }),
    /isn't a valid time/,
  );
});
