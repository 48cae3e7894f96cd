import { type Fault, findPrimary, waitForNewPrimary } from './fault.ts';

/** Patroni, frozen with old knowledge, must not reclaim a lock that another member holds. */
export const primaryThawedLate: Fault = {
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
