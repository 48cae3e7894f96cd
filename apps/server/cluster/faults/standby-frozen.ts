import { revokedEverywhere } from '../support/revoked.ts';
import { type Fault, primaryOf } from './fault.ts';

/** Staleness limit of DATABASE_READ_URL. */
const everywhereMs = 30_000;

export const standbyFrozen: Fault = {
  name: "all on a standby's machine frozen (SIGSTOP), read from until then; a credential revoked meanwhile",
  strike: async (cluster) => {
    const primary = await primaryOf(cluster);
    const standby = cluster.databases.machines.find((machine) => machine !== primary);
    if (!standby) throw new Error('there is no standby');
    await standby.signal('SIGSTOP');
    try {
      await cluster.issues(30);
      const ms = await revokedEverywhere(cluster);
      if (ms > everywhereMs) throw new Error(`revoked everywhere only after ${ms} ms`);
    } finally {
      await standby.signal('SIGCONT');
    }
  },
};
