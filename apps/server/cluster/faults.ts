import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequest } from '../tests/support/create-request.ts';
import { badgeImage } from '../tests/support/images.ts';
import { type Cluster, measureRevocationDelay } from './support/cluster.ts';
import type { Machine } from './support/machines.ts';
import { baseUrl } from './support/service.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

export type Fault = {
  name: string;
  /**
   * Injects the failure. Resolves once it has been undone. Killed processes restart by themselves.
   */
  strike: (cluster: Cluster) => Promise<void>;
};

async function findPrimary({ databases }: Cluster): Promise<Machine> {
  const primary = await databases.primary();
  if (!primary) throw new Error('there is no primary');
  return primary;
}

/** A primary other than `old` was elected, and enough was issued since. */
async function waitForNewPrimary({ databases, issues }: Cluster, old: Machine): Promise<void> {
  const others = databases.machines.filter((machine) => machine !== old);
  await waitForCondition(`another than ${old.name} is the primary`, async () => {
    const now = await databases.primary(others);
    return now !== undefined && now !== old;
  });
  await issues(30);
}

const apiKilled: Fault = {
  name: 'an API process killed (kill -9)',
  strike: async ({ service }) => service.api[0]?.kill('SIGKILL'),
};

const poolerRestarted: Fault = {
  name: 'PgBouncer stopped, and started by its supervisor',
  strike: async ({ service }) => service.pooler.kill('SIGTERM'),
};

const picturesAway: Fault = {
  name: "Ceph's gateway frozen until a picture was refused",
  strike: async ({ key, issuerId, issues, pictures }) => {
    const ask = createRequest(baseUrl, { 'x-api-key': key });
    const badge = { name: 'B', description: 'D', criteria: 'C', issuerId };
    const create = async () =>
      ask('POST', '/badges', { parameters: { ...badge, image: await badgeImage(77) } });
    await pictures.signal('SIGSTOP');
    const [refused] = await Promise.all([create(), issues(30)]);
    await pictures.signal('SIGCONT');
    assert.deepEqual(
      [refused.status, refused.body?.code],
      [503, 'image_unavailable'],
      refused.text,
    );
    const created = await create();
    assert.equal(created.status, 200, created.text);
    const { badgeId } = created.body;
    const { body } = await ask('GET', `/badges?badgeId=${encodeURIComponent(badgeId)}`);
    assert.equal((await fetch(body.image)).status, 200);
  },
};

/** Longer than Patroni's lock lasts. */
const awayMs = 40_000;

const etcdMemberLost: Fault = {
  name: `the primary's etcd, one of three, frozen for ${awayMs / 1_000} s`,
  strike: async (cluster) => {
    const { signal } = await findPrimary(cluster);
    await signal('SIGSTOP', 'etcd');
    await sleep(awayMs);
    await signal('SIGCONT', 'etcd');
  },
};

const primaryCrashes: Fault = {
  name: "the primary's PostgreSQL killed (kill -9 of all its processes)",
  strike: async (cluster) => (await findPrimary(cluster)).signal('SIGKILL', 'postgres'),
};

const primaryDies: Fault = {
  name: "all on the primary's machine killed: PostgreSQL, Patroni, etcd",
  strike: async (cluster) => (await findPrimary(cluster)).signal('SIGKILL'),
};

const primaryFrozen: Fault = {
  name: "all on the primary's machine frozen (SIGSTOP), thawed once another is primary",
  strike: async (cluster) => {
    const old = await findPrimary(cluster);
    await old.signal('SIGSTOP');
    await waitForNewPrimary(cluster, old);
    await old.signal('SIGCONT');
  },
};

/** Patroni, frozen with old knowledge, must not reclaim a lock that another member holds. */
const primaryThawedLate: Fault = {
  name: "all on the primary's machine frozen (SIGSTOP), thawed once another is primary, its etcd last",
  strike: async (cluster) => {
    const old = await findPrimary(cluster);
    await old.signal('SIGSTOP');
    await waitForNewPrimary(cluster, old);
    for (const program of ['postgres', 'patroni']) await old.signal('SIGCONT', program);
    await cluster.issues(100);
    await old.signal('SIGCONT');
  },
};

const primaryCut: Fault = {
  name: "the primary's network cut both ways, restored once another is primary",
  strike: async (cluster) => {
    const old = await findPrimary(cluster);
    await old.disconnect();
    await waitForNewPrimary(cluster, old);
    await old.reconnect();
  },
};

/** Staleness limit of DATABASE_READ_URL. */
const everywhereMs = 30_000;

const standbyFrozen: Fault = {
  name: "all on a standby's machine frozen (SIGSTOP), read from until then; a credential revoked meanwhile",
  strike: async (cluster) => {
    const primary = await findPrimary(cluster);
    const standby = cluster.databases.machines.find((machine) => machine !== primary);
    if (!standby) throw new Error('there is no standby');
    await standby.signal('SIGSTOP');
    try {
      await cluster.issues(30);
      const ms = await measureRevocationDelay(cluster);
      if (ms > everywhereMs) throw new Error(`revoked everywhere only after ${ms} ms`);
    } finally {
      await standby.signal('SIGCONT');
    }
  },
};

const workerKilled: Fault = {
  name: 'a worker killed (kill -9)',
  strike: async ({ service }) => service.workers[0]?.kill('SIGKILL'),
};

/** Each starts once the cluster has recovered from the one before. */
export const faults: Fault[] = [
  apiKilled,
  poolerRestarted,
  picturesAway,
  etcdMemberLost,
  primaryCrashes,
  primaryDies,
  primaryFrozen,
  primaryThawedLate,
  primaryCut,
  standbyFrozen,
  workerKilled,
];
