import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/page-tokens.ts';

export type AuditDeps = { db: Database; cursors: PageTokens; clock: Clock };
