import type { Replicas } from '../db/index.ts';
import type { Metrics } from './start.ts';

/** States of the hosts in DATABASE_READ_URL. The primary may be among them. */
const states = ['fit', 'behind', 'away', 'astray', 'primary'] as const;

export function measureReplicas({ family }: Metrics, { hosts }: Replicas): void {
  family({
    name: 'insignia_replicas',
    help: 'Replicas for public reads, by the state this process sees: usable, too far behind, unreachable, not a standby of this primary, or the primary itself.',
    type: 'gauge',
    labels: ['state'],
    read: () =>
      states.map((state) => ({
        labels: { state },
        value: hosts().filter((each) => each.state === state).length,
      })),
  });
  family({
    name: 'insignia_replica_lag_seconds',
    help: 'Maximum replication lag of the replicas in use.',
    type: 'gauge',
    read: () => Math.max(0, ...hosts().flatMap(({ lagSeconds }) => lagSeconds ?? [])),
  });
}
