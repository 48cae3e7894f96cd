import type { Clock } from '../../../kernel/clock.ts';
import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { ResponseCache } from '../../../platform/http/index.ts';
import type { ImageStore } from '../../../platform/images/index.ts';
import type { Typesetter } from '../../../platform/typeset/index.ts';
import type { Documents } from '../documents/documents.ts';

/** Reads pictures. */
export type PictureDeps = { images: Pick<ImageStore, 'get'> };

/** Dependencies of rendering. */
export type RenderDeps = Pick<FileDeps, 'urls' | 'typesetter' | 'clock'> & PictureDeps;

export type FileDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  cache: ResponseCache;
  documents: Documents;
  typesetter: Typesetter;
};
