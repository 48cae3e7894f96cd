import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './client.ts';
import { getRetryDelay, InsigniaError } from './failure.ts';

type SentRequest = { url: string; init: RequestInit & { headers: Record<string, string> } };

/** Serves responses in order. An Error means no response. */
function answering(...answers: (Response | Error)[]) {
  const sent: SentRequest[] = [];
  const fetch = async (url: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), init: init as SentRequest['init'] });
    const answer = answers.shift();
    if (!answer) assert.fail('asked once more than it was expected to');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const messages: string[] = [];
  const client = createClient({
    ...{ baseUrl: 'https://badges.example.org', apiKey: 'insignia_x', fetch },
    onIgnored: (message) => messages.push(message),
  });
  return { client, sent, messages };
}

const soon = { 'retry-after': '0.001' };
const json = (body: unknown, status = 200, headers = {}) =>
  Response.json(body, { status, headers });
const refusal = (code: string, status: number) =>
  json(
    {
      error: 'no',
      code,
      statusCode: status,
      details: [{ path: 'a', message: 'b' }],
      requestId: 'r',
    },
    status,
    soon,
  );

test('arguments become path, query and body, and the payload is taken out of its envelope', async () => {
  const { client, sent } = answering(
    json({ statusCode: 200, info: { awardId: 'https://x/1' } }),
    json({ badgeId: 'https://x/b', updated: true }),
    json([]),
  );
  const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const issued = await client.credentials.issue({
    badgeId: 'b',
    recipient,
    issuedOn: '2026-03-01',
  });
  assert.deepEqual(issued, { awardId: 'https://x/1' });
  await client.badges.update({ badgeId: 'https://x/b?c', name: 'New' });
  await client.badges.list({ limit: 5 });
  assert.deepEqual(
    sent.map(({ url, init }) => [init.method, url, init.body && JSON.parse(String(init.body))]),
    [
      [
        'POST',
        'https://badges.example.org/awards',
        { parameters: { badgeId: 'b', recipient, issuedOn: '2026-03-01' } },
      ],
      [
        'PUT',
        'https://badges.example.org/badges/https%3A%2F%2Fx%2Fb%3Fc',
        { parameters: { name: 'New' } },
      ],
      ['GET', 'https://badges.example.org/badges?limit=5', undefined],
    ],
  );
  assert.equal(sent[0]?.init.headers['x-api-key'], 'insignia_x');
  await assert.rejects(async () => client.badges.get({ badgeId: '' }), /badgeId is required/);
});

test('a list of a service before 1.0 has its items under the current name', async () => {
  const { client } = answering(
    json({ statusCode: 200, info: { imports: [{ importId: 'i' }] } }),
    json({ deliveries: [{ id: 'd' }] }),
    json({ removed: true }),
  );
  assert.deepEqual(
    [
      (await client.imports.list()).items,
      await Array.fromAsync(client.webhooks.allDeliveries({ webhookId: 'w' })),
      (await client.my.removeAddress({ addressId: 'a' })).deleted,
    ],
    [[{ importId: 'i' }], [{ id: 'd' }], true],
  );
});

test('a request without effect is retried with the same key, and an uncertain write only with a key', async () => {
  const recipient = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const wish = { badgeId: 'b', recipient, issuedOn: '2026-03-01' };
  const good = () => json({ statusCode: 200, info: { awardId: 'a' } });
  const lucky = answering(
    refusal('too_many_requests', 429),
    new Error('reset'),
    refusal('busy', 503),
    good(),
  );
  await lucky.client.credentials.issue(wish);
  const keys = new Set(lucky.sent.map(({ init }) => init.headers['idempotency-key']));
  assert.equal(keys.size, 1);
  assert.match([...keys][0] ?? '', /^[0-9a-f]{32}$/);
  const own = answering(good());
  await own.client.credentials.issue(wish, { idempotencyKey: 'mine' });
  assert.equal(own.sent[0]?.init.headers['idempotency-key'], 'mine');
  const risky = answering(new Error('reset'));
  await assert.rejects(risky.client.badges.delete({ badgeId: 'b' }), {
    code: 'network',
    status: 0,
  });
  const busy = answering(refusal('busy', 503), json('badge deleted'));
  assert.equal(await busy.client.badges.delete({ badgeId: 'b' }), 'badge deleted');
  const client = answering(refusal('busy', 503));
  await assert.rejects(client.client.keys.create({ name: 'Site', scope: 'read' }), {
    status: 503,
  });
  assert.equal(client.sent.length, 1);
  const broken = new ReadableStream({
    start: (controller) => controller.error(new TypeError('terminated')),
  });
  const cut = answering(new Response(broken), json({ issuers: [] }));
  await cut.client.issuers.list();
  assert.equal(cut.sent.length, 2, 'what broke off while it was read');
  const control = new AbortController();
  const never = new ReadableStream({ pull: () => control.abort() });
  const ended = answering(
    new Response(never.pipeThrough(new TransformStream(), { signal: control.signal })),
  );
  await assert.rejects(ended.client.issuers.list({}, { signal: control.signal }), {
    name: 'AbortError',
  });
  const hopeless = answering(...Array.from({ length: 4 }, () => refusal('busy', 503)));
  await assert.rejects(hopeless.client.badges.list(), { code: 'busy' });
});

test('a refusal becomes an error with code, fields and request id, and other responses are unreadable', async () => {
  const { client } = answering(
    refusal('invalid_request', 400),
    new Response('<html>', { status: 502 }),
    new Response('ok'),
    json(null),
    json({ message: 'of a proxy' }),
  );
  const error = await client.badges.list().catch((caught: unknown) => caught);
  assert.ok(error instanceof InsigniaError);
  assert.deepEqual(
    [error.code, error.status, error.requestId, error.message],
    ['invalid_request', 400, 'r', 'no'],
  );
  assert.deepEqual(error.details, [{ path: 'a', message: 'b' }]);
  await assert.rejects(client.badges.list(), { code: 'unreadable', status: 502 });
  await assert.rejects(client.badges.list(), { code: 'unreadable', status: 200 });
  for (const _ of ['no object', 'no payload'])
    await assert.rejects(client.credentials.list(), { code: 'unreadable', status: 200 });
});

test('an abort ends a request, also between two attempts', async () => {
  const reason = new Error('enough');
  const waiting = answering(refusal('busy', 503));
  const ends = new AbortController();
  const pending = waiting.client.badges.list({}, { signal: ends.signal });
  ends.abort(reason);
  await assert.rejects(pending, reason);
  const cut = new AbortController();
  const body = new ReadableStream({
    pull: (controller) => {
      cut.abort(reason);
      controller.error(reason);
    },
  });
  const refused = answering(new Response(body, { status: 400 })).client;
  await assert.rejects(refused.badges.list({}, { signal: cut.signal }), reason);
});

test('each ignored field is reported once', async () => {
  const header = { 'insignia-ignored-fields': 'badge_id, recipient.nm%C3%A4e' };
  const { client, messages } = answering(json([], 200, header), json([], 200, header));
  await client.badges.list();
  await client.badges.list();
  assert.deepEqual(messages, [
    "listBadges: the service doesn't know badge_id",
    "listBadges: the service doesn't know recipient.nmäe",
  ]);
  const mangled = answering(json([], 200, { 'insignia-ignored-fields': 'a%2' }));
  assert.deepEqual(await mangled.client.badges.list(), []);
  assert.deepEqual(mangled.messages, ["listBadges: the service doesn't know a%2"]);
});

test('ignored fields are reported on the console when no handler is set', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const answer = json([], 200, { 'insignia-ignored-fields': 'page' });
  const client = createClient({ baseUrl: 'https://a.example', fetch: async () => answer });
  await client.badges.list();
  assert.deepEqual(
    warn.mock.calls.map((call) => call.arguments),
    [["listBadges: the service doesn't know page"]],
  );
});

test('following a job yields every change until the job ends or the call is aborted', async () => {
  const job = (status: string, done: number) =>
    json({ statusCode: 200, info: { jobId: 'j', status, done } });
  const { client, sent } = answering(
    ...[job('queued', 0), job('queued', 0), job('running', 5), job('completed', 9)],
  );
  const seen: string[] = [];
  for await (const { status } of client.jobs.follow('j', { every: 1 })) seen.push(status);
  assert.deepEqual(seen, ['queued', 'running', 'completed']);
  assert.equal(sent.length, 4);
  const enough = new Error('enough');
  const control = new AbortController();
  const endless = answering(job('running', 1));
  const watch = async () => {
    const states = endless.client.jobs.follow('j', { every: 60_000, signal: control.signal });
    for await (const _ of states) setImmediate(() => control.abort(enough));
  };
  await assert.rejects(watch, enough);
});

test('CSV and PDF are returned as streams before they are complete', async () => {
  const slow = () => {
    const release = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('first')),
      pull: async (controller) => {
        await release.promise;
        controller.close();
      },
    });
    return { answer: new Response(body), release: release.resolve };
  };
  const [csv, pdf] = [slow(), slow()];
  const { client, sent } = answering(csv.answer, pdf.answer);
  for (const [{ release }, response] of [
    [csv, await client.credentials.exportCsv()],
    [pdf, await client.credentials.certificate({ awardGuid: 'a' })],
  ] as const) {
    const reader = response.body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'first');
    release();
    assert.equal((await reader?.read())?.done, true);
  }
  assert.deepEqual(
    sent.map(({ init }) => init.headers.accept),
    ['text/csv', 'application/pdf'],
  );
});

test('lists continue page by page, and request a page only when needed', async () => {
  const page = (ids: number[], lastEvaluatedKey?: string) =>
    json({
      statusCode: 200,
      info: { awards: ids.map((id) => ({ id })), ...(lastEvaluatedKey && { lastEvaluatedKey }) },
    });
  const { client, sent } = answering(page([1, 2], 'k'), page([3]));
  const ids: unknown[] = [];
  for await (const { id } of client.credentials.all({ filter: '{"search":"ada"}' })) {
    ids.push(id);
    assert.equal(sent.length, ids.length <= 2 ? 1 : 2);
  }
  assert.deepEqual(ids, [1, 2, 3]);
  assert.match(sent[1]?.url ?? '', /filter=.*&lastEvaluatedKey=k/);
});

test('retry delays double with jitter, or follow Retry-After, and a longer one ends the call', async () => {
  assert.deepEqual(
    [1, 2, 3].map((n) => getRetryDelay(n, null, 1)),
    [250, 500, 1_000],
  );
  assert.equal(getRetryDelay(1, null, 0), 125);
  assert.equal(getRetryDelay(20, null, 1), 20_000);
  assert.equal(getRetryDelay(1, '3', 0), 3_000);
  assert.equal(getRetryDelay(1, '60', 0), 60_000);
  assert.equal(getRetryDelay(1, '61', 0), undefined);
  assert.equal(getRetryDelay(1, 'soon', 1), 250);
  const limited = { error: 'no', code: 'too_many_requests', statusCode: 429 };
  const { client, sent } = answering(json(limited, 429, { 'retry-after': '3600' }));
  await assert.rejects(client.badges.list(), {
    code: 'too_many_requests',
    retryAfterSeconds: 3_600,
  });
  assert.equal(sent.length, 1);
  const dated = json(limited, 429, { 'retry-after': 'Fri, 27 Nov 2026 15:00:00 GMT' });
  const once = { baseUrl: 'https://a.example', fetch: async () => dated, attempts: 1 };
  await assert.rejects(createClient(once).badges.list(), { retryAfterSeconds: undefined });
});

test('a file is sent as a form, beside the other arguments', async () => {
  const { client, sent } = answering(json({ status: 'valid' }));
  const file = new TextEncoder().encode('%PDF-');
  await client.verification.verifyDocument({ file, email: 'ada@example.org' });
  const { body, headers } = sent[0]?.init ?? {};
  assert.ok(body instanceof FormData);
  assert.equal(headers?.['content-type'], undefined);
  assert.equal(body.get('email'), 'ada@example.org');
  assert.equal(await (body.get('file') as Blob).text(), '%PDF-');
});
