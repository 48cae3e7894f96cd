import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createTestClient } from './support/client.ts';
import { badgeImage } from './support/images.ts';
import { createOwner, idFromUrl, type Owner } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

// A model of sections 3, 7 and 8 for issuers, badges and credentials, driven by random calls.
type Model = {
  issuers: { id: string; verified: boolean }[];
  badges: { id: string; issuer: string; credentials: string[]; revoked: string[] }[];
  used: number;
  erased: number;
};
type Step = { call: string; pick: number; own: boolean };
type World = { owner: Owner; model: Model };

const quota = 5;
const instance = await useInstance();

const one = <T>(list: T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

const calls: Record<string, (world: World, step: Step) => Promise<void>> = {
  async createIssuer({ owner, model }, { own }) {
    const email = own ? owner.email : 'other@issuer.example';
    const answer = await owner.api('POST', '/issuers', {
      parameters: { name: 'Model', url: 'https://m.example', email },
    });
    assert.equal(answer.status, model.issuers.length < 2 ? 200 : 403);
    if (answer.status === 200)
      model.issuers.push({ id: idFromUrl(answer.body.issuerId), verified: own });
  },
  async updateIssuer({ owner, model }, { pick, own }) {
    const issuer = one(model.issuers, pick);
    if (!issuer) return;
    const email = own ? owner.email : 'another@issuer.example';
    const answer = await owner.api('PUT', `/issuers/${issuer.id}`, { parameters: { email } });
    assert.equal(answer.status, issuer.verified ? 400 : 200);
    if (!issuer.verified) issuer.verified = own;
  },
  async rotate({ owner, model }, { pick }) {
    const issuer = one(model.issuers, pick);
    if (issuer)
      assert.equal(
        (await owner.api('POST', `/issuers/${issuer.id}/rotate-code`)).status,
        issuer.verified ? 400 : 200,
      );
  },
  async deleteIssuer({ owner, model }, { pick }) {
    const issuer = one(model.issuers, pick);
    if (!issuer) return;
    const linked = model.badges.filter((badge) => badge.issuer === issuer.id).length;
    const answer = await owner.api('DELETE', `/issuers/${issuer.id}`);
    assert.equal(answer.status, linked > 0 ? 400 : 200);
    if (linked > 0)
      assert.equal(
        answer.body.error,
        `issuer has ${linked} badge(s) linked: delete the badges first`,
      );
    else model.issuers = model.issuers.filter((other) => other !== issuer);
  },
  async createBadge({ owner, model }, { pick }) {
    const issuer = one(model.issuers, pick);
    if (!issuer) return;
    const parameters = {
      name: 'B',
      description: 'D',
      criteria: 'C',
      image: await badgeImage(),
      issuerId: issuer.id,
    };
    const answer = await owner.api('POST', '/badges', { parameters });
    assert.equal(answer.status, issuer.verified ? 200 : 400);
    if (issuer.verified)
      model.badges.push({
        id: idFromUrl(answer.body.badgeId),
        issuer: issuer.id,
        credentials: [],
        revoked: [],
      });
  },
  async deleteBadge({ owner, model }, { pick }) {
    const badge = one(model.badges, pick);
    if (!badge) return;
    assert.equal(
      (await owner.api('DELETE', `/badges/${badge.id}`)).status,
      badge.credentials.length > 0 ? 400 : 200,
    );
    const document = await createTestClient(instance.url)(
      'GET',
      `/certify-badge/badge/${badge.id}`,
    );
    assert.equal(document.status, badge.credentials.length + badge.revoked.length > 0 ? 200 : 404);
    if (badge.credentials.length === 0)
      model.badges = model.badges.filter((other) => other !== badge);
  },
  async issue({ owner, model }, { pick }) {
    const badge = one(model.badges, pick);
    if (!badge) return;
    const recipient = { name: 'Model Person', email: 'm@example.org' };
    const answer = await owner.api('POST', '/awards', {
      parameters: { badgeId: badge.id, recipient, issuedOn: '2026-01-01' },
    });
    assert.equal(answer.status, model.used < quota ? 200 : 402);
    if (answer.status !== 200) return;
    model.used++;
    badge.credentials.push(idFromUrl(answer.body.info.awardId));
  },
  async revoke({ owner, model }, { pick }) {
    const badge = one(model.badges, pick);
    const id = badge?.credentials.pop();
    if (!badge || !id) return;
    assert.equal(
      (await owner.api('POST', `/awards/${id}/revoke`, { parameters: { reason: 'model' } })).status,
      200,
    );
    badge.revoked.push(id);
  },
  async erase({ owner, model }, { pick, own }) {
    const badge = one(model.badges, pick);
    const id = own ? badge?.credentials.pop() : badge?.revoked.pop();
    if (!badge || !id) return;
    assert.equal((await owner.api('DELETE', `/awards/${id}`)).status, 200);
    assert.equal(
      (await createTestClient(instance.url)('GET', `/certify-badge/award/${id}`)).status,
      410,
    );
    model.erased++;
  },
};

async function agrees({ owner, model }: World): Promise<void> {
  const issuers = (await owner.api('GET', '/issuers')).body.items as {
    id: string;
    verified: boolean;
  }[];
  assert.deepEqual(
    issuers.map(({ id, verified }) => [idFromUrl(id), verified]).sort(),
    model.issuers.map(({ id, verified }) => [id, verified]).sort(),
  );
  const badges = (await owner.api('GET', '/badges')).body as { id: string }[];
  assert.deepEqual(
    badges.map(({ id }) => idFromUrl(id)).sort(),
    model.badges.map(({ id }) => id).sort(),
  );
  const { rows } = await sql<{ used: number; rows: number; events: number }>`
    select credentials - ${100 - quota} as used, (select count(*)::int from credentials where account_id = ${owner.accountId}) as rows,
      (select count(distinct credential_id)::int from events where account_id = ${owner.accountId}) as events
    from account_usage where account_id = ${owner.accountId}`.execute(instance.db);
  assert.deepEqual(rows[0], {
    used: model.used,
    rows: model.used - model.erased,
    events: model.used - model.erased,
  });
}

test('random sequences of issuer, badge and credential calls keep the rules of sections 3, 7 and 8', async () => {
  const step = fc.record({
    call: fc.constantFrom(...Object.keys(calls)),
    pick: fc.nat(5),
    own: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const owner = await createOwner(instance);
      await sql`update account_usage set credentials = ${100 - quota} where account_id = ${owner.accountId}`.execute(
        instance.db,
      );
      const world: World = { owner, model: { issuers: [], badges: [], used: 0, erased: 0 } };
      for (const each of steps) await calls[each.call]?.(world, each);
      await agrees(world);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
