import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { createDatabase } from './support/database.ts';
import { dataUri, pngBytes } from './support/images.ts';
import { startInstance } from './support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const database = await createDatabase();
const url = new URL(database.url);
url.searchParams.set('pool', '3');
const instance = await startInstance({ DATABASE_URL: url.href, TOPOLOGY: 'one' });
const [owner, other] = [await createOwner(instance), await createOwner(instance)];
const ownIssuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, ownIssuerId);
const awards = await Promise.all(Array.from({ length: 3 }, () => issueAward(owner, badgeId)));
const admin = new pg.Client({ connectionString: database.url });
await admin.connect();
after(async () => {
  await admin.end();
  await instance.stop();
  await database.drop();
});

/** Runs `work` while statements that read `table` wait. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  await admin.query('begin');
  await admin.query(`lock table ${table} in access exclusive mode`);
  try {
    await work();
  } finally {
    await admin.query('rollback');
  }
}
const blocked = async (): Promise<number> => {
  const { rows } = await admin.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
};

test('an account that fills its connections leaves one to others, and its requests fail after 5 s', async () => {
  await whileLocked('imports', async () => {
    const requests = Array.from({ length: 30 }, () => owner.api('GET', '/awards/imports'));
    await waitForCondition('its share is in use', async () => (await blocked()) === 2);
    for (let n = 0; n < 20; n++) assertOk(await other.api('GET', '/issuers'));
    assertOk(await other.api('GET', '/badges'));
    for (const id of awards)
      assertOk(await createTestClient(instance.url)('GET', `/certify-badge/award/${id}`));
    assertOk(
      await createTestClient(instance.url)('GET', `/credentials/${awards[0]}`, undefined, {
        accept: 'text/html',
      }),
    );
    for (const answer of await Promise.all(requests)) {
      assertRefused(answer, 503, 'database_unavailable');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  });
  assertOk(await owner.api('GET', '/awards/imports'));
});

test('/readyz answers while requests fill all connections, and concurrent callers share one check', async () => {
  await whileLocked('badges', async () => {
    const requests = [owner, owner, owner, other, other, other].map(({ api }) =>
      api('GET', '/badges'),
    );
    await waitForCondition('all connections are in use', async () => (await blocked()) === 3);
    const stranger = createTestClient(instance.url);
    const answers = await Promise.all(Array.from({ length: 50 }, () => stranger('GET', '/readyz')));
    for (const answer of answers) assert.deepEqual(assertOk(answer).body, { status: 'ready' });
    await admin.query('rollback');
    for (const answer of await Promise.all(requests)) assertOk(answer);
  });
  assertOk(await owner.api('POST', '/awards', createAwardBodyFor(badgeId)));
});

/** Announces a large body and sends none of it. */
function announceBody(path: string, key?: string, length = 5_000_000) {
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': length },
    ...(key !== undefined && { 'x-api-key': key }),
  };
  const sent = request(new URL(path, instance.url), { method: 'POST', headers, agent: false });
  let status = 0;
  sent.on('error', () => {});
  sent.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  sent.flushHeaders();
  return { abort: () => void sent.destroy(), status: () => status };
}

test('slow large bodies block only their own client, not another account’s or small ones', async () => {
  const image = dataUri(await pngBytes(64, 64));
  // Pads with white space that JSON allows, so that the body is large and its picture small.
  const send = ({ api }: Owner, issuerId: string, more = '') => {
    const body = { name: 'B', description: 'D', criteria: 'C', issuerId, image };
    return api('POST', '/badges', `${JSON.stringify({ parameters: body })}${more}`, json);
  };
  const json = { 'content-type': 'application/json' };
  const large = ' '.repeat(500_000);
  const issuerId = await createIssuer(other);
  const third = await createOwner(instance);
  const six = (announce: () => ReturnType<typeof announceBody>) =>
    Array.from({ length: 6 }, announce);
  const kinds = [
    six(() => announceBody('/badges', owner.key)),
    six(() => announceBody('/verify', undefined, 900_000)),
    six(() => announceBody('/awards', owner.key, 900_000)),
  ];
  const announced = kinds.flat();
  try {
    await waitForCondition('its places are taken', async () => {
      const answer = await send(owner, ownIssuerId, large);
      if (answer.status === 200) return false;
      assertRefused(answer, 503, 'busy');
      assert.equal(answer.headers.get('retry-after'), '5');
      return true;
    });
    await waitForCondition('bodies of every kind and size are refused', async () =>
      kinds.every((kind) => kind.some(({ status }) => status() === 503)),
    );
    assertOk(await send(other, issuerId, large));
    assertOk(await send(owner, ownIssuerId));
    announced.push(announceBody('/badges', third.key), announceBody('/badges', third.key));
    await waitForCondition('a slow body made room for another account', async () => {
      assertOk(await send(other, issuerId, large));
      return announced.some(({ status }) => status() === 408);
    });
  } finally {
    for (const { abort } of announced) abort();
  }
  await waitForCondition('its places are free', async () => {
    const { status } = await send(owner, ownIssuerId, large);
    return status === 200;
  });
});

test('bodies whose responses wait for the service keep their places while another account waits', async () => {
  const issuerId = await createIssuer(other);
  const third = await createOwner(instance);
  const thirdIssuerId = await createIssuer(third);
  const image = dataUri(await pngBytes(64, 64));
  const send = ({ api }: Owner, id: string) => {
    const parameters = { name: 'B', description: 'D', criteria: 'C', issuerId: id, image };
    const body = `${JSON.stringify({ parameters })}${' '.repeat(500_000)}`;
    return api('POST', '/badges', body, { 'content-type': 'application/json' });
  };
  assertOk(await send(third, thirdIssuerId));
  await whileLocked('badges', async () => {
    const holders = [send(owner, ownIssuerId), send(owner, ownIssuerId), send(other, issuerId)];
    await waitForCondition('all places are taken', async () => (await blocked()) === 3);
    const waiting = [
      ...Array.from({ length: 2 }, () => send(owner, ownIssuerId)),
      ...Array.from({ length: 3 }, () => send(other, issuerId)),
      send(third, thirdIssuerId),
    ];
    // A slow body would lose its place after 2 s.
    await sleep(2_500);
    await admin.query('rollback');
    for (const answer of await Promise.all(holders)) assertOk(answer);
    // They may have waited for too long.
    for (const answer of await Promise.all(waiting))
      if (answer.status !== 200) assertRefused(answer, 503, 'busy');
  });
});

test('responses that their clients don’t read give their places to a stranger that waits', async () => {
  const document = JSON.stringify({
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    // More than the system buffers.
    issuer: { id: 'did:web:localhost', name: '中'.repeat(1_000_000) },
    // The search for its key leaves the place of the body.
    proof: {
      ...{ type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022' },
      ...{ proofPurpose: 'assertionMethod', verificationMethod: 'did:web:localhost#1' },
      proofValue: `z${'2'.repeat(80)}`,
    },
  });
  const type = 'multipart/form-data; boundary=b';
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
  const body = `${file}${document}\r\n--b--\r\n`;
  const head = [
    ...['POST /verify HTTP/1.1', 'host: a', `content-type: ${type}`],
    ...[`content-length: ${Buffer.byteLength(body)}`, '', ''],
  ];
  const { hostname: host, port } = new URL(instance.url);
  const unread = ['127.0.0.3', '127.0.0.3', '127.0.0.4', '127.0.0.4'].map((localAddress) => {
    const socket = connect({ host, port: Number(port), localAddress });
    socket.on('error', () => {});
    socket.write(`${head.join('\r\n')}${body}`);
    return socket;
  });
  const stranger = createTestClient(instance.url);
  try {
    // Without a reader, a socket takes only the beginning.
    await waitForCondition('an answer begins everywhere', async () =>
      unread.every(({ bytesRead }) => bytesRead > 0),
    );
    await waitForCondition('another stranger has a place', async () => {
      const { status } = await stranger('POST', '/verify', body, { 'content-type': type });
      return status === 200;
    });
    for (const socket of unread) socket.resume();
    await waitForCondition('one was ended', async () => unread.some(({ closed }) => closed));
  } finally {
    for (const socket of unread) socket.destroy();
  }
});
