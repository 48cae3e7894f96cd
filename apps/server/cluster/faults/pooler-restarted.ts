import type { Fault } from './fault.ts';

export const poolerRestarted: Fault = {
  name: 'PgBouncer stopped, and started by its supervisor',
  strike: async ({ service }) => service.pooler.kill('SIGTERM'),
};
