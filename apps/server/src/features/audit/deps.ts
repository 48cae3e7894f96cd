import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';

export type AuditDeps = { db: Database; cursors: PageTokens; clock: Clock };
