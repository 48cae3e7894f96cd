import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Operation, type OperationId, operations, successStatus } from '@insignia/contract';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startDnsServer } from './support/dns-server.ts';
import { badgeImage } from './support/images.ts';
import { findMailLink, type ReceivedEmail } from './support/mailbox.ts';
import {
  addMember,
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
} from './support/people.ts';
import {
  createWorld,
  csvHeaders,
  fillPath,
  getSampleFile,
  sampleBodies,
  sampleCsv,
  type World,
} from './support/samples.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const dns = await startDnsServer();
after(() => dns.stop());
const instance = await useInstance({ DNS_SERVERS: dns.address });
const owner = await createOwner(instance, 'pro');

type Act = {
  id: string;
  at: string;
  action: string;
  target: string | null;
  fields: string[];
  actor: { personId: string; email: string } | null;
  key: { keyId: string; name: string } | null;
  about: {
    kind: string;
    name: string | null;
    badge: { badgeId: string; name: string } | null;
    import: { status: string; dryRun: boolean; issued: number; failed: number } | null;
    count: number | null;
  } | null;
};
async function acts(): Promise<Act[]> {
  const all: Act[] = [];
  let key: string | undefined;
  do {
    const query = key ? `?lastEvaluatedKey=${key}` : '';
    const page = assertOk(await owner.bearer('GET', `/audit-log${query}`)).body;
    all.push(...page.items);
    key = page.lastEvaluatedKey;
  } while (key);
  return all;
}

/** The last of `n` emails by creation: two workers may send them out of order. */
async function newest(address: string, n: number): Promise<ReceivedEmail> {
  await instance.mailbox.waitFor(address, /./, n - 1);
  const all = instance.mailbox.received.filter(({ to }) => to.includes(address));
  return all.sort((a, b) =>
    (a.mail.messageId ?? '') < (b.mail.messageId ?? '') ? 1 : -1,
  )[0] as ReceivedEmail;
}

/** Prerequisites of each write. The operations table lists the writes. */
async function doEverything(): Promise<void> {
  const { api, session, bearer } = owner;
  const post = async (path: string, parameters: object = {}, send = api) =>
    assertOk(await send('POST', path, { parameters })).body;
  const issuer = await createIssuer(owner);
  assertOk(
    await api('PUT', `/issuers/${issuer}`, { parameters: { linkedinOrganizationId: '42' } }),
  );
  assertOk(await api('PUT', `/issuers/${issuer}/name`, { parameters: { name: 'Corrected' } }));
  assertOk(
    await api('PUT', `/issuers/${issuer}/brand`, { parameters: { accentColor: '#8a1538' } }),
  );
  const email = 'office@example.org';
  const other = await createIssuer(owner, { email });
  await post(`/issuers/${other}/rotate-code`);
  const mail = await newest(email, 2);
  const link = findMailLink(mail, '/verify-issuer/');
  await post(`/issuers/${other}/verify`, { code: link.split('/').at(-1) });
  const third = await createIssuer(owner, { email });
  assertOk(
    await createTestClient(link)('GET', findMailLink(await newest(email, 3), '/verify-issuer/')),
  );
  assertOk(await api('DELETE', `/issuers/${third}`));
  const { certificateId } = await post(`/issuers/${issuer}/certificates`, {
    name: 'Course',
    design: {
      ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'portrait' },
      layers: [],
    },
  });
  const certificate = `/issuers/${issuer}/certificates/${certificateId}`;
  assertOk(await api('PUT', certificate, { parameters: { name: 'Short course' } }));
  assertOk(await api('DELETE', certificate));
  await post(`/issuers/${issuer}/keys/rotate`);
  await post(`/issuers/${issuer}/keys/revoke`);
  const badge = await createBadge(owner, issuer);
  assertOk(await api('PUT', `/badges/${badge}`, { parameters: { name: 'New name' } }));
  assertOk(await api('PUT', `/badges/${badge}/share-text`, { parameters: { text: 'Look' } }));
  assertOk(await api('DELETE', `/badges/${await createBadge(owner, issuer)}`));
  await post(`/badges/${badge}/claims`);
  await post('/design-pictures', { image: await badgeImage() });
  const award = await issueAward(owner, badge);
  await post(`/awards/${award}/send`, { email: 'secret-recipient@example.org' });
  const words = { subject: 'Secret subject', message: 'Secret words' };
  await post(`/awards/${award}/share`, { recipients: 'secret-recipient@example.org', ...words });
  await waitForCondition(
    'sent',
    async () => (await api('GET', '/mail')).body.items[0].state === 'sent',
  );
  const { mailId } = (await api('GET', '/mail')).body.items[0];
  await post(`/mail/${mailId}/resend`);
  assertOk(await api('POST', '/awards/send', { parameters: { awardIds: [award] } }), 202);
  assertOk(await api('POST', '/awards/revoke', { parameters: { awardIds: [award] } }), 202);
  await post(`/awards/${await issueAward(owner, badge)}/revoke`);
  assertOk(await api('DELETE', `/awards/${award}`));
  for (const orders of [['pause', 'resume'], ['cancel']]) {
    const { importId } = assertOk(
      await api('POST', `/awards/imports?badgeId=${badge}`, sampleCsv, csvHeaders),
      202,
    ).body.info;
    const path = `/awards/imports/${importId}`;
    await waitForCondition(
      'ended',
      async () => (await api('GET', path)).body.info.finishedAt !== null,
    );
    await sql`update imports set status = 'running', finished_at = null where id = ${importId}`.execute(
      instance.db,
    );
    for (const order of orders) await post(`${path}/${order}`);
  }
  const { migrationId } = assertOk(
    await api(
      'POST',
      `/migrations?source=moodle&mode=reissue&issuerId=${issuer}`,
      getSampleFile('createMigration'),
      csvHeaders,
    ),
    202,
  ).body.info;
  const migration = `/migrations/${migrationId}`;
  for (const orders of [['pause', 'resume'], ['cancel']]) {
    await waitForCondition(
      'moved in',
      async () => (await api('GET', migration)).body.info.finishedAt !== null,
    );
    await sql`update move_ins set status = 'running', finished_at = null where id = ${migrationId}`.execute(
      instance.db,
    );
    for (const order of orders) await post(`${migration}/${order}`);
  }
  assertOk(await api('POST', `${migration}/undo`), 202);
  assertOk(await api('PUT', '/redirects', getSampleFile('replaceRedirects'), csvHeaders));
  const { id: webhook } = assertOk(
    await api('POST', '/webhooks', { url: 'https://sample.invalid' }),
    201,
  ).body;
  await post(`/webhooks/${webhook}/rotate-secret`);
  await post(`/webhooks/${webhook}/enable`);
  const { deliveryId } = await post(`/webhooks/${webhook}/test`);
  await post(`/webhooks/${webhook}/deliveries/${deliveryId}/redeliver`);
  await post(`/webhooks/${webhook}/deliveries/redeliver`, { since: '2026-01-01' });
  assertOk(await api('DELETE', `/webhooks/${webhook}`));
  assertOk(await api('PUT', '/account', { parameters: { name: 'Renamed' } }));
  const { keyId } = await post('/api-keys', { name: 'Short-lived', scope: 'read' }, bearer);
  assertOk(await session('DELETE', `/api-keys/${keyId}`));
  const { tokenId } = await post('/provisioning/tokens', { role: 'viewer' }, bearer);
  assertOk(await session('DELETE', `/provisioning/tokens/${tokenId}`));
  const friend = await createOwner(instance);
  const invited = await post('/members', { email: friend.email, role: 'viewer' });
  await post('/members/accept', { inviteId: invited.inviteId }, friend.api);
  const given = { email: owner.email };
  for (const answer of ['accept', 'decline']) {
    const path = `/issuers/${await createIssuer(friend)}/transfer`;
    const { transferId } = await post(path, given, friend.session);
    assertOk(
      await session('POST', `/transfers/${transferId}/${answer}`),
      answer === 'accept' ? 202 : 200,
    );
  }
  const offer = await post(`/issuers/${other}/transfer`, { email: friend.email }, session);
  assertOk(await session('DELETE', `/transfers/${offer.transferId}`));
  await post(`/members/${invited.memberId}/role`, { role: 'editor' });
  assertOk(await api('DELETE', `/members/${invited.memberId}`));
}

async function createVerifiedWorld(): Promise<World> {
  const world = await createWorld(instance);
  const { items: domains } = assertOk(await world.owner.bearer('GET', '/sso/domains')).body;
  for (const { domain, record } of domains) dns.texts.set(domain, [record.value]);
  return world;
}

/** Sends the sample of a write, and counts its new entries. */
async function sendSample(id: OperationId, { owner: one, ids }: World) {
  const { method, path }: Operation = operations[id];
  const countEntries = async (): Promise<number> =>
    assertOk(await one.bearer('GET', `/audit-log?action=${id}`)).body.items.length;
  // The sample account's own creations are logged too.
  const before = await countEntries();
  const parameters = (await sampleBodies[id]?.(ids)) ?? {};
  const answer = await one.bearer(method, fillPath(path, ids), { parameters });
  return { answer, entries: (await countEntries()) - before };
}

/** For writes that `doEverything` doesn't do. */
async function assertLogged(writes: OperationId[]): Promise<void> {
  let world = await createVerifiedWorld();
  for (const id of writes) {
    const status = successStatus(operations[id]);
    let sent = await sendSample(id, world);
    // An earlier write may have ended or done what this one is about.
    if (sent.answer.status !== status || sent.entries !== 1) {
      world = await createVerifiedWorld();
      sent = await sendSample(id, world);
    }
    assertOk(sent.answer, status);
    assert.equal(sent.entries, 1, `audit.test.ts: ${id} isn't in the log: call recordAct`);
  }
}

test('every write is logged once, with its author and without recipient data', async () => {
  await doEverything();
  const entries = await acts();
  const writes = Object.entries(operations as Record<string, Operation>)
    .filter(
      ([, { access, method }]) =>
        // A POST that only looks something up changes nothing.
        method !== 'GET' &&
        access !== 'public' &&
        access.who === 'caller' &&
        access.scope === 'write',
    )
    .map(([id]) => id as OperationId)
    // Deleted with its log.
    .filter((id) => id !== 'deleteAccount');
  await assertLogged(writes.filter((id) => !entries.some(({ action }) => action === id)));
  const started = entries.find(({ action }) => action === 'createImport');
  const importId = started?.target ?? '';
  const one = await owner.insignia.imports.get({ importId });
  const counts = { issued: one.issued, corrected: 0, failed: one.failed };
  const state = { status: 'cancelled', dryRun: false, action: 'issue', ...counts };
  assert.deepEqual(started?.about?.import, state);
  assert.equal(entries.filter(({ action }) => action === 'rotateIssuerCode').length, 1);
  assert.equal(entries.filter(({ action }) => action === 'createAward').length, 2);
  const text = JSON.stringify(entries);
  assert.doesNotMatch(text, /secret-recipient|Secret (subject|words)|charles|Babbage|sample@/);
  const issueEntry = entries.find(({ action }) => action === 'createAward');
  assert.deepEqual(issueEntry?.fields, ['badgeId', 'recipient', 'issuedOn']);
  assert.equal(issueEntry?.actor?.email, owner.email);
  assert.equal(issueEntry?.key?.name, 'write key');
  const byPerson = entries.find(({ action }) => action === 'createKey');
  assert.deepEqual([byPerson?.key, byPerson?.actor?.personId], [null, owner.personId]);
  assert.equal(entries.find(({ action }) => action === 'verifyIssuerLink')?.actor, null);
  const ids = entries.map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted().toReversed());
});

test('every audit entry has a target with its current name, or its last name if deleted', async () => {
  const one = await createOwner(instance);
  const issuer = await createIssuer(one);
  const badge = await createBadge(one, issuer, { name: 'First steps' });
  const other = await createBadge(one, issuer, { name: 'Second steps' });
  const deletedBadge = await createBadge(one, issuer, { name: 'False steps' });
  await one.insignia.badges.delete({ badgeId: deletedBadge });
  const awards = [await issueAward(one, badge), await issueAward(one, badge)];
  const revoke = async (awardIds: string[]) =>
    assertOk(await one.api('POST', '/awards/revoke', { parameters: { awardIds } }), 202);
  await revoke(awards);
  await revoke([awards[0] ?? '', await issueAward(one, other)]);
  await one.insignia.badges.update({ badgeId: badge, name: 'First strides' });
  const { keyId } = assertOk(
    await one.bearer('POST', '/api-keys', { parameters: { name: 'Old platform', scope: 'read' } }),
  ).body;
  assertOk(await one.session('DELETE', `/api-keys/${keyId}`));
  const invited = { email: 'grace@example.org', role: 'viewer' } as const;
  await one.insignia.members.invite(invited);
  const entries: Act[] = assertOk(await one.bearer('GET', '/audit-log')).body.items;
  const about = (action: string) =>
    entries.filter((act) => act.action === action).map((act) => act.about);
  const strides = { badgeId: badge, name: 'First strides' };
  const nameless = { name: null, badge: null, import: null, count: null };
  assert.deepEqual(about('deleteBadge'), [{ ...nameless, kind: 'badge', name: 'False steps' }]);
  assert.equal(about('createBadge').at(-1)?.name, 'First strides');
  assert.deepEqual(about('createAward').at(-1), {
    ...{ ...nameless, kind: 'credential', badge: strides },
  });
  assert.deepEqual(about('revokeAwards'), [
    { ...nameless, kind: 'credential', count: 2 },
    { ...nameless, kind: 'credential', badge: strides, count: 2 },
  ]);
  assert.deepEqual(about('revokeKey'), [{ ...nameless, kind: 'key', name: 'Old platform' }]);
  assert.deepEqual(about('inviteMember'), [{ ...nameless, kind: 'member', name: invited.email }]);
  const everything = await acts();
  assert.deepEqual(
    everything.filter((act) => act.about === null).map(({ action }) => action),
    [],
  );
});

test('the audit log is filtered by user, action and time, page by page', async () => {
  const [one, editor] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, one, editor, 'admin');
  const issuer = await createIssuer(one);
  const badge = await createBadge(one, issuer);
  await issueAward(one, badge);
  const home = { 'x-account-id': one.accountId };
  assertOk(await editor.bearer('PUT', '/account', { parameters: { name: 'Theirs' } }, home));
  assertOk(await editor.bearer('DELETE', `/badges/${await createBadge(one, issuer)}`, {}, home));
  const findActions = async (query: string): Promise<string[]> =>
    assertOk(await one.bearer('GET', `/audit-log?${query}`)).body.items.map(
      ({ action }: Act) => action,
    );
  assert.deepEqual(await findActions(`personId=${editor.personId}`), [
    'deleteBadge',
    'updateAccount',
  ]);
  assert.deepEqual(await findActions(`personId=${editor.personId}&action=deleteBadge`), [
    'deleteBadge',
  ]);
  assert.deepEqual(await findActions('action=createBadge'), ['createBadge', 'createBadge']);
  assert.deepEqual(await findActions('action=createAward'), ['createAward']);
  for (const nothing of ['action=nonsense', 'personId=nonsense', `personId=${one.accountId}`])
    assert.deepEqual(await findActions(nothing), [], nothing);
  const [{ at }] = assertOk(await one.bearer('GET', '/audit-log?action=createAward')).body.items;
  const later = new Date(Date.parse(at) + 1).toISOString();
  const until = await findActions(`until=${at}`);
  assert.equal(until[0], 'createAward');
  const since = await findActions(`since=${later}`);
  assert.deepEqual([...since, ...until], await findActions(''));
  assert.ok(!since.includes('createAward'));
  assert.deepEqual(await findActions(`action=createBadge&since=${later}`), ['createBadge']);
  for (const field of ['since', 'until'])
    assertRefused(
      await one.bearer('GET', `/audit-log?${field}=yesterday`),
      ...([400, 'invalid_request', field] as const),
    );
});

test('only admins can rename an account', async () => {
  const [one, editor] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, one, editor, 'editor');
  const home = { 'x-account-id': one.accountId };
  const name = '  Universität Zürich ';
  assert.deepEqual(await one.insignia.account.update({ name }), {
    ...{ accountId: one.accountId, name: 'Universität Zürich', updated: true },
  });
  const { name: accountName, accounts } = assertOk(await one.read('GET', '/account')).body;
  assert.deepEqual([accountName, accounts[0].name], ['Universität Zürich', 'Universität Zürich']);
  const rename = (parameters: object) => editor.bearer('PUT', '/account', { parameters }, home);
  assertRefused(await rename({ name: 'Mine' }), 403, 'role_too_small');
  for (const wrong of [' ', 'x'.repeat(201), 'two\nlines', 7])
    assertRefused(
      await one.api('PUT', '/account', { parameters: { name: wrong } }),
      ...([400, 'invalid_request', 'name'] as const),
    );
});

test('failed requests are not logged', async () => {
  const before = (await acts()).length;
  assert.equal((await owner.api('POST', '/awards', createAwardBodyFor('nonsense'))).status, 404);
  assert.equal((await owner.api('DELETE', `/awards/${owner.accountId}`)).status, 404);
  assert.equal((await owner.api('POST', '/issuers', { parameters: {} })).status, 400);
  assert.equal((await acts()).length, before);
});

test('only admins read the log', async () => {
  const home = { 'x-account-id': owner.accountId };
  for (const [role, status] of [
    ['editor', 403],
    ['viewer', 403],
    ['admin', 200],
  ] as const) {
    const member = await createOwner(instance);
    await addMember(instance, owner, member, role);
    const answer = await member.bearer('GET', '/audit-log', undefined, home);
    if (status === 200) assertOk(answer);
    else assertRefused(answer, 403, 'role_too_small');
  }
  assertRefused(
    await owner.bearer('GET', '/audit-log?lastEvaluatedKey=x'),
    400,
    'invalid_page_token',
  );
});

test('stats include every day of the range, for the account and for one badge', async () => {
  const one = await createOwner(instance);
  const issuer = await createIssuer(one);
  const [a, b] = [await createBadge(one, issuer), await createBadge(one, issuer)];
  const [x, y] = [await issueAward(one, a), await issueAward(one, b)];
  const record = (id: string, parameters: object) =>
    createTestClient(instance.url)('POST', `/awards/${id}/event`, { parameters });
  assertOk(await record(x, { kind: 'view' }));
  assertOk(await record(x, { kind: 'share', network: 'copy' }));
  assertOk(await record(y, { kind: 'view' }));
  await one.insignia.credentials.delete({ awardId: y });
  const today = new Date().toISOString().slice(0, 10);
  const all = assertOk(await one.read('GET', '/stats')).body;
  assert.deepEqual([all.to, all.days.length], [today, 30]);
  assert.deepEqual(all.total, {
    issued: 1,
    views: 2,
    shares: { copy: 1 },
    downloads: 0,
    linkedin_adds: 0,
  });
  assert.deepEqual(all.days.at(-1), { day: today, ...all.total });
  assert.equal(all.days[0].views, 0);
  const ofB = assertOk(await one.read('GET', `/badges/${b}/stats?from=${today}&to=${today}`)).body;
  assert.deepEqual([ofB.days.length, ofB.total.views, ofB.total.issued], [1, 1, 0]);
  for (const [query, field] of [
    ['from=x', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=2020-01-01&to=2026-01-01', 'from'],
    ['from=2026-03-01T00:00:00Z', 'from'],
  ] as const)
    assertRefused(await one.read('GET', `/stats?${query}`), 400, 'invalid_request', field);
  for (const query of [
    'from=1969-12-31&to=1970-01-01',
    'to=1815-12-10',
    'to=1000-01-01',
    'to=9999-12-31',
  ]) {
    const { days, total } = assertOk(await one.read('GET', `/stats?${query}`)).body;
    assert.deepEqual([days.length, total.issued], [query.startsWith('from') ? 2 : 30, 0]);
  }
  await one.insignia.badges.delete({ badgeId: b });
  assertRefused(await one.read('GET', `/badges/${b}/stats`), 404, 'badge_not_found');
  await one.insignia.credentials.revoke({ awardId: x });
  await one.insignia.badges.delete({ badgeId: a });
  assertRefused(await one.read('GET', `/badges/${a}/stats`), 404, 'badge_not_found');
  assert.equal(assertOk(await one.read('GET', '/stats')).body.total.views, 2);
  assertRefused(await owner.read('GET', `/badges/${idFromUrl(b)}/stats`), 404, 'badge_not_found');
});
