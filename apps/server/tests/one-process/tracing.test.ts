import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPathBuilder, publicAward, signedCredential } from '@insignia/contract';
import { assertOk } from '../support/client.ts';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  type Owner,
} from '../support/people.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

let collector: Collector;
let receiver: Receiver;
let instance: Instance;
let owner: Owner;
let badgeId: string;
before(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
  instance = await startInstance({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    TOPOLOGY: 'one',
  });
  owner = await createOwner(instance);
  badgeId = await createBadge(owner, await createIssuer(owner));
  await owner.insignia.webhooks.create({ url: receiver.url });
});
after(async () => {
  await instance.stop();
  await receiver.close();
  await collector.close();
});

const buildTraceId = (digit: string) => digit.repeat(32);
const callerSpan = 'c'.repeat(16);
const headers = (trace: string, flags = '01') => ({
  traceparent: `00-${trace}-${callerSpan}-${flags}`,
});
const findSpans = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace);
const arrived = async (trace: string, name: string): Promise<CollectedSpan> => {
  const find = () => findSpans(trace).find((span) => span.name === name);
  await waitForCondition(`${name} of ${trace}`, () => find() !== undefined);
  return find() as CollectedSpan;
};
const ask = async (trace: string, method: string, path: string, body?: object, flags?: string) =>
  assertOk(await owner.api(method, path, body, headers(trace, flags))).body;

test('a request, its statements, its emails and its deliveries form one trace, passed to the endpoint', async () => {
  const issued = buildTraceId('a');
  const award = createAwardBodyFor(badgeId);
  const id = idFromUrl((await ask(issued, 'POST', '/awards', award)).info.awardId);
  const request = await arrived(issued, 'POST /awards');
  assert.equal(request.parentId, callerSpan);
  assert.equal(request.kind, 2);
  assert.deepEqual(
    [request.attributes['http.route'], request.attributes['http.response.status_code']],
    ['/awards', 200],
  );
  assert.ok(request.attributes['insignia.request.id']);
  const delivery = await arrived(issued, 'POST webhook');
  assert.deepEqual(
    [delivery.parentId, delivery.kind, delivery.attributes['insignia.event.type']],
    [request.spanId, 3, 'credential.issued'],
  );
  assert.equal(receiver.received[0]?.headers.traceparent, `00-${issued}-${delivery.spanId}-01`);
  const statement = findSpans(issued).find(({ attributes }) =>
    String(attributes['db.query.text']).includes('issue_credential('),
  );
  assert.deepEqual(
    [statement?.parentId, statement?.name, statement?.attributes['db.system.name']],
    [request.spanId, 'SELECT', 'postgresql'],
  );

  // A transaction, its job in the worker, and the resulting event.
  const sent = buildTraceId('b');
  await ask(sent, 'POST', `/awards/${id}/send`, {
    parameters: { email: 'charles@example.org' },
  });
  const sending = await arrived(sent, 'POST /awards/:awardId/send');
  const job = await arrived(sent, 'process mail');
  assert.deepEqual([job.parentId, job.kind], [sending.spanId, 5]);
  const delivered = await arrived(sent, 'POST webhook');
  assert.deepEqual(
    [delivered.parentId, delivered.attributes['insignia.event.type']],
    [job.spanId, 'credential.delivered'],
  );

  // Served before the framework.
  const read = buildTraceId('d');
  const document = `${instance.url}${createPathBuilder(publicAward.path)(id)}`;
  await (await fetch(document, { headers: headers(read) })).text();
  await arrived(read, `GET ${publicAward.path}`);
  // Cached signed documents too.
  const signed = instance.url + createPathBuilder(signedCredential.path)(id);
  await (await fetch(signed)).text();
  const again = buildTraceId('1');
  await (await fetch(signed, { headers: headers(again) })).text();
  await arrived(again, `GET ${signedCredential.path}`);

  const people = ['Charles Babbage', 'charles@example.org', owner.email, owner.name];
  for (const entry of [...people, owner.key, instance.url, receiver.url, '127.0.0.1'])
    assert.ok(!collector.text().includes(entry), entry);
});

test('a request whose caller does not record its trace is not recorded', async () => {
  const [not, then] = [buildTraceId('e'), buildTraceId('f')];
  await ask(not, 'GET', '/badges', undefined, '00');
  await ask(then, 'GET', '/badges');
  await arrived(then, 'GET /badges');
  assert.deepEqual(findSpans(not), []);
});
