import type { Urls } from '../../../kernel/urls.ts';
import type { Database, Replicas } from '../../../platform/db/index.ts';
import { createDocuments, type Documents } from './documents.ts';

/** Reads public documents from replicas, if there are any. */
export function createReplicaDocuments(
  db: Database,
  urls: Urls,
  replicas: Replicas | undefined,
): Documents {
  if (!replicas) return createDocuments(db, urls);
  const read = replicas.reading((from) => createDocuments(from, urls));
  return {
    issuer: (id, ld) => read((from) => from.issuer(id, ld)),
    badge: (id, ld) => read((from) => from.badge(id, ld)),
    credential: (id, ld) => read((from) => from.credential(id, ld)),
    shareText: (id) => read((from) => from.shareText(id)),
  };
}
