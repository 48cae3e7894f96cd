import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Cursors } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Drawer } from '../../platform/drawing/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';

export type BadgeDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  drawer: Drawer;
  cursors: Cursors;
  /** Invalidates public documents of the badge. */
  changed: (badgeId: string) => Promise<void>;
};
