import { pathMaker } from '@insignia/contract';
import { onceForEach } from '../../../kernel/accept.ts';
import type { CachedRead } from '../../../platform/http/index.ts';
import type { Documents } from './documents.ts';
import { chooseForm, type DocumentKind, documentPaths, type Form } from './rules.ts';

/** The cache key of one form of a document: its path, and a mark for JSON-LD. */
export function cacheKey(path: string, form: Form): string {
  return form === 'ld' ? `${path} ld` : path;
}

const formOf = onceForEach(chooseForm);

/** Verifiers read these more than anything else. */
export function documentReads(documents: Documents): CachedRead[] {
  return (['credential', 'badge', 'issuer'] satisfies DocumentKind[]).map((kind) => {
    const route = documentPaths[kind];
    const pathOf = pathMaker(route);
    return {
      ...{ document: kind, route },
      keyOf: (id, accept) => {
        const form = formOf(accept);
        return form === 'page' ? undefined : cacheKey(pathOf(id), form);
      },
      load: (id, accept) => documents[kind](id, formOf(accept) === 'ld'),
    };
  });
}
