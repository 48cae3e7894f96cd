import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { TakeMails } from '../accounts/index.ts';

export type BulkDeps = {
  db: Database;
  clock: Clock;
  takeMails: TakeMails;
};

/** The kind of job that processes the chunks of a bulk job. */
export const bulkKind = 'bulk-chunks';
