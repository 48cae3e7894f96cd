import { healthOperations } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  type Database,
  describeNewerSchema,
  findIncompatibility,
  watchSchema,
} from '../db/index.ts';
import type { Implement } from './index.ts';

export type Health = {
  stopping: boolean;
  /** Epoch milliseconds of the last write refused for lack of disk space. */
  diskFullAt?: number;
};

const patienceMs = 2_000;

// Stop reporting a full disk once there is space again.
const fullForMs = 60_000;

/**
 * `db` is used for nothing else, so that load that fills the pool doesn't make every process
 * unready. Each of `concerns` reads the database, which shows that it answers, and resolves with a
 * warning if something is wrong; the process stays ready.
 */
export function healthRoutes(
  implement: Implement,
  db: Database,
  health: Health,
  clock: Clock,
  concerns: (() => Promise<string | undefined>)[],
) {
  const schema = watchSchema(db);
  // Concurrent requests share one check, so frequent ones can't fill the connection.
  const look = shareRuns(async () => {
    const difference = await schema();
    const concerned: (string | undefined)[] = [];
    for (const ask of concerns) concerned.push(await ask());
    return { difference, concerned };
  });

  return implement(healthOperations, {
    health: async () => ({ status: 'ok' }) as const,

    ready: async () => {
      if (health.stopping) throw new Problem('shutting_down', { retryAfterSeconds: 5 });
      const silence = new Promise<never>((_, reject) =>
        setTimeout(
          () => reject(new Problem('database_unavailable', { retryAfterSeconds: 5 })),
          patienceMs,
        ).unref(),
      );
      const { difference, concerned } = await Promise.race([look(), silence]);
      if (findIncompatibility(difference)) throw new Problem('version_too_old');
      const isFull = clock().getTime() - (health.diskFullAt ?? 0) < fullForMs;
      const warnings = [
        ...(isFull ? ['database: the disk is full, so writes fail with 507'] : []),
        ...(difference.newer.length > 0 ? [describeNewerSchema(difference.newer)] : []),
        ...concerned.filter((concern) => concern !== undefined),
      ];
      return { status: 'ready' as const, ...(warnings.length > 0 && { warnings }) };
    },
  });
}

/** Calls that arrive while the work runs share its result. */
function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
