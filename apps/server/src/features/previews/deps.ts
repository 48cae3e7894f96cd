import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Typesetter } from '../../platform/typeset/index.ts';

export type PreviewDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  throttle: Throttle;
  typesetter: Typesetter;
};
