import * as contract from '@insignia/contract';
import { sql } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import type { Database } from './db/index.ts';
import type { Router } from './http/index.ts';

export type Health = {
  stopping: boolean;
  /** Epoch milliseconds: when the database last had no room for something. */
  diskFullAt?: number;
};

const patienceMs = 2_000;

// A disk that somebody has made room on is not told of for longer.
const fullForMs = 60_000;

// Workers look several times a second.
const stuckSeconds = 60;

/** `oldestDue`: for how many seconds the oldest delivery is due. A queue that is stuck is told, but serves no less. */
export function healthRoutes(
  route: Router,
  db: Database,
  health: Health,
  clock: Clock,
  oldestDue: () => Promise<number>,
): void {
  route(contract.health, async () => ({ status: 'ok' }) as const);

  route(contract.ready, async () => {
    if (health.stopping) throw new Problem('shutting_down', { retryAfterSeconds: 5 });
    const silence = new Promise<never>((_, reject) =>
      setTimeout(
        () => reject(new Problem('database_unavailable', { retryAfterSeconds: 5 })),
        patienceMs,
      ).unref(),
    );
    await Promise.race([sql`select 1`.execute(db), silence]);
    const age = Math.round(await Promise.race([oldestDue(), silence]));
    const isFull = clock().getTime() - (health.diskFullAt ?? 0) < fullForMs;
    const warnings = [
      ...(isFull ? ['database: its disk is full, so what is written is refused with 507'] : []),
      ...(age < stuckSeconds
        ? []
        : [`webhooks: the oldest delivery is due for ${age} s; does a worker run?`]),
    ];
    return { status: 'ready' as const, ...(warnings.length > 0 && { warnings }) };
  });
}
