import { measureRevocationDelay } from '../support/revocation-delay.ts';
import { type Fault, findPrimary } from './fault.ts';

/** Staleness limit of DATABASE_READ_URL. */
const everywhereMs = 30_000;

export const standbyFrozen: Fault = {
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
