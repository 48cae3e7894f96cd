import type { Replicas } from '../db/index.ts';
import type { Metrics } from './start.ts';

/** States of the hosts in DATABASE_READ_URL. The primary may be among them. */
const states = ['fit', 'behind', 'away', 'astray', 'primary'] as const;

export function measureReplicas({ family }: Metrics, { hosts }: Replicas): void {
  family({
    name: 'insignia_replicas',
    help: 'Hosts that public answers are to be read from, by how this process finds them: fit, behind by more than may be, away, astray, or the primary itself.',
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
    help: 'How old at most what is read from the replica that is furthest behind of those that are read from.',
    type: 'gauge',
    read: () => Math.max(0, ...hosts().flatMap(({ lagSeconds }) => lagSeconds ?? [])),
  });
}
