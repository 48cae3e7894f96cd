import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { type Operation, operations } from '@insignia/contract';
import { sql } from 'kysely';
import { registerCredentialsWork } from '../../src/features/credentials/index.ts';
import { collectWork } from '../../src/platform/jobs/index.ts';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { readOperationInputs, type SchemaLeaf, withValue } from '../support/openapi.ts';
import { createIssuer } from '../support/people.ts';
import { reminderChore, runReminderChore } from '../support/reminders.ts';
import { createHeaders, createWorld, fillPath, sampleBodies } from '../support/samples.ts';
import { useInstance } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

// The sample's receiver doesn't exist, so failed deliveries aren't retried during the tests.
const instance = await useInstance({ WEBHOOK_RETRY_SCHEDULE: '1h' });
const world = await createWorld(instance);
// An issuer that is still editable.
const unverified = {
  ...world.ids,
  issuerId: await createIssuer(world.owner, { email: 'unverified@else.example' }),
};
// Wait for emails and first attempts, so that tables stay constant.
await waitForCondition('nothing is under way', async () => {
  const { rows } = await sql`
    select 1 from jobs union all
    select 1 from webhooks where next_attempt_at <= now() or claimed_until > now()`.execute(
    instance.db,
  );
  return rows.length === 0;
});
// Chores run first after a minute, and write rows of their own.
for (const days of [30, 7, 0]) await runReminderChore(instance, reminderChore(days));
const { chores } = collectWork((work) =>
  registerCredentialsWork(work, { clock: instance.clock.now }),
);
for (const { run } of chores) while ((await instance.db.write(run)) === 'again');
// Errors of a protocol don't list fields. wallets.test.ts covers them.
const taking = (await readOperationInputs(instance.url)).flatMap(({ fields, ...rest }) =>
  fields && !rest.operation.errorFormat ? [{ ...rest, fields }] : [],
);

const clearable = new Set([
  // Without deployments, a platform launches nothing yet.
  ...['createLtiPlatform.deploymentIds', 'updateLtiPlatform.deploymentIds'],
  // Authenticators may name no transport.
  'addPasskey.response.response.transports',
  ...['createBadge.tags', 'createBadge.alignment', 'updateBadge.tags', 'updateBadge.alignment'],
  ...['createBadge.attributes', 'updateBadge.attributes', 'createAward.evidence'],
  ...['createClaim.fields', 'correctAward.evidence', 'updateProfile.credentials'],
  ...['createCollection.credentials', 'updateCollection.credentials'],
  ...['createSsoConnection.domains', 'updateSsoConnection.domains', 'updateProvisioning.groups'],
  'updateIssuer.logo',
  'createIssuer.linkedinOrganizationId',
  'updateIssuer.linkedinOrganizationId',
  'updateBrand.logoDark',
  'updateBrand.signatures',
  'previewBrand.logoDark',
  'previewBrand.signatures',
]);

const wrongFor: Record<string, unknown[]> = {
  object: ['text', 7, [], true],
  boolean: ['text', 7, [], {}],
  integer: ['text', 1.5, 0, true, [], {}],
  number: ['text', '7', -1, 1.234, true, [], {}],
  array: ['text', 7, true, {}, [], [7], [null], [{}]],
};
/** Fields that replace another one of the sample. bulk.test.ts and verify.test.ts cover them. */
const instead = new Set([
  ...['revokeAwards.filter', 'revokeAwards.all', 'sendAwards.filter', 'sendAwards.all'],
  'sendAwards.importId',
  ...['verifyPosted.document', 'importCredential.document'],
]);

function badValues(id: string, { path, schema, required, nullable }: SchemaLeaf): unknown[] {
  const wrongTypes = wrongFor[schema.type ?? ''] ?? [7, true, [], {}, ['x']];
  const bad: unknown[] = [
    ...wrongTypes,
    ...(nullable ? [] : [null]),
    ...(required ? [undefined] : []),
  ];
  const name = `${id}.${path.join('.')}`;
  const isCleared = (value: unknown) => Array.isArray(value) && value.length === 0;
  if (schema.type !== 'string')
    return clearable.has(name) ? bad.filter((value) => !isCleared(value)) : bad;
  const isBlob = /logo|image|designJson/.test(name);
  bad.push('abcde\u0000fgh', '\u0000', 'abcde\ud800', '\udc00');
  if (schema.maxLength) bad.push('x'.repeat(schema.maxLength + 1));
  if ((schema.minLength ?? 0) > 0 || schema.format || (isBlob && !name.endsWith('designJson')))
    if (!clearable.has(name)) bad.push('');
  if ((schema.minLength ?? 0) > 0 && !/assword/.test(name)) bad.push('   ', '\n');
  if (schema.enum) bad.push('other');
  return bad;
}

const send = (
  operation: Operation,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> => {
  const { method, path } = operation;
  return createTestClient(instance.url, {
    ...createHeaders(operation, world, instance.url),
    ...headers,
  })(method, fillPath(path, operation === operations.updateIssuer ? unverified : world.ids), body);
};

async function rowsOfAllTables(): Promise<unknown> {
  // Partitions count as part of their table: workers add them at any time.
  const { rows } = await sql<{ name: string }>`
    select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'p') and not relispartition
    order by 1`.execute(instance.db);
  const counts = await Promise.all(
    rows.map(({ name }) =>
      sql<{ n: string }>`select count(*) n from ${sql.table(name)}`.execute(instance.db),
    ),
  );
  return Object.fromEntries(rows.map(({ name }, at) => [name, counts[at]?.rows[0]?.n]));
}

/** Changes of the sample for fields that exclude another of its fields. */
const insteadOfSample: Record<string, object> = {
  'createSsoConnection.saml': { saml: {} },
  'updateSsoConnection.saml': { saml: {} },
  'previewCertificate.recipient': { credentialId: undefined, recipient: 'longest_name' },
};

test('every body field is tested: missing, wrong type, too long, empty, NUL, lone surrogate', async () => {
  const before = await rowsOfAllTables();
  assert.ok(taking.length >= 14);
  let requestCount = 0;
  for (const { id, operation, fields } of taking) {
    const sample = await sampleBodies[id]?.(world.ids);
    assert.ok(sample, `tests/support/samples.ts has no body for ${id}`);
    for (const leaf of fields) {
      if (instead.has(`${id}.${leaf.path[0]}`)) continue;
      const [first] = leaf.path;
      const full = { ...sample, ...(first && insteadOfSample[`${id}.${first}`]) };
      assert.ok(
        leaf.path.length > 1 || first === undefined || first in full,
        `the sample of ${id} has no ${leaf.path}`,
      );
      for (const value of badValues(id, leaf)) {
        const changed = withValue(full, leaf.path, value);
        const answer = await send(operation, operation.bare ? changed : { parameters: changed });
        const shown = `${id} ${leaf.path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 200)}`;
        assert.equal(answer.status, 400, shown);
        assert.equal(answer.body.code, 'invalid_request', shown);
        const named = answer.body.details.map(({ path }: { path: string }) => path);
        const field = leaf.path.join('.');
        assert.ok(
          named.some((path: string) => path === field || path.startsWith(`${field}.`)),
          shown,
        );
        assert.doesNotMatch(answer.body.error, /undefined|expected|Zod|regex/i, shown);
        requestCount++;
      }
    }
  }
  assert.ok(requestCount > 400, `only ${requestCount} tries`);
  assert.deepEqual(await rowsOfAllTables(), before);
});

test('every body is tested: invalid JSON, no parameters, other shapes, other media types, invalid UTF-8', async () => {
  const before = await rowsOfAllTables();
  for (const { operation } of taking) {
    for (const broken of [
      '{',
      ...(operation.mayBeEmpty ? [] : ['']),
      '{"parameters":{}',
      'parameters',
      '{"__proto__":{}}',
      '{"a":1}}',
    ]) {
      const answer = await send(operation, broken);
      assert.equal(answer.status, 400, `${operation.path} ${broken} ${answer.text}`);
      assert.ok(['invalid_json', 'invalid_request'].includes(answer.body.code));
    }
    for (const shape of [[], 'text', 7, null, true, [{ parameters: {} }]])
      assertRefused(await send(operation, JSON.stringify(shape)), 400, 'invalid_request');
    if (!operation.bare) {
      for (const parameters of [...(operation.mayBeEmpty ? [] : [undefined]), null, [], 'x', 7])
        assertRefused(await send(operation, { parameters }), 400, 'invalid_request', 'parameters');
    }
    const cookies =
      operation.access !== 'public' &&
      (operation.access.who === 'person' || operation.access.personOnly);
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
    ]) {
      const answer = await send(operation, '{}', { 'content-type': type });
      const [form] = type.split(';');
      if (form && operation.accepts?.includes(form)) assertRefused(answer, 400, 'invalid_request');
      else if (cookies) assertRefused(answer, 403, 'origin_mismatch');
      else assertRefused(answer, 415, 'unsupported_media_type');
    }
    if (!operation.bare) {
      const who = cookies
        ? { authorization: `Bearer ${world.owner.jwt}` }
        : { 'x-api-key': world.owner.key };
      const answer = await fetch(new URL(fillPath(operation.path, world.ids), instance.url), {
        method: operation.method,
        headers: { ...who, 'content-type': 'application/json' },
        body: Buffer.concat([
          Buffer.from('{"parameters":{"name":"'),
          Buffer.from([0xff, 0xfe]),
          Buffer.from('"}}'),
        ]),
      });
      assert.deepEqual([answer.status, (await answer.json()).code], [400, 'invalid_json']);
    }
  }
  assert.deepEqual(await rowsOfAllTables(), before);
});

test('a body of 40 MB returns 413, and the service continues', async () => {
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { host } = new URL(instance.direct);
    const [hostname, port] = host.split(':');
    const size = 40 * 1024 * 1024;
    const headers = {
      'x-api-key': world.owner.key,
      'content-type': 'application/json',
      'content-length': size,
    };
    const outgoing = request(
      { hostname, port, path: '/badges', method: 'POST', headers },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', () => {});
    outgoing.end(Buffer.alloc(size, 'a'));
  });
  assert.equal(answer.status, 413);
  const { code, statusCode } = JSON.parse(answer.text);
  assert.deepEqual([code, statusCode], ['body_too_large', 413]);
  assertOk(await world.owner.api('GET', '/issuers'));
});

test('ids in paths are tested: unknown, of another kind, as URL, in capitals, invalid', async () => {
  const { ids, owner } = world;
  const kinds = [
    ['/issuers/', 'issuerId', 'DELETE', 'issuer_not_found'],
    ['/badges/', 'badgeId', 'GET', 'badge_not_found'],
    ['/awards/', 'awardId', 'GET', 'credential_not_found'],
  ] as const;
  for (const [path, name, method, code] of kinds) {
    for (const bad of [
      owner.accountId,
      'nonsense',
      '%F0%9F%8E%93',
      "'%20or%20'1'='1",
      '..%2f..',
      '123',
      'x'.repeat(2_000),
    ])
      assertRefused(await owner.api(method, path + bad), 404, code);
    assertRefused(await owner.api(method, `${path}%00`), 400, 'invalid_request', name);
    for (const bad of ['%', '%zz', '%ff'])
      assert.equal((await owner.api(method, path + bad)).status, 400);
    for (const long of ['x'.repeat(5_000), `%ff${'x'.repeat(5_000)}`]) {
      const { status, text } = await owner.api(method, path + long);
      assert.ok([400, 404, 414].includes(status));
      assert.ok(text.length < 1_000, `${text.length} characters`);
    }
    if (method !== 'GET') continue;
    const id = ids[name] ?? '';
    assertOk(await owner.api('GET', path + id.toUpperCase()));
    assertOk(
      await owner.api('GET', path + encodeURIComponent(`${instance.url}/certify-badge/x/${id}`)),
    );
  }
});

test('query strings are tested: wrong types, duplicates, too long, NUL, lone surrogates', async () => {
  const { owner } = world;
  const bad = [
    'lastEvaluatedKey=a&lastEvaluatedKey=b',
    'lastEvaluatedKey=%00',
    `lastEvaluatedKey=${'x'.repeat(1_001)}`,
    'lastEvaluatedKey=',
  ];
  for (const path of ['/issuers', '/awards', '/badges'])
    for (const query of bad)
      assertRefused(
        await owner.api('GET', `${path}?${query}`),
        400,
        'invalid_request',
        'lastEvaluatedKey',
      );
  assertRefused(
    await owner.api('GET', '/badges?includeShareText=maybe'),
    400,
    'invalid_request',
    'includeShareText',
  );
  assertRefused(await owner.api('GET', '/awards?filter=%00'), 400, 'invalid_request', 'filter');
  assertOk(await owner.api('GET', '/issuers?unknown=1&x[y]=2'));
});

test('unknown members are ignored, unknown paths return 404, and other methods 405', async () => {
  const { owner, ids } = world;
  const sample = await sampleBodies.createAward?.(ids);
  assertOk(
    await owner.api('POST', '/awards', {
      parameters: { ...sample, id: 'mine', accountId: 'yours' },
      other: 1,
    }),
  );
  for (const path of ['/nothing', '/api/auth/'])
    assertRefused(await owner.api('GET', path), 404, 'not_found');
  for (const [method, path] of [
    ['PATCH', '/issuers'],
    ['DELETE', '/awards'],
    ['POST', '/healthz'],
  ] as const)
    assertRefused(await owner.api(method, path), 405, 'method_not_allowed');
});

/** Raw response. The rest is sent once the given words arrive. */
const raw = (text: string, words = '', rest = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(instance.direct);
    // Not half-closed: Node's server would send nothing more.
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    let left = rest;
    socket.on('data', (chunk) => {
      answer += chunk;
      if (!left || !answer.includes(words)) return;
      socket.write(left);
      left = '';
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

test('a 12 MB body is refused before it arrives, is still read, and the connection stays usable', async () => {
  const size = 12 * 1024 * 1024;
  const answers = await raw(
    `POST /badges HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${world.owner.key}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    'body_too_large',
    `${'a'.repeat(size)}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  assert.deepEqual(answers.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('any request target and host returns no 5xx and redirects only to this service', async () => {
  const targets = [
    ...[
      'http://foreign.example/',
      'http://foreign.example/sign-in?x=1',
      'https://f.example:99999/x',
    ],
    ...['http://', 'http:', 'https:///sign-in', 'http://[::1/', '//foreign.example/sign-in', '*'],
    ...['/\\\\foreign.example', '/%2f/foreign.example', 'foreign.example:80', '?', '/sign-in#x@y'],
    `${instance.url}/sign-in`,
  ];
  for (const target of targets)
    for (const host of ['foreign.example', '', 'a b', '[', new URL(instance.url).host]) {
      const answer = await raw(
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );
      const [, status = ''] = /^HTTP\/1.1 (\d+) /.exec(answer) ?? [];
      assert.match(status, /^[234]/, `${target} ${host}: ${answer.slice(0, 300)}`);
      const [, place] = /^location: (\S+)/im.exec(answer) ?? [];
      if (place) assert.equal(new URL(place, instance.url).origin, instance.url, target);
    }
  const led = await raw(
    'GET http://foreign.example/sign-in?x=1 HTTP/1.1\r\nHost: foreign.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n',
  );
  assert.match(led, /^HTTP\/1.1 302 /);
  assert.ok(led.includes(`location: ${instance.url}/sign-in?x=1&led=1`), led);
});

test('invalid HTTP requests and oversized headers return the common error shape', async () => {
  const cases: [string, number, string][] = [
    ['NONSENSE\r\n\r\n', 400, 'invalid_request'],
    ['GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', 400, 'invalid_request'],
    [`GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ];
  for (const [text, status, code] of cases) {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    const { code: found, statusCode, requestId } = JSON.parse(body);
    assert.deepEqual([found, statusCode, typeof requestId], [code, status, 'string']);
  }
});
