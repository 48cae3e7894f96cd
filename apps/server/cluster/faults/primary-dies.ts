import { type Fault, findPrimary } from './fault.ts';

export const primaryDies: Fault = {
  name: "all on the primary's machine killed: PostgreSQL, Patroni, etcd",
  strike: async (cluster) => (await findPrimary(cluster)).signal('SIGKILL'),
};
