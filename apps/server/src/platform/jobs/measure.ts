import type { Database } from '../db/index.ts';
import type { DatabaseReader, Metrics } from '../metrics/index.ts';
import {
  choreLastSeconds,
  choreLastSuccess,
  choreSecondsTotal,
  choresTotal,
  jobSecondsTotal,
  jobsTotal,
} from './queue.ts';
import { countJobsByKind, type JobKindStats } from './store.ts';

/** Metrics of this process's jobs and chores. */
export function measureWork(
  { figures }: Metrics,
  db: Database,
  { kinds, chores }: { kinds: readonly string[]; chores: readonly string[] },
): void {
  const of = db.figures;
  const byKind = kinds.map((kind) => ({ kind }));
  const byChore = chores.map((chore) => ({ chore }));
  const each = (all: readonly Record<string, string>[], ...outcomes: string[]) =>
    all.flatMap((one) => outcomes.map((outcome) => ({ ...one, outcome })));
  figures(
    of,
    'counter',
    {
      name: jobsTotal,
      help: 'Finished job attempts, by kind and result.',
      labels: ['kind', 'outcome'],
      zeros: each(byKind, 'done', 'again', 'retried', 'dead'),
    },
    {
      name: jobSecondsTotal,
      help: 'Duration of job attempts.',
      labels: ['kind'],
      zeros: byKind,
    },
    {
      name: choresTotal,
      help: 'Runs of periodic tasks, by task and outcome. Each task runs in one process at a time.',
      labels: ['chore', 'outcome'],
      zeros: each(byChore, 'done', 'failed'),
    },
    {
      name: choreSecondsTotal,
      help: 'Duration of periodic tasks.',
      labels: ['chore'],
      zeros: byChore,
    },
  );
  figures(
    of,
    'gauge',
    {
      name: choreLastSeconds,
      help: "Duration of the task's last successful run in this process.",
      labels: ['chore'],
    },
    {
      name: choreLastSuccess,
      help: 'Time of that run, in seconds since 1970; 0 before the first run. Use the maximum over all processes.',
      labels: ['chore'],
      zeros: byChore,
    },
  );
}

export const jobsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_jobs',
      help: 'Unfinished jobs by kind and state: due, waiting for their time or worker, on hold after a restore, or dead.',
      labels: ['kind', 'state'],
    },
    {
      name: 'insignia_jobs_oldest_due_seconds',
      help: 'How long the oldest due job has been due.',
      labels: ['kind'],
    },
    {
      name: 'insignia_jobs_oldest_seconds',
      help: 'Age of the oldest unfinished job that is neither on hold nor dead, including jobs that wait for another attempt.',
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
