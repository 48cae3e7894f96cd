import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operation, type OperationId, operations } from '@insignia/contract';
import { sql } from 'kysely';
import { newId } from '../src/kernel/id.ts';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from './support/client.ts';
import { signForeign } from './support/foreign-credential.ts';
import { addMember, createOwner, issueAward, type Owner, signInByCode } from './support/people.ts';
import {
  createWorld,
  csvHeaders,
  fillPath,
  getSampleFile,
  sampleBodies,
  sampleQueries,
  type World,
} from './support/samples.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';
import { openWalletOffer } from './support/wallet-access.ts';

type Who = Record<string, string>;
type Row = [id: OperationId, operation: Operation];

const callers: Record<string, Who> = {};
const all = Object.entries(operations) as Row[];
const guarded = all.filter(([, { access }]) => access !== 'public' && access.who === 'caller');

const instance = await useInstance();
const [victim, attacker] = [await createWorld(instance), await createWorld(instance)];
await settle(victim);
const { owner } = attacker;
const key = async (as: Who, scope: string) =>
  assertOk(
    await createTestClient(instance.url, as)('POST', '/api-keys', {
      parameters: { name: 'k', scope },
    }),
  ).body.key as string;
const join = async (home: Owner, role: string): Promise<{ person: Owner; as: Who }> => {
  const person = await createOwner(instance);
  await addMember(instance, home, person, role);
  return {
    person,
    as: { authorization: `Bearer ${person.jwt}`, 'x-account-id': home.accountId },
  };
};
callers.owner = { authorization: `Bearer ${owner.jwt}` };
callers['owner by cookie'] = { cookie: owner.cookie, origin: instance.url };
callers['write key'] = { 'x-api-key': owner.key };
callers['read key'] = { 'x-api-key': owner.readKey };
for (const role of ['admin', 'editor', 'viewer']) {
  const { as } = await join(owner, role);
  callers[role] = as;
  callers[`${role}'s key`] = { 'x-api-key': await key(as, 'write') };
}
const { person, as } = await join(victim.owner, 'admin');
const oldKey = await key(as, 'write');
await sql`delete from members where account_id = ${victim.owner.accountId} and person_id = ${person.personId}`.execute(
  instance.db,
);
callers['removed member'] = as;
callers["removed member's key"] = { 'x-api-key': oldKey };
callers["somebody else's account"] = { ...callers.owner, 'x-account-id': victim.owner.accountId };
const recipient = await signInByCode(instance, 'recipient@example.org');
callers['recipient without an account'] = { cookie: recipient.cookie, origin: instance.url };
callers.nobody = {};

async function send(
  [id, { method, path, bare, accepts }]: Row,
  who: Who,
  ids: Record<string, string>,
  query = '',
): Promise<ApiResponse> {
  const to = `${fillPath(path, ids)}${query && `?${query}`}`;
  if (accepts)
    return createTestClient(instance.url, who)(method, to, getSampleFile(id), csvHeaders);
  const fields = await sampleBodies[id]?.(ids);
  const body = fields && (bare ? fields : { parameters: fields });
  return createTestClient(instance.url, who)(method, to, body);
}

/** Waits for background work, so that only callers change anything. */
async function settle({ owner: { accountId } }: World): Promise<void> {
  await sql`update webhooks set active = false where account_id = ${accountId}`.execute(
    instance.db,
  );
  await waitForCondition('settled', async () => {
    const { rows } = await sql`
      select 1 from mails where account_id = ${accountId} and state = 'queued'
      union all select 1 from imports where account_id = ${accountId} and finished_at is null
      union all select 1 from move_ins where account_id = ${accountId} and finished_at is null
      union all select 1 from bulk_jobs where account_id = ${accountId} and finished_at is null
      union all select 1 from webhooks where account_id = ${accountId} and claimed_until > now()`.execute(
      instance.db,
    );
    return rows.length === 0;
  });
}

/** All data of the victim as text. */
async function snapshot(): Promise<string> {
  const { accountId } = victim.owner;
  const rows = await Promise.all(
    [
      'issuers',
      'badges',
      'credentials',
      'api_keys',
      'provisioning_tokens',
      'provisioning_settings',
      'lti_platforms',
      'lti_registrations',
      'lti_links',
      'sso_connections',
      'sso_domains',
      'provisioned_members',
      'provisioned_groups',
      'members',
      'account_usage',
      'events',
      'mails',
      'audit_log',
      'imports',
      'bulk_jobs',
      'claims',
      'claim_codes',
      'claim_requests',
      'recipient_requests',
      'webhooks',
    ].map((table) =>
      sql<{
        row: string;
      }>`select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(table)} t where account_id = ${accountId} order by 1`.execute(
        instance.db,
      ),
    ),
  );
  return rows.map((result) => result.rows.map(({ row }) => row).join('\n')).join('\n\n');
}

/** Responses to filters with another account's ids. */
const empty: Partial<Record<OperationId, object>> = {
  listAwards: { awards: [] },
  countAwards: { count: 0, isMore: false },
  listMail: { items: [] },
  exportAwards: {},
};

test('no route returns, changes or hints at data of another account', async () => {
  const before = await snapshot();
  const strings = Object.values(victim.ids).filter((id) => id.length > 10);
  for (const row of guarded) {
    const [id, { path }] = row;
    // Would delete the caller's own account; privacy.test.ts covers it.
    if (id === 'deleteAccount') continue;
    // `:event` names a type of event, which no account owns.
    const refers =
      /:(?!event$)/.test(path) ||
      (sampleBodies[id] &&
        /(issuer|badge|award)Id/.test(JSON.stringify(await sampleBodies[id](victim.ids))));
    for (const [name, who] of Object.entries(callers)) {
      for (const query of ['', ...(sampleQueries[id]?.(victim.ids) ?? [])]) {
        const shown: string = `${id} as ${name} ${query}`;
        const answer = await send(row, who, victim.ids, query);
        for (const secret of strings)
          assert.equal(
            answer.text.includes(secret),
            false,
            `${shown}: ${answer.text.slice(0, 300)}`,
          );
        assert.ok(answer.status < 500, `${shown}: ${answer.text}`);
        if (!refers && !query) continue;
        const allowed: number[] =
          id === 'updateIssuer'
            ? [400, 401, 403, 404]
            : id in empty
              ? [200, 401, 403, 404]
              : [401, 403, 404];
        assert.ok(
          allowed.includes(answer.status),
          `${shown}: ${answer.status} ${answer.text.slice(0, 300)}`,
        );
        if (answer.status === 400) assertRefused(answer, 400, 'not_authorized');
        if (answer.status === 200 && id !== 'exportAwards')
          assert.deepEqual(answer.body.info ?? answer.body, empty[id]);
        // Another account's id and an unknown one look the same.
        const unknown = Object.fromEntries(Object.keys(victim.ids).map((key) => [key, newId()]));
        const [unknownQuery] = (query && sampleQueries[id]?.(unknown)) || [''];
        const nobodys = await send(row, who, unknown, query && unknownQuery);
        if (id !== 'updateIssuer') {
          assert.equal(nobodys.status, answer.status, shown);
          assert.equal(nobodys.body?.code, answer.body?.code, shown);
          assert.equal(nobodys.body?.error, answer.body?.error, shown);
        }
      }
    }
  }
  assert.equal(await snapshot(), before);
});

test('every guarded route refuses missing credentials, read keys on writes, and insufficient roles', async () => {
  for (const row of guarded) {
    const [, { access }] = row;
    if (access === 'public' || access.who !== 'caller') continue;
    assertRefused(await send(row, {}, attacker.ids), 401, 'unauthorized');
    assertRefused(
      await send(row, { 'x-api-key': `insignia_${'0'.repeat(32)}` }, attacker.ids),
      401,
      'invalid_credentials',
    );
    assertRefused(
      await send(row, callers['recipient without an account'] ?? {}, attacker.ids),
      403,
      'account_required',
    );
    if (access.personOnly)
      assertRefused(
        await send(row, callers['write key'] ?? {}, attacker.ids),
        403,
        'person_required',
      );
    else if (access.scope === 'write')
      assertRefused(
        await send(row, callers['read key'] ?? {}, attacker.ids),
        403,
        'scope_too_small',
      );
    const order = ['viewer', 'editor', 'admin'];
    for (const role of order.slice(0, Math.max(0, order.indexOf(access.role))))
      assertRefused(await send(row, callers[role] ?? {}, attacker.ids), 403, 'role_too_small');
  }
});

test('routes for users refuse anonymous requests and API keys', async () => {
  for (const row of all.filter(
    ([, { access }]) => access !== 'public' && access.who === 'person',
  )) {
    assertRefused(await send(row, {}, attacker.ids), 401, 'unauthorized');
    assertRefused(
      await send(row, callers['write key'] ?? {}, attacker.ids),
      403,
      'person_required',
    );
  }
});

/** Everything that a recipient has, and what refers to it. */
async function snapshotPerson(personId: string, awardId: string): Promise<string> {
  const parts = await Promise.all([
    ...[
      ...['collections', 'profiles', 'imported_credentials', 'user_addresses'],
      ...['wallet_offers', 'app_grants'],
    ].map((table) =>
      sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(table)} t where person_id = ${personId} order by 1`.execute(
        instance.db,
      ),
    ),
    ...['recipient_requests', 'wallet_copies'].map((table) =>
      sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(table)} t where credential_id = ${awardId} order by 1`.execute(
        instance.db,
      ),
    ),
  ]);
  return parts.map(({ rows }) => rows.map(({ row }) => row).join('\n')).join('\n\n');
}

test('no operation of a user returns, changes or hints at things of another user', async () => {
  const email = `victim-${newId()}@example.org`;
  const { badgeId } = victim.ids;
  const recipient = { name: 'Secret Person', email };
  const awardId = await issueAward(victim.owner, badgeId ?? '', { recipient });
  const { session, personId, cookie } = await signInByCode(instance, email);
  const post = async (path: string, parameters: object) =>
    assertOk(await session('POST', path, { parameters }), 201).body;
  const { collectionId } = await post('/my/collections', {
    ...{ name: 'Secret things', credentials: [awardId] },
  });
  const { addressId } = await post('/my/addresses', { email: `other-${email}` });
  const document = await signForeign(email);
  const { importedId } = assertOk(await session('POST', '/my/imports', { document }), 201).body
    .imported;
  assertOk(await session('PUT', '/my/profile', { parameters: { name: 'Secret Person' } }));
  await post(`/my/credentials/${awardId}/requests`, { kind: 'erasure', message: 'Secret reason' });
  const offerToken = await openWalletOffer(instance, awardId, { cookie });
  const own = { ...victim.ids, awardId, collectionId, addressId, importedId, offerToken };
  const unknown = Object.fromEntries(Object.keys(own).map((name) => [name, newId()]));
  const before = await snapshotPerson(personId, awardId);
  const others: Record<string, Who> = {
    'another user': callers['recipient without an account'] ?? {},
    'a member of the issuing account': { authorization: `Bearer ${victim.owner.jwt}` },
    'its member by cookie': { cookie: victim.owner.cookie, origin: instance.url },
    'a key of the issuing account': { 'x-api-key': victim.owner.key },
    nobody: {},
  };
  const operationsOfUsers = all.filter(([, { path }]) => /^\/my(?:\/|$)/.test(path));
  assert.ok(operationsOfUsers.length >= 17, 'all operations under /my');
  for (const row of operationsOfUsers.filter(([id]) => id !== 'deleteMe')) {
    const [id, { path }] = row;
    for (const [name, who] of Object.entries(others)) {
      const shown = `${id} as ${name}`;
      const answer = await send(row, who, own);
      for (const secret of ['Secret', email, awardId, collectionId, importedId, addressId])
        assert.ok(!answer.text.includes(secret), `${shown}: ${answer.text.slice(0, 300)}`);
      assert.ok(answer.status < 500, `${shown}: ${answer.text.slice(0, 300)}`);
      if (name === 'nobody') assertRefused(answer, 401, 'unauthorized');
      else if (name.includes('key')) assertRefused(answer, 403, 'person_required');
      else if (path.includes(':')) {
        const same = await send(row, who, unknown);
        // A JWT adds no way to sign in, for any address.
        const status = same.body.code === 'fresh_sign_in_required' ? 403 : 404;
        assert.deepEqual([answer.status, answer.body.code], [status, same.body.code], shown);
      }
    }
  }
  for (const [name, who] of Object.entries(others)) {
    const token = await openWalletOffer(instance, awardId, who);
    const { grants } = assertOk(
      await createTestClient(instance.url, who)('GET', `/offers/${token}`),
    ).body;
    assert.ok(
      Object.values(grants).every((grant) => (grant as Who).tx_code),
      name,
    );
  }
  // It deletes the caller, so one who may call it is a user of its own.
  const leaver = await signInByCode(instance, `leaver-${newId()}@example.org`);
  others['another user'] = { cookie: leaver.cookie, origin: instance.url };
  for (const [name, who] of Object.entries(others)) {
    const { status, body } = await send(['deleteMe', operations.deleteMe], who, own);
    if (name === 'another user') assert.deepEqual([status, body], [200, { deleted: true }]);
    else assert.ok([401, 403, 409].includes(status), `deleteMe as ${name}: ${status}`);
  }
  assertRefused(await leaver.session('GET', '/my/credentials'), 401, 'invalid_credentials');
  assert.equal(await snapshotPerson(personId, awardId), before);
  assertOk(await session('GET', '/my/credentials'));
});

test('every served route is an operation of the contract', async () => {
  const { paths } = assertOk(await createTestClient(instance.url)('GET', '/openapi.json')).body;
  const served = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = all.map(
    ([, { method, path }]) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  assert.deepEqual(served.sort(), known.sort());
});
