import type { Clock } from '../../../kernel/clock.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import type { Throttle } from '../../../platform/throttle.ts';
import type { Signing } from '../../signing/index.ts';
import type { Documents } from '../documents/documents.ts';
import type { Digester } from './digester.ts';

export type VerifyDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  documents: Documents;
  signing: Signing;
  digester: Digester;
  /** The guarded client for documents of other issuers. */
  outbound: Outbound;
};
