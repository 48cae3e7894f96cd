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

/** `concerns`: each tells what is not well, if anything. It is passed on as a warning, and no less is served. */
export function healthRoutes(
  route: Router,
  db: Database,
  health: Health,
  clock: Clock,
  concerns: (() => Promise<string | undefined>)[],
): void {
  const schema = watchSchema(db);
  route(healthOperation, async () => ({ status: 'ok' }) as const);

  route(ready, async () => {
    if (health.stopping) throw new Problem('shutting_down', { retryAfterSeconds: 5 });
    const silence = new Promise<never>((_, reject) =>
      setTimeout(
        () => reject(new Problem('database_unavailable', { retryAfterSeconds: 5 })),
        patienceMs,
      ).unref(),
    );
    await Promise.race([answers(db), silence]);
    const difference = await Promise.race([schema(), silence]);
    if (tooOldFor(difference)) throw new Problem('version_too_old');
    const told = await Promise.race([Promise.all(concerns.map((ask) => ask())), silence]);
    const isFull = clock().getTime() - (health.diskFullAt ?? 0) < fullForMs;
    const warnings = [
      ...(isFull ? ['database: its disk is full, so what is written is refused with 507'] : []),
      ...(difference.newer.length > 0 ? [besideNewer(difference.newer)] : []),
      ...told.filter((concern) => concern !== undefined),
    ];
    return { status: 'ready' as const, ...(warnings.length > 0 && { warnings }) };
  });
}
