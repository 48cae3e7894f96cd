import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { erasedCredentials, type WholeCredential, wholeCredential } from './store.ts';

/** Reads a credential with badge and issuer. Erased ones are gone, others not found. */
export async function readCredential(
  db: Database,
  guid: string | undefined,
): Promise<WholeCredential> {
  const found = guid && (await wholeCredential(db, guid));
  if (found) return found;
  const isGone = guid !== undefined && (await erasedCredentials(db, [guid])).length > 0;
  throw new Problem(isGone ? 'credential_gone' : 'credential_not_found');
}
