import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
  deliveredEvents,
  errors,
  type Operation,
  type OperationId,
  operations,
  successStatus,
  versions,
} from '@insignia/contract';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { z } from 'zod';
import { findViolations } from '../support/axe.ts';
import { collectPageErrors, openBrowser } from '../support/browser.ts';
import { assertOk, createTestClient } from '../support/client.ts';
import { type Instance, startInstance } from '../support/instance.ts';

let instance: Instance;
let directory: string;
let file: string;
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
let body: any;
before(async () => {
  instance = await startInstance();
  const answer = assertOk(await createTestClient(instance.url)('GET', '/openapi.json'));
  body = answer.body;
  directory = await mkdtemp(join(tmpdir(), 'insignia-openapi-'));
  file = join(directory, 'openapi.json');
  await writeFile(file, answer.text);
});
after(async () => {
  await instance.stop();
  await rm(directory, { recursive: true });
});

type OperationDescription = {
  operationId: string;
  'x-since': string;
  'x-badges': { name: string }[];
  requestBody?: { required?: boolean };
  responses: Record<string, { description: string; headers?: object }>;
};
const described = (): OperationDescription[] =>
  Object.values(body.paths as Record<string, Record<string, OperationDescription>>).flatMap(
    (methods) => Object.values(methods),
  );

test('the OpenAPI document is 3.1 and has every operation and every error code', () => {
  assert.match(body.openapi, /^3\.1\./);
  assert.deepEqual(body.servers, [{ url: instance.url }]);
  assert.deepEqual(
    described()
      .map(({ operationId }) => operationId)
      .sort(),
    Object.keys(operations).sort(),
  );
  assert.deepEqual(
    body.components.schemas.Error.properties.code.enum.sort(),
    Object.keys(errors).sort(),
  );
  const needsBody = (id: string) =>
    described().find(({ operationId }) => operationId === id)?.requestBody?.required;
  assert.deepEqual([needsBody('createAward'), needsBody('revokeAward')], [true, false]);
  const named = JSON.stringify(described());
  for (const code of Object.keys(errors))
    if (!['not_found', 'method_not_allowed', 'headers_too_large'].includes(code))
      assert.ok(named.includes(`\`${code}\``), `no operation can answer ${code}`);
});

/** Properties, parameters and operations without a description. */
function undescribed(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, description, $ref, in: place, operationId } = node as Record<string, unknown>;
  const mustBe = typeof place === 'string' || typeof operationId === 'string';
  const own = mustBe && !description && !$ref ? [path] : [];
  const without = Object.entries((properties ?? {}) as Record<string, object>).filter(
    ([, property]) => !('description' in property) && !('$ref' in property),
  );
  const inner = Object.entries(node).filter(([key]) => !/^examples?$/.test(key));
  return [
    ...own,
    ...without.map(([name]) => `${path}.${name}`),
    ...inner.flatMap(([key, value]) => undescribed(value, `${path}.${key}`)),
  ];
}

test('every path in the document is served, and an unknown method returns 405 with the allowed methods', async () => {
  for (const { method, path } of Object.values(operations)) {
    const address = path.replace(/:\w+/g, '0193a5b4-7c1e-7d52-8f3a-9b0c1d2e3f40');
    const { status, headers } = await fetch(instance.url + address, { method: 'PROPFIND' });
    assert.equal(status, 405, path);
    assert.ok(headers.get('allow')?.split(', ').includes(method), `${method} ${path}`);
  }
});

test('every operation, parameter, header, property and webhook event is described, and operations name their first version', () => {
  const { paths, webhooks, components } = body;
  assert.deepEqual(undescribed({ paths, webhooks, components }, ''), []);
  assert.deepEqual(Object.keys(webhooks), [...deliveredEvents, 'ping']);
  for (const { operationId, ...one } of described()) {
    const since = operations[operationId as OperationId].since;
    assert.deepEqual([one['x-since'], one['x-badges']], [since, [{ name: `since ${since}` }]]);
  }
  assert.equal(body.info.version, `${versions.at(-1)}.0`);
});

/**
 * Redocly compares paths segment by segment. `imports`, `unsubscribe` and `bounces` are never ids,
 * and the server matches words before ids. The paths are public, so they stay.
 */
const ambiguousPaths = [
  ...['editions', 'events', 'renew', 'revoke', 'send', 'share'].map(
    (word) => `/awards/{awardId}/${word}`,
  ),
  ...['event', 'pdf', 'stats'].map((word) => `/awards/{awardGuid}/${word}`),
]
  .map((path) => ['/awards/imports/{importId}', path])
  .concat(
    ['bounces', 'unsubscribe'].map((word) => ['/mail/{mailId}/resend', `/mail/${word}/{token}`]),
    [
      ['/webhooks/samples/{event}', '/webhooks/{webhookId}/deliveries'],
      ['/webhooks/samples/{event}', '/webhooks/{webhookId}/test'],
      ['/webhooks/{webhookId}/enable', '/webhooks/samples/{event}'],
    ],
  );

test('redocly finds nothing in the OpenAPI document by its recommended rules, except fourteen pairs of paths', async () => {
  const redocly = createRequire(import.meta.url)
    .resolve('@redocly/cli/package.json')
    .replace('package.json', 'bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const linted = join(directory, 'linted.json');
  // A rule forbids addresses of the own machine, where only this test's instance runs.
  const servers = [{ url: 'https://insignia.test' }];
  await writeFile(linted, JSON.stringify({ ...body, servers }));
  const options = ['lint', '--extends=recommended', '--format=json', linted];
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, ...options], {
    env,
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    problems: { ruleId: string; message: string }[];
  };
  const isAmbiguous = ({ ruleId }: { ruleId: string }) => ruleId === 'no-ambiguous-paths';
  assert.deepEqual(
    problems.filter((problem) => !isAmbiguous(problem)),
    [],
  );
  const pairs = problems.filter(isAmbiguous).map(({ message }) => message.match(/\/[^`]+/g) ?? []);
  assert.deepEqual(pairs.map(String).sort(), ambiguousPaths.map(String).sort());
});

test('spectral finds no error and no warning in the OpenAPI document, by its recommended rules', async () => {
  const linter = new spectral.Spectral();
  // The package's types don't include its own rules.
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const found = await linter.run(body);
  assert.deepEqual(
    found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
    [],
  );
});

/**
 * Members of the classes ServiceDescriptionDocument to OpenApiOAuth2SecurityScheme (Open Badges 3.0,
 * appendix B). The license of 1EdTech's schema files doesn't let us distribute them.
 */
const serviceDescription = z.looseObject({
  openapi: z.string().regex(/^3\.0\.\d+$/),
  info: z.looseObject({
    ...{ termsOfService: z.url(), title: z.string().min(1), version: z.string() },
    ...{ 'x-imssf-image': z.url().optional(), 'x-imssf-privacyPolicyUrl': z.url() },
  }),
  components: z.looseObject({
    securitySchemes: z.strictObject({
      OAuth2ACG: z.looseObject({
        ...{ type: z.literal('oauth2'), description: z.string().optional() },
        'x-imssf-registrationUrl': z.url(),
      }),
    }),
  }),
});

test('the service description of Open Badges 3.0 has its members and is valid OpenAPI 3.0', async () => {
  const answer = await createTestClient(instance.url)('GET', '/ims/ob/v3p0/discovery');
  const service = assertOk(answer).body;
  serviceDescription.parse(service);
  assert.match(service.info.title, /^Insignia/);
  assert.deepEqual(
    Object.entries<object>(service.paths).map(([path, verbs]) => [path, ...Object.keys(verbs)]),
    [
      ['/discovery', 'get'],
      ['/credentials', 'get', 'post'],
      ['/profile', 'get'],
    ],
  );
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const isError = ({ severity }: { severity: number }) => severity === 0;
  assert.deepEqual((await linter.run(service)).filter(isError), []);
});

test('the OpenAPI document contains redirects, 304 responses, and errors shown as pages', () => {
  const listTypes = (method: string, path: string, status: number) =>
    Object.keys(body.paths[path][method].responses[status].content ?? {}).sort();
  const award = '/certify-badge/award/{guid}';
  const html = 'text/html';
  assert.deepEqual(listTypes('get', award, 303), []);
  assert.deepEqual(listTypes('get', award, 304), []);
  assert.deepEqual(listTypes('get', award, 404), ['application/json', html]);
  const erasedTypes = ['application/json', 'application/ld+json', html];
  assert.deepEqual(listTypes('get', award, 410), erasedTypes);
  assert.ok(body.paths[award].get.responses[303].headers.Location);
  const link = '/certify-badge/verify-issuer/{guid}/{code}';
  assert.ok(listTypes('get', link, 400).includes(html));
  for (const method of ['get', 'post'])
    assert.deepEqual(listTypes(method, '/mail/unsubscribe/{token}', 404), [html]);
});

test('the OpenAPI document lists response headers for the operations that send them', () => {
  const listNames = (of: object = {}) => Object.keys(of).sort();
  const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  for (const { operationId, responses } of described()) {
    const operation: Operation = operations[operationId as OperationId];
    const success = listNames(responses[successStatus(operation)]?.headers);
    const counted = limits.filter((name) => success.includes(name));
    assert.deepEqual(counted, operation.uncounted ? [] : limits, operationId);
    assert.deepEqual(
      listNames(responses[429]?.headers),
      operation.uncounted ? [] : [...limits, 'Retry-After'],
      operationId,
    );
    assert.equal(success.includes('Idempotent-Replayed'), operation.idempotent === true);
    assert.equal(success.includes('ETag'), operation.tagged === true, operationId);
  }
  const sent = (method: string, path: string) =>
    (body.paths[path][method].parameters as { $ref?: string }[]).flatMap(({ $ref }) => $ref ?? []);
  const place = '#/components/parameters';
  assert.deepEqual(sent('post', '/awards'), [`${place}/IdempotencyKey`, `${place}/AccountId`]);
  assert.deepEqual(sent('put', '/badges/{badgeId}'), [`${place}/IfMatch`, `${place}/AccountId`]);
});

test('the reference page loads nothing from other sites', async () => {
  const page = assertOk(await createTestClient(instance.url)('GET', '/docs/'));
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /https:|script-src[^;]*unsafe/);
  assert.doesNotMatch(page.text, /https?:\/\//);
});

test('a browser shows the reference without any error', async (t) => {
  const browser = await openBrowser();
  t.after(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = collectPageErrors(page, instance.url);
  // Not every browser logs caught exceptions.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      reportError(`${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(new URL('/docs/', instance.url).href);
  await page.getByRole('heading', { name: 'Authentication' }).waitFor();
  assert.equal(await page.title(), 'Insignia API');
  assert.deepEqual(complaints, []);
});

test('the reference has no accessibility violation by any rule of axe, light and dark', async (t) => {
  const browser = await openBrowser();
  t.after(() => browser.close());
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    await page.goto(new URL('/docs/', instance.url).href);
    await page.getByRole('heading', { name: 'Authentication' }).waitFor();
    await page.locator('code.hljs').first().waitFor();
    const found = await findViolations(page);
    assert.deepEqual(
      found.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => String(target))]),
      [],
      colorScheme,
    );
    const field = page.getByRole('combobox', { name: 'Name', exact: true });
    assert.deepEqual(
      [await field.textContent(), await field.getAttribute('aria-expanded')],
      ['X-Api-Key', 'false'],
    );
    await context.close();
  }
});

test('browsers that request /favicon.ico get an icon', async () => {
  const answer = await fetch(new URL('/favicon.ico', instance.url));
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/x-icon']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 4)], [0, 0, 1, 0]);
});
