import { type Fault, findPrimary } from './fault.ts';

export const primaryCrashes: Fault = {
  name: "the primary's PostgreSQL killed (kill -9 of all its processes)",
  strike: async (cluster) => (await findPrimary(cluster)).signal('SIGKILL', 'postgres'),
};
