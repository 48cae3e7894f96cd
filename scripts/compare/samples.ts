import { readFile } from 'node:fs/promises';
import { type Place, post, signUp } from './instance.ts';

export type Sample = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

type SampleData = {
  auth: Record<string, string>;
  cookie: string;
  issuer: string;
  badges: string[];
  credentials: string[];
  webhook: string;
};

/** Fills a new database: one issuer, four badges, 20 credentials of which three are revoked. */
export async function seed(place: Place): Promise<SampleData> {
  const email = 'owner@school.example';
  const cookie = await signUp(place, email);
  const session = { cookie, origin: place.url };
  const { key = '' } = await post(place, '/api-keys', { name: 'Key', scope: 'write' }, session);
  const auth = { 'x-api-key': key };
  const create = async (path: string, body: object, id: string) =>
    (await post(place, path, body, auth))[id]?.split('/').at(-1) ?? '';
  const issuer = await create(
    '/issuers',
    { name: 'Example School', url: 'https://school.example', email },
    'issuerId',
  );
  const image = (await readFile('docs/sample-badge.png')).toString('base64');
  const badges: string[] = [];
  for (const name of ['First aid', 'Sailing — level 2', 'مهارات البحث', '中文徽章']) {
    const criteria = '1. Took the **course**\n2. Passed the test';
    const texts = { name, description: 'Knows what to do.', criteria, tags: ['health'] };
    badges.push(await create('/badges', { ...texts, image, issuerId: issuer }, 'badgeId'));
  }
  const names = ['Ada Lovelace', 'Søren Aabye', 'Jürgen O’Neill', 'نورة العتيبي', '山田太郎さん'];
  const credentials: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const credential = {
      badgeId: badges[n % badges.length],
      recipient: { name: names[n % names.length], email: `p${n}@class.example` },
      issuedOn: `2026-03-${String(n + 1).padStart(2, '0')}`,
      ...(n % 3 === 0 && { expires: n % 2 === 0 ? '2036-04-30' : '2026-04-30' }),
      ...(n % 5 === 0 && { narrative: 'Helped **others**.' }),
    };
    credentials.push(await create('/awards', credential, 'awardId'));
  }
  for (const id of credentials.slice(0, 3))
    await post(place, `/awards/${id}/revoke`, { reason: 'Issued by mistake' }, auth);
  const endpoint = { url: 'https://hooks.example/in', events: ['*'] };
  return {
    auth,
    cookie,
    issuer,
    badges,
    credentials,
    webhook: await create('/webhooks', endpoint, 'id'),
  };
}

const get = (path: string, headers: Record<string, string> = {}): Sample => ({
  method: 'GET',
  path,
  headers,
});

function listDocuments({ issuer, badges, credentials }: SampleData): Sample[] {
  const paths = [
    `/certify-badge/issuer/${issuer}`,
    ...badges.map((id) => `/certify-badge/badge/${id}`),
    ...credentials.map((id) => `/certify-badge/award/${id}`),
  ];
  const types = ['*/*', 'application/json', 'application/ld+json', 'text/html'];
  return paths.flatMap((path) => [
    ...types.map((accept) => get(path, { accept })),
    { method: 'HEAD', path, headers: {} },
  ]);
}

function listFiles({ issuer, credentials }: SampleData, { url }: Place): Sample[] {
  const names = ['vc', 'vc.jwt', 'badge3.png', 'badge.png', 'qr.svg'];
  return [
    get(`/issuer/${issuer}/did.json`),
    ...credentials.flatMap((id) => [
      ...names.map((name) => get(`/credentials/${id}/${name}`)),
      get(`/oembed?url=${encodeURIComponent(`${url}/credentials/${id}`)}`),
    ]),
  ];
}

function listPages({ issuer, badges, credentials }: SampleData): Sample[] {
  const html = { accept: 'text/html' };
  return [
    ...['/sign-in', '/sign-up', '/verify', '/nothing/here'].map((path) => get(path, html)),
    get(`/issuer/${issuer}`, html),
    ...badges.map((id) => get(`/badge/${id}`, html)),
    ...credentials.flatMap((id) => [
      ...['en', 'de', 'ar'].map((language) =>
        get(`/credentials/${id}`, { ...html, 'accept-language': language }),
      ),
      get(`/credentials/${id}/embed`),
    ]),
  ];
}

function listReads({ auth, cookie, issuer, badges, credentials, webhook }: SampleData): Sample[] {
  const lists = [
    ...['/issuers', '/badges', '/awards', '/awards/imports', '/members', '/webhooks', '/mail'],
    '/recipients',
    ...['/account', '/stats', '/design-templates', '/audit-log', '/api-keys', '/jobs/none'],
    ...[`/webhooks/${webhook}`, `/webhooks/${webhook}/deliveries`, '/healthz', '/readyz'],
  ];
  const filters = [
    ...['filter.search=ada', 'filter.status=revoked', 'filter.status=valid', 'limit=5', 'limit=0'],
    ...['filter.status=expired', 'lastEvaluatedKey=garbage', 'filter.unknown=1'],
  ];
  const searched = ['/awards', '/recipients', '/badges', '/mail', '/audit-log'];
  const single = [
    ...['', '/brand', '/keys'].map((end) => `/issuers/${issuer}${end}`),
    ...badges.flatMap((id) => [`/badges/${id}`, `/badges/${id}/stats`]),
    ...credentials.flatMap((id) => [`/awards/${id}`, `/awards/${id}/events`]),
  ];
  return [
    ...lists.flatMap((path) => [get(path, auth), get(path), get(path, { cookie })]),
    ...filters.flatMap((query) => searched.map((path) => get(`${path}?${query}`, auth))),
    ...single.map((path) => get(path, auth)),
  ];
}

function listErrors({ auth, badges, issuer }: SampleData): Sample[] {
  const recipient = { name: 'Ada Lovelace', email: 'ada@class.example' };
  const [badgeId, issuedOn] = [badges[0], '2026-03-01'];
  const bodies: [path: string, body: unknown][] = [
    ['/issuers', {}],
    ['/issuers', { parameters: {} }],
    ['/issuers', { parameters: { name: 1, url: 'x', email: 'y' } }],
    ['/badges', { parameters: { name: '', issuerId: 'x', image: 'no' } }],
    ['/badges', { parameters: { name: 'A', criteria: 'c', issuerId: issuer, image: 'AAAA' } }],
    ['/awards', { parameters: {} }],
    ['/awards', { parameters: { badgeId: 'x', recipient: { name: 'A' }, issuedOn: '2026-02-30' } }],
    ['/awards', { parameters: { badgeId, recipient, issuedOn, expires: '2026-02-01' } }],
    ['/awards/revoke', { parameters: {} }],
    ['/awards/send', { parameters: { filter: { nothing: 1 } } }],
    ['/webhooks', { url: 'http://localhost/x', events: ['*'] }],
    ['/webhooks', { url: 'https://hooks.example', events: ['nothing'] }],
    ['/members', { parameters: { email: 'no' } }],
    ['/api/auth/sign-in/email', { email: 'nobody@school.example', password: 'wrong wrong' }],
    ['/verify', {}],
  ];
  const unknown = '00000000-0000-7000-8000-000000000000';
  const json = { 'content-type': 'application/json' };
  return [
    ...bodies.flatMap(([path, body]) =>
      [auth, {}].map((caller) => ({
        method: 'POST',
        path,
        headers: { ...json, ...caller },
        body: JSON.stringify(body),
      })),
    ),
    {
      method: 'POST',
      path: '/awards',
      headers: { ...auth, 'content-type': 'text/plain' },
      body: 'x',
    },
    { method: 'PATCH', path: '/awards', headers: { ...json, ...auth }, body: '{}' },
    ...[`/awards/${unknown}`, `/badges/${unknown}`, '/issuers/not-an-id'].flatMap((path) =>
      ['GET', 'DELETE'].map((method) => ({ method, path, headers: auth })),
    ),
  ];
}

export const listSamples = (data: SampleData, place: Place): Sample[] => [
  ...listDocuments(data),
  ...listFiles(data, place),
  ...listPages(data),
  ...listReads(data),
  ...listErrors(data),
];
