import { type Fault, primaryOf, replaced } from './fault.ts';

export const primaryCut: Fault = {
  name: "the primary's network cut both ways, mended once another is primary",
  strike: async (cluster) => {
    const old = await primaryOf(cluster);
    await old.cut();
    await replaced(cluster, old);
    await old.mend();
  },
};
