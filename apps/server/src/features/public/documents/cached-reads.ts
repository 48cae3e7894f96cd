import { createPathBuilder } from '@insignia/contract';
import { memoizeByAccept } from '../../../kernel/accept.ts';
import type { CachedRead } from '../../../platform/http/index.ts';
import type { Documents } from './documents.ts';
import { chooseFormat, type DocumentFormat, type DocumentKind, documentPaths } from './rules.ts';

/** Returns the cache key of one form of a document: its path, and a mark for JSON-LD. */
export function documentCacheKey(path: string, form: DocumentFormat): string {
  return form === 'ld' ? `${path} ld` : path;
}

const chooseFormatOnce = memoizeByAccept(chooseFormat);

/** Verifiers read these documents more than anything else. */
export function createDocumentReads(documents: Documents): CachedRead[] {
  return (['credential', 'badge', 'issuer'] satisfies DocumentKind[]).map((kind) => {
    const route = documentPaths[kind];
    const pathOf = createPathBuilder(route);
    return {
      ...{ document: kind, route },
      keyOf: (id, accept) => {
        const form = chooseFormatOnce(accept);
        return form === 'page' ? undefined : documentCacheKey(pathOf(id), form);
      },
      load: (id, accept) => documents[kind](id, chooseFormatOnce(accept) === 'ld'),
    };
  });
}
