import { type Fault, findPrimary, waitForNewPrimary } from './fault.ts';

export const primaryCut: Fault = {
  name: "the primary's network cut both ways, restored once another is primary",
  strike: async (cluster) => {
    const old = await findPrimary(cluster);
    await old.cut();
    await waitForNewPrimary(cluster, old);
    await old.mend();
  },
};
