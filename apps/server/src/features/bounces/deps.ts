import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';

/** `token` is the secret part of the bounce URL. Undefined disables it. */
export type BouncesDeps = { db: Database; clock: Clock; log: Logger; token: string | undefined };
