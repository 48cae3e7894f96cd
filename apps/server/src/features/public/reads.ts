import type { CachedRead } from '../../platform/http/index.ts';
import { createDocumentReads } from './documents/cached-reads.ts';
import type { Documents } from './documents/documents.ts';
import { pageReads } from './pages/reads.ts';
import { signedReads } from './signed/keys.ts';

/** Returns all reads that the cache answers before the framework sees the request. */
export const publicReads = (documents: Documents): CachedRead[] => [
  ...createDocumentReads(documents),
  ...pageReads,
  ...signedReads,
];
