import { type Fault, primaryOf, replaced } from './fault.ts';

export const primaryFrozen: Fault = {
  name: "all on the primary's machine frozen (SIGSTOP), thawed once another is primary",
  strike: async (cluster) => {
    const old = await primaryOf(cluster);
    await old.signal('SIGSTOP');
    await replaced(cluster, old);
    await old.signal('SIGCONT');
  },
};
