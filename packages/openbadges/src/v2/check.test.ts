import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  type AssertionCheckName,
  type CheckInput,
  check,
  type Json,
  type Outcome,
} from '../index.ts';

const now = Date.parse('2026-06-01');
const v2 = 'https://w3id.org/openbadges/v2';
const ids = {
  assertion: 'https://badges.example/a/1',
  badge: 'https://badges.example/b/1',
  issuer: 'https://badges.example/i/1',
};
const issuer: Json = {
  '@context': v2,
  type: 'Issuer',
  id: ids.issuer,
  name: 'University',
  url: 'https://university.example',
  email: 'badges@university.example',
};
const badge: Json = {
  '@context': v2,
  type: 'BadgeClass',
  id: ids.badge,
  name: 'Sailor',
  description: 'Can sail',
  image: 'https://badges.example/b.png',
  criteria: { narrative: 'Sail' },
  issuer: ids.issuer,
};
const hash = (text: string, algorithm = 'sha256') =>
  `${algorithm}$${createHash(algorithm).update(text).digest('hex')}`;
const assertion: Json = {
  '@context': v2,
  type: 'Assertion',
  id: ids.assertion,
  recipient: { type: 'email', hashed: true, identity: hash('ada@example.org') },
  badge: ids.badge,
  issuedOn: '2026-03-01T00:00:00.000Z',
  verification: { type: 'hosted' },
};

type Web = Record<string, unknown>;
const web = (more: Web = {}): Web => ({
  [ids.assertion]: assertion,
  [ids.badge]: badge,
  [ids.issuer]: issuer,
  ...more,
});

function run(pages: Web, input: Partial<CheckInput> = {}) {
  return check({
    source: { url: ids.assertion },
    now,
    read: async (url) => {
      const document = pages[url];
      if (typeof document === 'string') return { outcome: 'unknown', problem: document };
      return document === undefined ? { status: 404, document: {} } : { status: 200, document };
    },
    ...input,
  });
}
async function outcomes(pages: Web, input: Partial<CheckInput> = {}) {
  const verdict = await run(pages, input);
  const bad = verdict.checks.filter(({ outcome }) => outcome !== 'valid');
  return {
    outcome: verdict.outcome,
    bad: Object.fromEntries(bad.map((each) => [each.check, each.outcome])),
  };
}
async function finds(
  pages: Web,
  bad: Partial<Record<AssertionCheckName, Outcome>>,
  input: Partial<CheckInput> = {},
) {
  const found = await outcomes(pages, input);
  assert.deepEqual(found.bad, bad);
  const worst = Object.values(bad).includes('invalid') ? 'invalid' : 'unknown';
  assert.equal(found.outcome, Object.keys(bad).length === 0 ? 'valid' : worst);
}
const changed = (change: Json): Web => web({ [ids.assertion]: { ...assertion, ...change } });
const changedBadge = (change: Json): Web => web({ [ids.badge]: { ...badge, ...change } });
const changedIssuer = (change: Json): Web => web({ [ids.issuer]: { ...issuer, ...change } });

test('a plain hosted badge is valid, and its badge and issuer are returned', async () => {
  const verdict = await run(web());
  assert.equal(verdict.outcome, 'valid');
  assert.deepEqual(
    verdict.checks.map(({ check: name }) => name),
    ['fetched', 'shape', 'scope', 'issuer', 'badge', 'expiry', 'revocation'],
  );
  assert.equal(verdict.found.badge?.name, 'Sailor');
  assert.equal(verdict.found.issuer?.name, 'University');
});

test('a link that differs from the id of its assertion leads to the assertion at the id', async () => {
  const link = `${ids.assertion}?identity__email=ada%40example.org`;
  const source = { url: link };
  const verdict = await run(web({ [link]: { ...assertion, badge: 'changed' } }), { source });
  assert.deepEqual([verdict.status, verdict.found.id], ['valid', ids.assertion]);
  const baked = { document: link };
  assert.equal((await run(web({ [link]: assertion }), { source: baked })).status, 'valid');
  const isMissing = await run({ [link]: assertion }, { source });
  assert.deepEqual([isMissing.status, isMissing.outcome], ['not_found', 'invalid']);
  const elsewhere = { ...assertion, id: 'https://badges.example/a/2' };
  for (const pages of [
    web({ [link]: { ...assertion, id: 'urn:uuid:1' } }),
    web({ [link]: assertion, [ids.assertion]: elsewhere }),
    web({ [link]: { ...badge, id: ids.assertion } }),
  ])
    assert.equal((await run(pages, { source })).outcome, 'invalid');
  const pasted = { source: { document: JSON.stringify(assertion) } };
  const answer = await run(web({ [ids.assertion]: elsewhere, [elsewhere.id]: elsewhere }), pasted);
  assert.equal(answer.outcome, 'invalid', 'only links may differ');
});

test('every legal shape is accepted', async () => {
  const { '@context': _context, ...bare } = assertion;
  const shapes: Web[] = [
    changed({ '@context': ['https://example.org/x', v2, { local: 'https://l.example' }] }),
    changed({ type: ['Assertion', 'https://example.org/Diploma'] }),
    changed({ badge: [ids.badge], issuedOn: ['2026-03-01T10:00:00+02:00'] }),
    changed({ recipient: [{ type: ['email'], hashed: 'true', identity: [hash('x')] }] }),
    changed({ verification: { type: 'HostedBadge' } }),
    changed({ verification: undefined, verify: { type: ['HostedBadge'] } }),
    changed({ expires: '2026-06-02', evidence: [{ narrative: 'x' }] }),
    changed({ recipient: { type: 'email', hashed: false, identity: 'ada@example.org' } }),
    changed({ badge }),
    changed({ badge: { ...badge, issuer } }),
    changedBadge({ issuer }),
    changedBadge({ issuer: [{ ...issuer, '@context': undefined }] }),
    changedBadge({ criteria: 'https://university.example/sail' }),
    changedBadge({ criteria: [{ id: 'https://university.example/sail' }] }),
    changedBadge({ image: { id: 'https://badges.example/b.png', caption: 'x' } }),
    changedIssuer({ type: 'Profile' }),
    changedIssuer({ type: ['https://w3id.org/openbadges#Issuer'] }),
    web({ [ids.assertion]: [assertion] }),
    web({
      [ids.assertion]: {
        '@context': v2,
        '@graph': [{ type: 'Other' }, bare],
      },
    }),
  ];
  for (const [at, pages] of shapes.entries())
    assert.deepEqual(await outcomes(pages), { outcome: 'valid', bad: {} }, `shape ${at}`);
});

test('§Assertion: missing or wrong members make the shape invalid', async () => {
  for (const change of [
    { '@context': 'https://w3id.org/openbadges/v1' },
    { recipient: undefined },
    { recipient: 'ada@example.org' },
    { recipient: { type: 'email', identity: 'x' } },
    { issuedOn: undefined },
    { issuedOn: 'yesterday' },
    { issuedOn: '2026-02-30' },
  ] as Json[])
    await finds(changed(change), { shape: 'invalid' });
  await finds(changed({ expires: 'never' }), { shape: 'invalid' });
  await finds(changed({ verification: undefined }), { shape: 'invalid', scope: 'unknown' });
  await finds(changed({ badge: undefined }), {
    shape: 'invalid',
    badge: 'invalid',
    issuer: 'unknown',
    scope: 'unknown',
  });
});

test('§BadgeClass, §Profile: missing members make badge or issuer invalid', async () => {
  for (const name of ['name', 'description', 'image', 'criteria'])
    await finds(changedBadge({ [name]: undefined }), { badge: 'invalid' });
  for (const criteria of ['Sail well', { narrative: '' }, {}])
    await finds(changedBadge({ criteria }), { badge: 'invalid' });
  for (const name of ['name', 'url', 'email'])
    await finds(changedIssuer({ [name]: undefined }), { issuer: 'invalid' });
  await finds(changedIssuer({ type: 'BadgeClass' }), { issuer: 'invalid' });
});

test('§VerificationObject: an assertion must be hosted where its issuer allows', async () => {
  const says = (verification: Json) => changedIssuer({ verification });
  await finds(says({ type: 'hosted', allowedOrigins: 'badges.example' }), {});
  await finds(says({ allowedOrigins: ['other.example', 'https://badges.example'] }), {});
  await finds(says({ startsWith: 'https://badges.example/a/' }), {});
  await finds(says({ startsWith: ['https://x.example/', 'https://badges.example/'] }), {});
  await finds(says({ allowedOrigins: 'other.example' }), { scope: 'invalid' });
  await finds(says({ allowedOrigins: 'badges.example.evil.example' }), { scope: 'invalid' });
  await finds(says({ startsWith: 'https://badges.example/z/' }), { scope: 'invalid' });
  for (const startsWith of ['https://badges.example', 'https://badges.example/a', ids.assertion])
    await finds(says({ startsWith }), {});
  for (const startsWith of ['https://badges.example/a/1/', 'https://badges.exam', 'https:', '']) {
    const outcome = await outcomes(says({ startsWith }));
    assert.deepEqual(outcome.bad, { scope: 'invalid' }, startsWith);
  }
  await finds(changed({ verification: { type: 'SignedBadge' } }), { scope: 'unknown' });
  const elsewhere = 'https://university.example/i/1';
  const moved = web({
    [ids.badge]: { ...badge, issuer: elsewhere },
    [elsewhere]: { ...issuer, id: elsewhere },
  });
  await finds(moved, { scope: 'invalid' });
});

test('§VerificationObject: a prefix matches only whole parts of the path or query', async () => {
  const at = async (id: string, startsWith: string) => {
    const pages = web({
      [id]: { ...assertion, id },
      [ids.badge]: { ...badge, issuer: { ...issuer, verification: { startsWith } } },
    });
    return (await outcomes(pages, { source: { url: id } })).bad;
  };
  for (const [id, prefix] of [
    ['https://badges.example/a/1', 'https://badges.example/a'],
    ['https://badges.example/a?id=1', 'https://badges.example/a'],
    ['https://badges.example/a?id=1', 'https://badges.example/a?id='],
    ['https://badges.example/a?org=7&id=1', 'https://badges.example/a?org=7'],
  ] as const)
    assert.deepEqual(await at(id, prefix), {}, `${id} under ${prefix}`);
  for (const [id, prefix] of [
    ['https://badges.example/abc/1', 'https://badges.example/a'],
    ['https://badges.example/a/../evil/1', 'https://badges.example/a/'],
    ['https://badges.example/a/%2e%2E/evil/1', 'https://badges.example/a/'],
    ['https://badges.example/a?org=77&id=1', 'https://badges.example/a?org=7'],
    ['https://badges.example@evil.example/a/1', 'https://badges.example'],
    ['https://badges.example.evil.example/a/1', 'https://badges.example'],
    ['https://badges.example:8443/a/1', 'https://badges.example'],
  ] as const)
    assert.equal((await at(id, prefix)).scope, 'invalid', `${id} under ${prefix}`);
});

test('a member that cannot become text or an algorithm is an error of the document, never of the check', async () => {
  const hostile = { toString: 1, valueOf: null };
  const odd = [hostile, [hostile], { toString: { toString: 1 } }];
  for (const type of odd) {
    await finds(changed({ type }), { shape: 'invalid' });
    await finds(changed({ verification: { type } }), { scope: 'unknown' });
    for (const name of ['startsWith', 'allowedOrigins'])
      await finds(changedIssuer({ verification: { [name]: type } }), { scope: 'invalid' });
  }
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const recipient = { type: 'email', hashed: true, identity: `${name}$00` };
    const input = { email: 'ada@example.org' };
    await finds(changed({ recipient }), { recipient: 'unknown' }, input);
  }
  let deep: unknown = ids.badge;
  for (let depth = 0; depth < 100_000; depth++) deep = { id: deep };
  assert.equal((await run(changed({ badge: deep }))).outcome, 'invalid');
});

test('an embedded issuer is fetched from its own host, so nobody can claim another issuer', async () => {
  const real = 'https://university.example/i/1';
  const forged = { ...issuer, id: real, verification: { allowedOrigins: 'badges.example' } };
  const pages = changedBadge({ issuer: forged });
  await finds({ ...pages, [real]: { ...issuer, id: real } }, { scope: 'invalid' });
  await finds(pages, { issuer: 'invalid', scope: 'unknown' });
});

test('a document whose id names another URL is invalid', async () => {
  await finds(changed({ id: 'https://badges.example/a/2' }), { fetched: 'invalid' });
  await finds(changedBadge({ id: 'https://badges.example/b/2' }), {
    badge: 'invalid',
    issuer: 'unknown',
    scope: 'unknown',
  });
  await finds(changedIssuer({ id: 'https://badges.example/i/2' }), {
    issuer: 'invalid',
    scope: 'unknown',
  });
  await finds(web(), { fetched: 'invalid' }, { source: { url: ids.badge } });
  await finds(web(), { fetched: 'invalid' }, { source: { url: 'ftp://badges.example/a/1' } });
});

test('an unreachable document never passes', async () => {
  await finds(web({ [ids.assertion]: 'could not be reached' }), { fetched: 'unknown' });
  await finds(web({ [ids.badge]: 'could not be reached' }), {
    badge: 'unknown',
    issuer: 'unknown',
    scope: 'unknown',
  });
  await finds(web({ [ids.issuer]: 'could not be reached' }), {
    issuer: 'unknown',
    scope: 'unknown',
  });
  await finds(web({ [ids.assertion]: undefined }), { fetched: 'invalid' });
  await finds(
    web(),
    { fetched: 'unknown' },
    { read: async () => ({ status: 302, document: undefined }) },
  );
  await finds(
    web(),
    { fetched: 'invalid' },
    { read: async () => ({ status: 200, document: 'hello' }) },
  );
});

test('§Assertion "revoked", "expires": either one invalidates the assertion', async () => {
  await finds(changed({ revoked: true, revocationReason: 'Copied' }), { revocation: 'invalid' });
  await finds(changed({ revoked: false }), {});
  await finds(changed({ expires: '2026-05-31' }), { expiry: 'invalid' });
  await finds(changed({ issuedOn: '2026-06-02' }), { expiry: 'invalid' });
  const stripped = { '@context': v2, type: 'Assertion', id: ids.assertion, revoked: true };
  await finds(
    web(),
    {
      revocation: 'invalid',
      badge: 'unknown',
      issuer: 'unknown',
      scope: 'unknown',
      expiry: 'unknown',
    },
    { read: async () => ({ status: 410, document: stripped }) },
  );
});

test('the status distinguishes expired, revoked, missing, invalid and unchecked badges', async () => {
  const status = async (pages: Web, input: Partial<CheckInput> = {}) =>
    (await run(pages, input)).status;
  const past = { expires: '2026-05-31' };
  const revoked = { revoked: true, revocationReason: 'error' };
  const email = 'eve@example.org';
  assert.equal(await status(web()), 'valid');
  assert.equal(await status(changed(past)), 'expired');
  assert.equal(await status(changed(past), { email: 'ada@example.org' }), 'expired');
  assert.equal(await status(changed(revoked)), 'revoked');
  assert.equal((await run(changed(revoked))).found.revocationReason, 'error');
  assert.equal(await status(changed({ ...revoked, ...past })), 'revoked');
  const stripped = {
    status: 410,
    document: { '@context': v2, type: 'Assertion', id: ids.assertion },
  };
  assert.equal(await status({}, { read: async () => stripped }), 'revoked');
  // A badge that is another's, incomplete or unverifiable is never reported as genuine.
  assert.equal(await status(changed(past), { email }), 'invalid');
  assert.equal(await status(changed(revoked), { email }), 'invalid');
  assert.equal(await status(changed({ ...past, badge: undefined })), 'invalid');
  assert.equal(await status(changed({ ...past, issuedOn: '2026-07-01' })), 'invalid');
  assert.equal(await status({ ...changed(past), [ids.issuer]: 'is away' }), 'invalid');
  assert.equal(await status(web({ [ids.issuer]: 'is away' })), 'unknown');
  assert.equal(await status(web({ [ids.assertion]: 'is away' })), 'unknown');
  assert.equal(await status({}), 'not_found');
  assert.equal(
    await status({}, { read: async () => ({ status: 410, document: undefined }) }),
    'not_found',
  );
  assert.equal(await status(web({ [ids.badge]: undefined })), 'invalid');
  assert.equal(await status(web(), { source: { document: '{}' } }), 'invalid');
});

test('the recipient is named when the assertion contains a profile', async () => {
  const named = (profile: unknown) => changed({ 'extensions:recipientProfile': profile });
  const recipient = async (pages: Web) => (await run(pages)).found.recipient;
  assert.equal(await recipient(web()), undefined);
  const profile = { type: ['Extension', 'extensions:RecipientProfile'], name: 'Ada Lovelace' };
  assert.deepEqual(await recipient(named(profile)), { name: 'Ada Lovelace' });
  assert.deepEqual(await recipient(named([profile])), { name: 'Ada Lovelace' });
  for (const odd of ['Ada', {}, { name: ' ' }, { name: 7 }, null])
    assert.equal(await recipient(named(odd)), undefined);
});

test('of several email addresses, the one that the badge was issued to is reported', async () => {
  const email = ['eve@example.org', 'ada@example.org'];
  const verdict = await run(web(), { email });
  assert.deepEqual([verdict.outcome, verdict.issuedTo], ['valid', 'ada@example.org']);
  const { message } = verdict.checks.at(-1) ?? {};
  assert.equal(message, 'The credential was issued to ada@example.org.');
  for (const others of [['eve@example.org'], ['eve@example.org', 'bob@example.org']]) {
    const { outcome, issuedTo } = await run(web(), { email: others });
    assert.deepEqual([outcome, issuedTo], ['invalid', undefined]);
  }
  const none = await run(web(), { email: [] });
  assert.deepEqual([none.outcome, none.issuedTo], ['unknown', undefined]);
  assert.ok(!('issuedTo' in (await run(web(), { email: 'ada@example.org' }))));
});

test('§IdentityObject: an email address matches in any hashed or plain form', async () => {
  const to = (recipient: Json) =>
    changed({ recipient: { type: 'email', hashed: true, ...recipient } });
  const email = 'Ada@Example.org';
  for (const identity of [
    { identity: hash('ada@example.org') },
    { identity: hash('Ada@Example.org') },
    { identity: hash('ada@example.orgsea'), salt: 'sea' },
    { identity: hash('Ada@Example.orgsea').toUpperCase().replace('SHA256', 'sha256'), salt: 'sea' },
    { identity: hash('ada@example.org', 'md5') },
    { identity: 'ADA@example.org', hashed: false },
  ])
    await finds(to(identity), {}, { email });
  await finds(to({ identity: hash('bob@example.org') }), { recipient: 'invalid' }, { email });
  await finds(
    to({ identity: hash('ada@example.org'), salt: 'sea' }),
    { recipient: 'invalid' },
    { email },
  );
  await finds(to({ identity: 'sha512$00' }), { recipient: 'unknown' }, { email });
  await finds(
    to({ type: 'url', identity: 'https://ada.example' }),
    { recipient: 'unknown' },
    { email },
  );
});

test('a pasted document is valid only when its host serves the same content', async () => {
  const fromDocument = (document: unknown) => ({
    source: { document: typeof document === 'string' ? document : JSON.stringify(document) },
  });
  await finds(web(), {}, fromDocument(assertion));
  await finds(
    web(),
    {},
    fromDocument([{ ...assertion, badge: [ids.badge], issuedOn: '2026-03-01T01:00:00+01:00' }]),
  );
  await finds(web(), {}, fromDocument(`  ${ids.assertion}\n`));
  await finds(
    web(),
    { fetched: 'invalid' },
    fromDocument({ ...assertion, badge: 'https://badges.example/b/2' }),
  );
  await finds(
    web(),
    { fetched: 'invalid' },
    fromDocument({
      ...assertion,
      recipient: { type: 'email', hashed: false, identity: 'eve@example.org' },
    }),
  );
  await finds(web(), { fetched: 'invalid' }, fromDocument({ ...assertion, id: 'urn:uuid:1' }));
  for (const text of ['', 'hello', '[]', '42', 'null', 'eyJ.eyJ.sig', '{"a":'])
    await finds(web(), { fetched: 'invalid' }, fromDocument(text));
});

test('an address is parsed once, however many allowed prefixes its issuer has', async ({
  mock,
}) => {
  let parsed = 0;
  const Real = URL;
  class Counted extends Real {
    constructor(...[url, base]: ConstructorParameters<typeof URL>) {
      parsed += String(url).length;
      super(url, base);
    }
    static override canParse(url: string): boolean {
      parsed += url.length;
      return Real.canParse(url);
    }
  }
  const places = Array.from({ length: 1_000 }, (_, at) => `https://badges.example/${at}/`);
  const long = `https://badges.example/a/${'x'.repeat(100_000)}`;
  const hosted = { ...assertion, id: long };
  const spread = { ...issuer, verification: { type: 'v', startsWith: places } };
  mock.property(globalThis, 'URL', Counted);
  const verdict = await run(web({ [long]: hosted, [ids.issuer]: spread }), {
    source: { url: long },
  });
  mock.restoreAll();
  const scope = verdict.checks.find(({ check: name }) => name === 'scope');
  assert.match(scope?.message ?? '', /isn’t hosted where/);
  assert.ok(parsed < 2_000_000, `${parsed} characters`);
});
