import { type Fault, primaryOf } from './fault.ts';

export const primaryDies: Fault = {
  name: "all on the primary's machine killed: PostgreSQL, Patroni, etcd",
  strike: async (cluster) => (await primaryOf(cluster)).signal('SIGKILL'),
};
