import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  findErasedCredentials,
  findPublishedCredential,
  type PublishedCredential,
} from './store.ts';

/** Reads a credential with badge and issuer. Erased ones are gone, others not found. */
export async function requirePublishedCredential(
  db: Database,
  guid: string | undefined,
): Promise<PublishedCredential> {
  const found = guid && (await findPublishedCredential(db, guid));
  if (found) return found;
  const isGone = guid !== undefined && (await findErasedCredentials(db, [guid])).length > 0;
  throw new Problem(isGone ? 'credential_gone' : 'credential_not_found');
}
