import type { Fault } from './fault.ts';

export const apiKilled: Fault = {
  name: 'an API process killed (kill -9)',
  strike: async ({ service }) => service.api[0]?.kill('SIGKILL'),
};
