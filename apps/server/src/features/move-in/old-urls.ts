import { createHash } from 'node:crypto';
import type { Database } from '../../platform/db/index.ts';
import { type Redirect, readOldUrl, toKey } from '../redirects/index.ts';
import { listBadgeUrls, listCredentialUrls, listMovedIds } from './moved-store.ts';
import type { MoveIn } from './store.ts';

const ROWS_PER_PAGE = 1_000;

/**
 * Redirects of the known old URLs of a migration's credentials, badges and issuers. A URL appears
 * once: that of a credential counts before that of a badge or an issuer.
 */
export async function* listOldUrls(
  db: Database,
  migration: MoveIn,
  ownHost: string,
): AsyncGenerator<Redirect, void> {
  // Hashes, because 11,000 URLs may be long.
  const seen = new Set<string>();
  for await (const { url, ...target } of listTargets(db, migration)) {
    const oldUrl = readOldUrl(url ?? '', ownHost);
    if (!oldUrl) continue;
    const hash = createHash('sha256').update(toKey(oldUrl)).digest('base64');
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield { ...oldUrl, ...target };
  }
}

type OldTarget = Pick<Redirect, 'kind' | 'targetId'> & { url: string | null };

async function* listTargets(db: Database, migration: MoveIn): AsyncGenerator<OldTarget> {
  if (migration.dryRun || migration.mode === 'hold') return;
  const ids = await listMovedIds(db, migration.id);
  for (let from = 0; from < ids.length; from += ROWS_PER_PAGE)
    for (const { id, url } of await listCredentialUrls(db, ids.slice(from, from + ROWS_PER_PAGE)))
      yield { url, kind: 'credential', targetId: id };
  const badges = await listBadgeUrls(db, migration);
  for (const { key, badgeId: targetId } of badges)
    if (key.startsWith('id:')) yield { url: key.slice(3), kind: 'badge', targetId };
  for (const { issuerUrl } of badges)
    yield { url: issuerUrl, kind: 'issuer', targetId: migration.issuerId };
}
