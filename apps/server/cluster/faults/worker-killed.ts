import type { Fault } from './fault.ts';

export const workerKilled: Fault = {
  name: 'a worker killed (kill -9)',
  strike: async ({ service }) => service.workers[0]?.kill('SIGKILL'),
};
