// Public pages in the cache are answered before the framework. Clients can't tell the difference.
import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { after, before, test } from 'node:test';
import { pagePaths } from '@insignia/contract';
import { pino } from 'pino';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

type Reply = { status: number | undefined; headers: IncomingHttpHeaders; body: string };

/** Sends any Host header, which `fetch` doesn't allow. */
const read = (url: string, method: string, headers: OutgoingHttpHeaders): Promise<Reply> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        // Each response from the framework has its own id.
        const { date: _, 'x-request-id': __, ...headers } = answer.headers;
        const body = Buffer.concat(chunks).toString('base64');
        resolve({ status: answer.statusCode, headers: headers, body });
      });
    })
      .once('error', reject)
      .end();
  });

let plain: Instance;
let secure: Instance;
let metricsPort: number;
before(async () => {
  metricsPort = await findFreePort();
  [plain, secure] = await Promise.all([
    startInstance({ TOPOLOGY: 'one', METRICS_PORT: String(metricsPort) }),
    startInstance({ TOPOLOGY: 'one', BASE_URL: 'https://badges.example.org' }),
  ]);
});
after(() => Promise.all([plain.stop(), secure.stop()]));

type Page = { name: string; route: string; path: string };
async function publish(
  instance: Instance,
): Promise<{ owner: Owner; pages: Page[]; documents: string[] }> {
  const owner = await createOwner({ ...instance, url: instance.direct });
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const ids = {
    credential: idFromUrl(await issueAward(owner, badgeId)),
    embed: idFromUrl(await issueAward(owner, badgeId)),
    badge: idFromUrl(badgeId),
    issuer: idFromUrl(issuerId),
  };
  const pages = (['credential', 'embed', 'badge', 'issuer'] as const).map((name) => ({
    name,
    route: pagePaths[name],
    path: pagePaths[name].replace(':guid', ids[name]),
  }));
  const documents = [
    `/certify-badge/award/${ids.credential}`,
    `/certify-badge/badge/${ids.badge}`,
    `/certify-badge/issuer/${ids.issuer}`,
    `/credentials/${ids.credential}/vc`,
    `/credentials/${ids.credential}/vc.jwt`,
    `/credentials/${ids.credential}/badge3.png`,
    `/issuer/${ids.issuer}/did.json`,
  ];
  return { owner, pages, documents };
}

/** An id in capitals leads to the same page, but only through the framework. */
const inCapitals = (path: string): string =>
  path.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase());

/** A redirect's address keeps the letter case of the request. */
const comparable = ({ status, headers, body }: Reply) => ({
  status,
  body,
  headers: { ...headers, ...(headers.location && { location: headers.location.toLowerCase() }) },
});

function* requests(host: string, etag: string) {
  const tags = [undefined, etag, `W/${etag.replace(/"$/, '-br"')}`, '"other"'];
  for (const method of ['GET', 'HEAD'])
    for (const requestCount of [host, 'elsewhere.example'])
      for (const accept of [undefined, 'text/html,*/*;q=0.8', 'application/json'])
        for (const encoding of [undefined, 'gzip', 'gzip, deflate, br'])
          for (const tag of tags)
            for (const query of ['', '?led=1']) {
              const headers: OutgoingHttpHeaders = { host: requestCount };
              if (accept) headers.accept = accept;
              if (encoding) headers['accept-encoding'] = encoding;
              if (tag) headers['if-none-match'] = tag;
              yield { method, headers, query };
            }
}

/** Counts how often a page was answered before the framework, and by the framework. */
async function counts({ name, route }: Page): Promise<{ early: number; routed: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sum = (series: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(series))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
  return {
    early: sum(`insignia_public_documents_total{document="${name}_page"`),
    routed: ['GET', 'HEAD'].reduce(
      (total, method) =>
        total + sum(`insignia_http_request_seconds_count{method="${method}",route="${route}"`),
      0,
    ),
  };
}

test('a cached page or document has the same status, headers and body as an uncached one', async () => {
  for (const instance of [plain, secure]) {
    const { pages, documents } = await publish(instance);
    const { host } = new URL(instance.url);
    for (const path of [...pages.map((page) => page.path), ...documents]) {
      const url = instance.direct + path;
      const first = await read(url, 'GET', { host });
      assert.equal(first.status, 200, path);
      assert.deepEqual(await read(url, 'GET', { host }), first, `${path}, from the cache`);
      const statuses = new Set<number | undefined>();
      for (const { method, headers, query } of requests(host, first.headers.etag ?? '')) {
        const early = await read(url + query, method, headers);
        const routed = await read(instance.direct + inCapitals(path) + query, method, headers);
        const about = `${method} ${path}${query} ${JSON.stringify(headers)}`;
        assert.deepEqual(comparable(early), comparable(routed), about);
        statuses.add(early.status);
      }
      assert.ok(statuses.has(200) && statuses.has(304), `${path}: ${[...statuses]}`);
    }
  }
});

test('a page has its security headers, also from the cache', async () => {
  const protection = {
    'content-security-policy': /^default-src 'none'; /,
    'cross-origin-opener-policy': /^same-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'origin-agent-cluster': /^\?1$/,
    'referrer-policy': /^strict-origin-when-cross-origin$/,
    'strict-transport-security': /^max-age=31536000$/,
    'x-content-type-options': /^nosniff$/,
    'x-dns-prefetch-control': /^off$/,
    'x-download-options': /^noopen$/,
    'x-frame-options': /^SAMEORIGIN$/,
    'x-permitted-cross-domain-policies': /^none$/,
    'x-xss-protection': /^0$/,
  };
  const { pages } = await publish(secure);
  const { host } = new URL(secure.url);
  for (const { name, path } of pages)
    for (const time of ['first', 'cached']) {
      const { headers } = await read(secure.direct + path, 'GET', { host });
      for (const [header, value] of Object.entries(protection)) {
        const isEmbed = name === 'embed';
        const about = `${path} ${header}, ${time}`;
        if (isEmbed && header === 'x-frame-options') assert.equal(headers[header], undefined);
        else if (isEmbed && header === 'cross-origin-resource-policy')
          assert.equal(headers[header], 'cross-origin', about);
        else assert.match(String(headers[header]), value, about);
      }
      assert.equal(headers['set-cookie'], undefined);
    }
});

test('a page from the cache is counted by its kind, and does not reach the framework', async () => {
  const { owner, pages } = await publish(plain);
  for (const page of pages) {
    const { host } = new URL(plain.url);
    const url = plain.direct + page.path;
    const before = await counts(page);
    const first = await read(url, 'GET', { host });
    const steps = [
      await read(url, 'GET', { host, accept: 'text/html' }),
      await read(`${url}?utm_source=mail`, 'GET', { host, 'accept-encoding': 'br' }),
      await read(url, 'HEAD', { host }),
      await read(url, 'GET', { host, 'if-none-match': first.headers.etag }),
    ];
    assert.deepEqual(
      steps.map(({ status }) => status),
      [200, 200, 200, 304],
    );
    await waitForCondition(
      'it is counted',
      async () => (await counts(page)).routed > before.routed,
    );
    const since = await counts(page);
    assert.deepEqual(
      { early: since.early - before.early, routed: since.routed - before.routed },
      { early: 4, routed: 1 },
      page.name,
    );
  }
  // The next reader sees a change.
  const [shown] = pages;
  const id = shown?.path.split('/').at(-1) ?? '';
  await owner.insignia.credentials.revoke({ awardId: id, reason: 'a mistake' });
  const { body } = await read(plain.direct + shown?.path, 'GET', { host: new URL(plain.url).host });
  assert.match(Buffer.from(body, 'base64').toString(), /a mistake/);
});

test('with LOG_LEVEL=debug each cached read is logged with its route', async () => {
  const { pages } = await publish(plain);
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) });
  const running = await startInstance(
    {
      ...{ DATABASE_URL: plain.databaseUrl, BASE_URL: plain.url, LOG_LEVEL: 'debug', ROLE: 'api' },
      ...{ DATA_DIR: plain.config.dataDir },
    },
    log,
  );
  const lines = (route: string) =>
    logged.filter((line) => line.msg === 'request' && line.route === route);
  try {
    for (const { path, route } of pages) {
      const address = running.direct + path;
      const { host } = new URL(plain.url);
      for (let time = 0; time < 3; time++) await read(address, 'GET', { host });
      await waitForCondition(`3 lines of ${route}`, () => lines(route).length === 3);
      for (const line of lines(route)) {
        assert.deepEqual([line.method, line.status], ['GET', 200]);
        assert.ok(Number(line.ms) >= 0);
        assert.match(String(line.requestId), /^[0-9a-f-]{36}$/);
      }
    }
  } finally {
    await running.stop();
  }
});
