import { type Fault, findPrimary, waitForNewPrimary } from './fault.ts';

export const primaryFrozen: Fault = {
  name: "all on the primary's machine frozen (SIGSTOP), thawed once another is primary",
  strike: async (cluster) => {
    const old = await findPrimary(cluster);
    await old.signal('SIGSTOP');
    await waitForNewPrimary(cluster, old);
    await old.signal('SIGCONT');
  },
};
