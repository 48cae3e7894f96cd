import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { customPlan, type Database } from '../../platform/db/index.ts';
import { type Redirect, readOldUrl, toKey } from '../redirects/index.ts';
import type { MoveIn } from './store.ts';

const ROWS_PER_PAGE = 1_000;

/** The host of the service, whose URLs aren't redirected, and the migration. */
type Wanted = { db: Database; ownHost: string; migration: MoveIn };

/**
 * Redirects of the known old URLs of a migration's credentials, badges and issuers. A URL appears
 * once: that of a credential counts before that of a badge or an issuer.
 */
export async function* listOldUrls({
  db,
  ownHost,
  migration,
}: Wanted): AsyncGenerator<Redirect, void> {
  // Hashes, because 11,000 URLs may be long.
  const seen = new Set<string>();
  for await (const { url, ...target } of listTargets(db, migration)) {
    const oldUrl = readOldUrl(url, ownHost);
    if (!oldUrl) continue;
    const hash = createHash('sha256').update(toKey(oldUrl)).digest('base64');
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield { ...oldUrl, ...target };
  }
}

type Target = Pick<Redirect, 'kind' | 'targetId'> & { url: string };

async function* listTargets(db: Database, migration: MoveIn): AsyncGenerator<Target> {
  if (migration.dryRun || migration.mode === 'hold') return;
  const ids = await listCredentialIds(db, migration.id);
  for (let from = 0; from < ids.length; from += ROWS_PER_PAGE)
    yield* await listCredentialUrls(db, ids.slice(from, from + ROWS_PER_PAGE));
  const badges = await listBadgeUrls(db, migration);
  for (const { key, badgeId: targetId } of badges)
    if (key.startsWith('id:')) yield { url: key.slice(3), kind: 'badge', targetId };
  for (const { issuerUrl: url } of badges)
    if (url) yield { url, kind: 'issuer', targetId: migration.issuerId };
}

/** Credentials of a migration, at most the rows of a file. An undo has deleted the others. */
async function listCredentialIds(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select credential_id as id from moved_credentials where move_in_id = ${id} order by credential_id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

async function listCredentialUrls(db: Database, ids: readonly string[]): Promise<Target[]> {
  const { rows } = await sql<{ id: string; url: string | null }>`${customPlan}
    select id, details->'supersedes'->>'id' as url from credentials
    where id = any(${[...ids]}::uuid[]) and details->'supersedes'->>'id' is not null order by id`.execute(
    db,
  );
  return rows.flatMap(({ id: targetId, url }) =>
    url === null ? [] : [{ url, kind: 'credential' as const, targetId }],
  );
}

type OldBadge = { key: string; issuerUrl: string | null; badgeId: string };

/** Badges that exist. After an undo, those with credentials that stayed. */
async function listBadgeUrls(
  db: Database,
  { id, status }: Pick<MoveIn, 'id' | 'status'>,
): Promise<OldBadge[]> {
  const { rows } = await sql<OldBadge>`${customPlan}
    select m.key, m.issuer_url as "issuerUrl", b.id as "badgeId"
    from move_in_badges m join badges b on b.id = m.badge_id
    where m.move_in_id = ${id} and b.deleted_at is null
      and (${status !== 'undone'} or b.id in (
        select c.badge_id from moved_credentials k join credentials c on c.id = k.credential_id where k.move_in_id = ${id}))
    order by m.key`.execute(db);
  return rows;
}
