import { createHash } from 'node:crypto';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { createDocuments } from './documents.ts';
import { pickDocumentIds } from './store.ts';

export type DocumentChecksum = { url: string; sha256: string };

const MAX_CREDENTIALS = 20;

/** Public documents of some credentials with their badges and issuers. */
export async function hashPublicDocuments(db: Database, urls: Urls): Promise<DocumentChecksum[]> {
  const documents = createDocuments(db, urls);
  const found = new Map<string, DocumentChecksum>();
  const add = async (
    kind: 'credential' | 'badge' | 'issuer',
    id: string,
    ld: boolean,
  ): Promise<void> => {
    const url = urls[kind](id);
    if (found.has(url)) return;
    const { body } = await documents[kind](id, ld);
    found.set(url, { url, sha256: createHash('sha256').update(body).digest('hex') });
  };
  for (const { credentialId, badgeId, issuerId } of await pickDocumentIds(db, MAX_CREDENTIALS)) {
    await add('credential', credentialId, true);
    await add('badge', badgeId, true);
    await add('issuer', issuerId, true);
  }
  return [...found.values()];
}
