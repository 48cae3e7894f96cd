import { type Database, getFigures } from '../db/index.ts';
import type { DatabaseReader, Metrics } from '../metrics/index.ts';
import { countJobsByKind, type JobKindStats } from './dead-store.ts';
import {
  choreLastSeconds,
  choreLastSuccess,
  choreSecondsTotal,
  choresTotal,
  jobSecondsTotal,
  jobsTotal,
} from './names.ts';

/** Metrics of this process's jobs and chores. */
export function measureWork(
  { figures }: Metrics,
  db: Database,
  { kinds, chores }: { kinds: readonly string[]; chores: readonly string[] },
): void {
  const of = getFigures(db);
  const byKind = kinds.map((kind) => ({ kind }));
  const byChore = chores.map((chore) => ({ chore }));
  const each = (all: readonly Record<string, string>[], ...outcomes: string[]) =>
    all.flatMap((one) => outcomes.map((outcome) => ({ ...one, outcome })));
  figures(
    of,
    'counter',
    {
      name: jobsTotal,
      help: 'Jobs that ended or gave up their turn, by kind and what became of them.',
      labels: ['kind', 'outcome'],
      zeros: each(byKind, 'done', 'again', 'retried', 'dead'),
    },
    {
      name: jobSecondsTotal,
      help: 'How long they ran.',
      labels: ['kind'],
      zeros: byKind,
    },
    {
      name: choresTotal,
      help: 'Turns of what is looked after every minute, by chore and outcome; in one process at a time.',
      labels: ['chore', 'outcome'],
      zeros: each(byChore, 'done', 'failed'),
    },
    {
      name: choreSecondsTotal,
      help: 'How long those turns took.',
      labels: ['chore'],
      zeros: byChore,
    },
  );
  figures(
    of,
    'gauge',
    {
      name: choreLastSeconds,
      help: 'How long the last turn of a chore took that ended well in this process.',
      labels: ['chore'],
    },
    {
      name: choreLastSuccess,
      help: 'When that was, in seconds since 1970; 0 before the first. Take the greatest of all processes.',
      labels: ['chore'],
      zeros: byChore,
    },
  );
}

export const jobsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_jobs',
      help: 'Jobs that are not done, by kind and state: due, waiting for their time or their worker, held by a restore, dead.',
      labels: ['kind', 'state'],
    },
    {
      name: 'insignia_jobs_oldest_due_seconds',
      help: 'How long the first of them has been due.',
      labels: ['kind'],
    },
    {
      name: 'insignia_jobs_oldest_seconds',
      help: 'How long ago the oldest was written that is neither done, held nor dead: also those that wait for another attempt.',
      labels: ['kind'],
    },
  ],
  read: async (trx) => {
    const kinds = await countJobsByKind(trx);
    const of = (value: (kind: JobKindStats) => number) =>
      kinds.map((kind) => ({ labels: { kind: kind.kind }, value: Math.max(0, value(kind)) }));
    return [
      kinds.flatMap(({ kind, due, waiting, held, dead }) =>
        Object.entries({ due, waiting, held, dead }).map(([state, value]) => ({
          labels: { kind, state },
          value,
        })),
      ),
      of(({ oldestDueSeconds }) => oldestDueSeconds),
      of(({ oldestSeconds }) => oldestSeconds),
    ];
  },
};
