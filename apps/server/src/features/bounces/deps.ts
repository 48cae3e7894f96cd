import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';

/** `token`: the secret part of the address that mail providers report to; undefined where none is wanted. */
export type BouncesDeps = { db: Database; clock: Clock; log: Logger; token: string | undefined };
