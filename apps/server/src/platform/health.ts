import { sql } from 'kysely';
import { z } from 'zod';
import { Problem } from '../kernel/problem.ts';
import type { Database } from './db/index.ts';
import type { Router } from './http/index.ts';

export type Health = { stopping: boolean };

const patienceMs = 2_000;

export function healthRoutes(route: Router, db: Database, health: Health): void {
  route(
    'health',
    { reply: z.object({ status: z.literal('ok') }) },
    async () => ({ status: 'ok' }) as const,
  );

  route(
    'ready',
    { reply: z.object({ status: z.literal('ready') }), errors: ['shutting_down'] },
    async () => {
      if (health.stopping) throw new Problem('shutting_down', { retryAfterSeconds: 5 });
      const silence = new Promise<never>((_, reject) =>
        setTimeout(
          () => reject(new Problem('database_unavailable', { retryAfterSeconds: 5 })),
          patienceMs,
        ).unref(),
      );
      await Promise.race([sql`select 1`.execute(db), silence]);
      return { status: 'ready' } as const;
    },
  );
}
