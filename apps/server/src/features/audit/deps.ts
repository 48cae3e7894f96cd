import type { Clock } from '../../kernel/clock.ts';
import type { Cursors } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';

export type AuditDeps = { db: Database; cursors: Cursors; clock: Clock };
