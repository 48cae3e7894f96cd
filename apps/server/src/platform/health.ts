import { health as healthOperation, ready } from '@insignia/contract';
import type { Clock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { answers, besideNewer, type Database, tooOldFor, watchSchema } from './db/index.ts';
import type { Router } from './http/index.ts';

export type Health = {
  stopping: boolean;
  /** Epoch milliseconds: when the database last had no room for something. */
  diskFullAt?: number;
};

const patienceMs = 2_000;

// A disk that somebody has made room on is not told of for longer.
const fullForMs = 60_000;

/**
 * `db` is a connection of its own, since a balancer that gets no answer from a busy process takes it away. `concerns`: each tells
 * what is not well, if anything. It is passed on as a warning, and no less is served.
 */
export function healthRoutes(
  route: Router,
  db: Database,
  health: Health,
  clock: Clock,
  concerns: (() => Promise<string | undefined>)[],
): void {
  const schema = watchSchema(db);
  // Nobody can fill the connection by asking often: those who ask meanwhile share an answer.
  const look = shared(async () => {
    await answers(db);
    const difference = await schema();
    const told: (string | undefined)[] = [];
    for (const ask of concerns) told.push(await ask());
    return { difference, told };
  });
  route(healthOperation, async () => ({ status: 'ok' }) as const);

  route(ready, async () => {
    if (health.stopping) throw new Problem('shutting_down', { retryAfterSeconds: 5 });
    const silence = new Promise<never>((_, reject) =>
      setTimeout(
        () => reject(new Problem('database_unavailable', { retryAfterSeconds: 5 })),
        patienceMs,
      ).unref(),
    );
    const { difference, told } = await Promise.race([look(), silence]);
    if (tooOldFor(difference)) throw new Problem('version_too_old');
    const isFull = clock().getTime() - (health.diskFullAt ?? 0) < fullForMs;
    const warnings = [
      ...(isFull ? ['database: its disk is full, so what is written is refused with 507'] : []),
      ...(difference.newer.length > 0 ? [besideNewer(difference.newer)] : []),
      ...told.filter((concern) => concern !== undefined),
    ];
    return { status: 'ready' as const, ...(warnings.length > 0 && { warnings }) };
  });
}

/** Joins what is under way. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
