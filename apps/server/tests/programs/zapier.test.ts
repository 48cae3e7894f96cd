// The Zapier integration against the real program. The platform itself is only imitated: it's no
// dependency of ours. `zapier-platform validate` checks the definition (integrations/zapier/README.md).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, type Owner } from '../support/people.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

type Request = {
  url: string;
  method?: string;
  body?: object;
  params?: Record<string, string>;
  headers?: Record<string, string>;
};
type Response = { status: number; data: unknown };
type Bundle = {
  authData: { baseUrl: string; apiKey: string };
  inputData?: object;
  targetUrl?: string;
  subscribeData?: object;
  cleanedRequest?: object;
};
type Perform = (z: object, bundle: Bundle) => Promise<Record<string, unknown>[]>;
type Action = { operation: { perform: (z: object, bundle: Bundle) => Promise<never> } };
type App = {
  beforeRequest: ((request: Request, z: object, bundle: Bundle) => Request)[];
  afterResponse: ((response: Response, z: object) => Response)[];
  authentication: { test: Request };
  triggers: Record<
    string,
    {
      operation: {
        perform: Perform | Request;
        performList: Perform;
        performSubscribe: (z: object, bundle: Bundle) => Promise<{ id: string }>;
        performUnsubscribe: (z: object, bundle: Bundle) => Promise<object>;
        sample: { type: string; data: object };
      };
    }
  >;
  creates: Record<string, Action>;
  searches: Record<string, Action>;
};

const module = new URL('../../../../integrations/zapier/app.js', import.meta.url);
const { createApp } = (await import(module.href)) as { createApp: (versions: object) => App };
const app = createApp({ version: '1.0.0', platformVersion: '1.0.0' });

let instance: Instance;
let owner: Owner;
let receiver: Receiver;
let badgeId: string;
before(async () => {
  instance = await startInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
  owner = await createOwner(instance, 'pro');
  badgeId = await createBadge(owner, await createIssuer(owner));
  receiver = await startReceiver();
});
after(async () => {
  await instance.stop();
  await receiver.close();
});

const createBundle = (more: Partial<Bundle> = {}): Bundle => ({
  authData: { baseUrl: `${instance.url}/`, apiKey: owner.key },
  ...more,
});
class PlatformError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(message: string, code: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
/** Sends requests as the platform does. */
function createPlatform(bundle: Bundle) {
  const z = {
    errors: { Error: PlatformError },
    request: async (asked: Request | string): Promise<Response> => {
      const first = typeof asked === 'string' ? { url: asked } : { ...asked };
      const request = app.beforeRequest.reduce((each, run) => run(each, z, bundle), first);
      const url = new URL(request.url);
      for (const [name, value] of Object.entries(request.params ?? {}))
        url.searchParams.set(name, value);
      const answer = await fetch(url, {
        method: request.method ?? 'GET',
        headers: { ...request.headers, 'content-type': 'application/json' },
        ...(request.body && { body: JSON.stringify(request.body) }),
      });
      const response = { status: answer.status, data: await answer.json().catch(() => undefined) };
      return app.afterResponse.reduce((each, run) => run(each, z), response);
    },
  };
  return z;
}
const run = (action: Action | undefined, inputData: object): Promise<never> => {
  const bundle = createBundle({ inputData });
  return (action as Action).operation.perform(createPlatform(bundle), bundle);
};
const load = (request: Request) => {
  const url = request.url.replace('{{bundle.authData.baseUrl}}', instance.url);
  return createPlatform(createBundle()).request({ ...request, url });
};

test('the key is tested, and a wrong one is refused with the message of the service', async () => {
  const { data } = await load(app.authentication.test);
  assert.equal((data as { accountId: string }).accountId, owner.accountId);
  const bundle = createBundle({ authData: { baseUrl: instance.url, apiKey: 'insignia_wrong' } });
  await assert.rejects(createPlatform(bundle).request(`${instance.url}/account`), {
    code: 'invalid_credentials',
    status: 401,
  });
});

test('the key is not sent to another host', async () => {
  const elsewhere: Request = { url: 'https://files.example/x' };
  const [addKey] = app.beforeRequest;
  assert.equal(
    addKey?.(elsewhere, createPlatform(createBundle()), createBundle()).headers,
    undefined,
  );
});

test('each trigger subscribes, gets events like its sample, and unsubscribes', async () => {
  const triggers = Object.entries(app.triggers).filter(([key]) => key !== 'badge_list');
  const ids: Record<string, string> = {};
  for (const [key, { operation }] of triggers) {
    const bundle = createBundle({ targetUrl: receiver.url });
    ids[key] = (await operation.performSubscribe(createPlatform(bundle), bundle)).id;
  }
  const award = { badgeId, name: 'Ada Lovelace', email: 'ada@example.org', sendEmail: true };
  const { id, recipient, skipped } = await run(app.creates.issue_credential, award);
  assert.deepEqual([recipient, skipped], [{ name: award.name, email: award.email }, false]);
  const again: { id: string; skipped: boolean } = await run(app.creates.issue_credential, {
    ...award,
    onDuplicate: 'skip',
  });
  assert.deepEqual([again.id, again.skipped], [id, true]);
  const found: { id: string; state: string }[] = await run(app.searches.find_credential, {
    search: 'lovelace',
    badgeId,
    state: 'valid',
  });
  assert.deepEqual(
    found.map((each) => each.id),
    [id],
  );
  const view = { parameters: { kind: 'view' } };
  await fetch(`${instance.url}/awards/${String(id).slice(-36)}/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(view),
  });
  await waitForCondition('delivered and viewed', () => receiver.received.length >= 3);
  const revoked: { state: string } = await run(app.creates.revoke_credential, {
    awardId: id,
    reason: 'Issued by mistake',
  });
  assert.equal(revoked.state, 'revoked');
  await waitForCondition('all four came', () => receiver.received.length === triggers.length);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  for (const [, { operation }] of triggers) {
    const body = bodies.find(({ type }) => type === operation.sample.type);
    const bundle = createBundle({ cleanedRequest: body });
    const z = createPlatform(bundle);
    assert.deepEqual(await (operation.perform as Perform)(z, bundle), [body]);
    const [sample] = await operation.performList(z, bundle);
    const names = (of: unknown) => Object.keys((of as { data: object }).data).toSorted();
    for (const each of [sample, operation.sample]) assert.deepEqual(names(each), names(body));
  }
  for (const [key, { operation }] of triggers) {
    const bundle = createBundle({ subscribeData: { id: ids[key] } });
    await operation.performUnsubscribe(createPlatform(bundle), bundle);
  }
  assert.deepEqual((await owner.insignia.webhooks.list()).webhooks, []);
});

test('a replayed Zap emails a credential that it had issued without an email, once', async () => {
  const award = { badgeId, name: 'Grace Hopper', email: 'grace@example.org' };
  const { id } = await run(app.creates.issue_credential, award);
  for (const sendEmail of [false, true, true])
    assert.partialDeepStrictEqual(
      await run(app.creates.issue_credential, { ...award, onDuplicate: 'skip', sendEmail }),
      { id, skipped: true, emailStatus: sendEmail ? 'emailed' : 'not_emailed' },
    );
  const { items } = await owner.insignia.mail.list({ awardId: id });
  assert.equal(items.length, 1);
  await run(app.creates.revoke_credential, { awardId: id });
});

test('badges are listed and found by name, and bad input names its field', async () => {
  const { data } = await load(app.triggers.badge_list?.operation.perform as Request);
  const [badge] = data as { id: string; name: string }[];
  assert.ok(badge?.id.endsWith(badgeId));
  const found: { id: string }[] = await run(app.searches.find_badge, { name: ` ${badge?.name} ` });
  assert.deepEqual(
    found.map(({ id }) => id),
    [badge?.id],
  );
  assert.deepEqual(await run(app.searches.find_badge, { name: 'No such badge' }), []);
  const wrong = { badgeId, name: 'Ada Lovelace', email: 'nobody' };
  await assert.rejects(run(app.creates.issue_credential, wrong), /recipient\.email/);
});
