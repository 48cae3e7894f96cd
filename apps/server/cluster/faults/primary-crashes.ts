import { type Fault, primaryOf } from './fault.ts';

export const primaryCrashes: Fault = {
  name: "the primary's PostgreSQL killed (kill -9 of all its processes)",
  strike: async (cluster) => (await primaryOf(cluster)).signal('SIGKILL', 'postgres'),
};
