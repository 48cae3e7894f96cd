import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, findPrimary } from './fault.ts';

/** Longer than Patroni's lock lasts. */
const awayMs = 40_000;

export const etcdMemberLost: Fault = {
  name: `the primary's etcd, one of three, frozen for ${awayMs / 1_000} s`,
  strike: async (cluster) => {
    const { signal } = await findPrimary(cluster);
    await signal('SIGSTOP', 'etcd');
    await sleep(awayMs);
    await signal('SIGCONT', 'etcd');
  },
};
