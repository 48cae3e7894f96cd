import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { assertOk, assertRefused } from '../support/client.ts';
import {
  fillInBadge,
  findHeading,
  findObstaclesEverywhere,
  openDashboard,
} from '../support/dashboard.ts';
import { createIssuer, createOwner, idFromUrl } from '../support/people.ts';
import { startReceiver } from '../support/receiver.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

// Two networks: one allowed, one private.
const { instance, browser } = await useInstanceAndBrowser({
  VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
});
const owner = await createOwner(instance);

type Page = {
  type?: string;
  body?: string | Buffer;
  status?: number;
  more?: Record<string, string>;
};
const web: Record<string, Page | ((response: ServerResponse) => void)> = {};
const requests: IncomingMessage[] = [];
const site = await startReceiver((request, response) => {
  requests.push(request);
  const found = web[request.url ?? ''] ?? { status: 404 };
  if (typeof found === 'function') return found(response);
  const { type = 'text/html; charset=utf-8', body = '', status = 200, more } = found;
  response.writeHead(status, { 'content-type': type, ...more }).end(body);
});
const inside = createServer((_request, response) => {
  requests.push(_request);
  response.end('<title>Secret</title>');
}).listen(0, '127.0.0.2');
await once(inside, 'listening');
const secret = `http://127.0.0.2:${(inside.address() as AddressInfo).port}/`;
after(async () => {
  inside.closeAllConnections();
  inside.close();
  await site.close();
});
const at = (path: string): string => new URL(path, site.url).href;
const lookUp = (url: string, more: object = {}, by = owner.api) =>
  by('POST', '/alignments/lookup', { parameters: { url, ...more } });

test('a competency is read from CASE, from a page and across redirects, by any authorized user', async () => {
  const item = {
    uri: 'https://case.example/uri/1',
    fullStatement: 'Draws a sample.',
    humanCodingScheme: 'ST.2',
    CFDocumentURI: { title: 'Statistics' },
  };
  web['/ims/case/v1p0/CFItems/1'] = { type: 'application/json', body: JSON.stringify(item) };
  web['/page'] = {
    type: 'text/html',
    body: Buffer.from('<meta charset=latin1><title>Übung</title>', 'latin1'),
  };
  web['/moved'] = { status: 301, more: { location: '/uri' } };
  web['/uri'] = { status: 303, more: { location: at('/page') } };
  const found = await owner.insignia.alignments.lookUp({ url: at('/ims/case/v1p0/CFItems/1') });
  assert.deepEqual(found, {
    ...{ targetName: 'Draws a sample.', targetUrl: item.uri },
    ...{ targetFramework: 'Statistics', targetCode: 'ST.2' },
  });
  const page = assertOk(await lookUp(at('/moved'), { language: 'de' }, owner.read)).body;
  assert.deepEqual(page, { targetName: 'Übung', targetUrl: at('/moved') });
  const headers: IncomingMessage['headers'] = requests.at(-1)?.headers ?? {};
  assert.deepEqual(
    [headers['accept-language'], headers['x-api-key'], headers.cookie],
    ['de, *;q=0.5', undefined, undefined],
  );
});

test('an unreadable competency is reported with its address and the reason', async () => {
  const packed = { 'content-encoding': 'gzip' };
  const big = `"${'x'.repeat(600_000)}"`;
  Object.assign(web, {
    '/loop': { status: 302, more: { location: '/loop' } },
    '/nowhere': { status: 302 },
    '/inside': { status: 302, more: { location: secret } },
    '/file': { status: 302, more: { location: 'file:///etc/passwd' } },
    '/pdf': { type: 'application/pdf', body: '%PDF' },
    '/untyped': { type: '' },
    '/big': { type: 'application/json', body: big },
    '/broken': { type: 'application/json', body: '{' },
    '/deep': { type: 'application/json', body: '['.repeat(200) + ']'.repeat(200) },
    '/packed': { more: packed },
    '/nameless': { body: '<p>Nothing' },
    '/long': { body: `<title>Long</title>${'<p>x'.repeat(200_000)}` },
    '/reset': (response: ServerResponse) => response.destroy(),
  });
  const unreachable: [string, RegExp][] = [
    [at('/not-there'), /^returned status 404$/],
    [at('/loop'), /more than 4 times/],
    [at('/nowhere'), /redirects without a URL/],
    [at('/inside'), /private address/],
    [at('/file'), /must start with http/],
    [at('/reset'), /can’t be reached/],
    [secret, /private address/],
    ['http://169.254.169.254/latest/meta-data/', /private address/],
    ['http://[::1]/', /private address/],
    ['http://2130706434/', /private address/],
    ['https://sample.invalid/', /can’t be reached/],
    [at('/page').replace(/:\d+\//, ':22/'), /must use port/],
  ];
  const unreadable: [string, RegExp][] = [
    [at('/pdf'), /neither a page nor a JSON document \(application\/pdf\)/],
    [at('/untyped'), /no media type/],
    [at('/big'), /more than 512 KiB/],
    [at('/broken'), /doesn't contain the JSON/],
    [at('/deep'), /nested/],
    [at('/packed'), /compressed/],
    [at('/nameless'), /has no name/],
  ];
  for (const [code, each] of [
    ['address_unreachable', unreachable],
    ['address_unreadable', unreadable],
  ] as const)
    for (const [url, why] of each) {
      const answer = await lookUp(url);
      assertRefused(answer, 422, code);
      const [{ path, message }] = answer.body.details;
      assert.equal(path, 'url', url);
      assert.match(message, why, url);
    }
  assert.equal(assertOk(await lookUp(at('/long'))).body.targetName, 'Long');
  for (const url of ['javascript:alert(1)', 'https://u:p@a.example/', 'nowhere', ''])
    assertRefused(await lookUp(url), 400, 'invalid_request');
  assertRefused(await lookUp(at('/page'), { language: 'a\r\nb' }), 400, 'invalid_request');
  assert.deepEqual(
    requests.filter(({ headers }) => headers.host?.startsWith('127.0.0.2')),
    [],
  );
});

test('a link pasted into the badge form fills in the skill, which can be corrected', async () => {
  await createIssuer(owner);
  let onResponse: (() => void) | undefined;
  const waits = new Promise<void>((resolve) => {
    onResponse = resolve;
  });
  const json = {
    '@type': 'DefinedTerm',
    name: 'Sailing',
    description: 'Goes by wind.',
    termCode: 'S-1',
  };
  web['/sailing'] = (response) =>
    void waits.then(() =>
      response
        .writeHead(200, { 'content-type': 'application/ld+json' })
        .end(JSON.stringify({ ...json, inDefinedTermSet: { name: 'Sports' } })),
    );
  const { page, complaints } = await openDashboard(browser, instance, owner, '/badges/new');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await fillInBadge(page, 'Skipper');
  await button('More details').click();
  await button('Add skill').click();
  await field('Link').fill('nowhere');
  await button('Fill in details').click();
  await page.getByText('Enter a URL that starts with http:// or https://').waitFor();
  await field('Link').fill(at('/pdf'));
  await button('Fill in details').click();
  await page.getByText('The page behind this link can’t be read').waitFor();
  const obstacles = await findObstaclesEverywhere(page, 'a link that says nothing');
  await field('Link').fill('');
  // As a paste by a person.
  await field('Link').evaluate((input: HTMLInputElement, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, at('/sailing'));
  await field('Link').fill(at('/sailing'));
  await field('Code').fill('S-2');
  onResponse?.();
  await page.getByText('Check the details').first().waitFor();
  obstacles.push(...(await findObstaclesEverywhere(page, 'what was filled in')));
  await field('Skill').fill('Sailing alone');
  await button('Create badge').click();
  await findHeading(page, 'Skipper').waitFor();
  const badgeId = idFromUrl(new URL(page.url()).pathname);
  const { alignment } = await owner.insignia.badges.get({ badgeId });
  assert.deepEqual(alignment, [
    {
      ...{ targetName: 'Sailing alone', targetUrl: at('/sailing'), targetCode: 'S-2' },
      ...{ targetDescription: 'Goes by wind.', targetFramework: 'Sports' },
    },
  ]);
  assert.deepEqual(obstacles, []);
  // Browsers log each error response.
  assert.match(complaints.join('\n'), /^Failed to load resource: [^\n]* 422 [^\n]*$/);
});
