import type { Urls } from '../../../kernel/urls.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { ResponseCache } from '../../../platform/http/index.ts';
import type { ImageStore } from '../../../platform/images/index.ts';
import type { Documents } from './documents.ts';

export type DocumentDeps = {
  db: Database;
  urls: Urls;
  images: ImageStore;
  cache: ResponseCache;
  documents: Documents;
};
