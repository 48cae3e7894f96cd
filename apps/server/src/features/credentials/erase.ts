import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { InvalidateLocally } from '../../platform/db/invalidation.ts';
import { deleteMailsAbout, deleteMailsAboutAnything } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { blockBadgeChanges, type DeletedBadge, deleteUnusedBadge } from '../badges/index.ts';
import { deleteCredentialEvents, eraseFromEvents } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import { eraseFromHistory, lockMovedFrom } from './correct-store.ts';
import { announceCredentials } from './invalidate.ts';
import { listBadgeIds, listReplacedAddresses, lockCredentialToErase } from './store.ts';

/** Deletes pending and past deliveries for these credentials. */
export type DeleteCredentialDeliveries = (trx: Trx, credentialIds: string[]) => Promise<void>;

/** Deletes pending and past deliveries of these events. */
export type DeleteEventDeliveries = (
  trx: Trx,
  credentialIds: string[],
  eventIds: string[],
) => Promise<void>;

export type EraseDeps = EraseManyDeps & {
  db: Database;
  clock: Clock;
  /** Invalidates public documents of the credential in this process. */
  invalidateCredential: (credentialId: string) => void;
};

export type EraseManyDeps = {
  /** A badge marked as deleted, and possibly its issuer, was removed with its last credential. */
  invalidateDeleted: (badge: DeletedBadge) => Promise<void>;
  invalidateLocally: InvalidateLocally;
  deleteDeliveries: DeleteCredentialDeliveries;
  /** Removes addresses, and credentials by their ids, from files being imported. */
  eraseFromImports: (
    trx: Trx,
    accountId: string,
    erased: { emails: string[]; ids: string[] },
  ) => Promise<void>;
  /** Removes what an address entered on claim pages. */
  eraseFromClaims: (trx: Trx, accountId: string, email: string) => Promise<void>;
  eraseFromCourses: (trx: Trx, accountId: string, email: string) => Promise<void>;
  /** Deletes old URLs that name these people. Returns tags to invalidate after the commit. */
  eraseFromRedirects: (
    trx: Trx,
    accountId: string,
    erased: { emails: string[]; ids: string[]; former?: ReadonlyMap<string, string[]> },
  ) => Promise<string[]>;
};

/** Badges that were deleted with their last credential, and other tags to invalidate after the commit. */
export type ErasureResult = { deletedBadges: DeletedBadge[]; tags: string[] };

/** Erases all personal data. The id stays known, so that its URLs respond with 410. */
export async function eraseCredential(deps: EraseDeps, who: Caller, id: string): Promise<void> {
  const erased = await deps.db.write((trx) => eraseOne(trx, deps, who, id));
  deps.invalidateCredential(id);
  await invalidateErased(deps, erased);
}

export async function invalidateErased(
  { invalidateDeleted, invalidateLocally }: EraseManyDeps,
  { deletedBadges, tags }: ErasureResult,
): Promise<void> {
  if (tags.length > 0) invalidateLocally(...tags);
  for (const badge of deletedBadges) await invalidateDeleted(badge);
}

/** Invalidate the credential, and what it returns, after the commit. */
export async function eraseOne(
  trx: Trx,
  deps: EraseDeps,
  who: Caller,
  id: string,
): Promise<ErasureResult> {
  await blockBadgesToErase(trx, who.accountId, [id]);
  const credential = await lockCredentialToErase(trx, who.accountId, id);
  if (!credential) throw new Problem('credential_not_found');
  const now = deps.clock();
  const erased = await eraseMany(trx, deps, { accountId: who.accountId, now }, [
    { ...credential, id },
  ]);
  await recordAction(trx, who, { action: 'deleteAward', target: id }, now);
  return erased;
}

/**
 * Blocks changes of these credentials' badges. Lock the credentials after that: moves of an issuer
 * lock badges first too, as changes of a badge do before they lock claims and pictures.
 */
export async function blockBadgesToErase(
  trx: Trx,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  await blockBadgeChanges(trx, await listBadgeIds(trx, accountId, ids));
}

type LockedCredential = { id: string; badgeId: string; email: string };

/** Erases locked credentials after `blockBadgesToErase`. */
export async function eraseMany(
  trx: Trx,
  deps: EraseManyDeps,
  { accountId, now }: { accountId: string; now: Date },
  credentials: LockedCredential[],
): Promise<ErasureResult> {
  const { deleteDeliveries, eraseFromImports, eraseFromClaims, eraseFromCourses } = deps;
  const ids = credentials.map(({ id }) => id);
  const badgeIds = [...new Set(credentials.map((each) => each.badgeId))].sort();
  // First, because it may wait for an import, and the day's counter must not stay locked meanwhile.
  const replaced = await listReplacedAddresses(trx, accountId, ids);
  const emails = [...new Set([...credentials.map((each) => each.email), ...replaced])];
  await eraseFromImports(trx, accountId, { emails, ids });
  for (const email of emails) {
    await eraseFromClaims(trx, accountId, email);
    await eraseFromCourses(trx, accountId, email);
  }
  const tags = await deps.eraseFromRedirects(trx, accountId, { emails, ids });
  await eraseCredentials(trx, ids, now, deleteDeliveries);
  const deletedBadges: DeletedBadge[] = [];
  for (const badgeId of badgeIds) {
    const badge = await deleteUnusedBadge(trx, badgeId);
    if (badge) deletedBadges.push(badge);
  }
  return { deletedBadges, tags };
}

/** Erases locked credentials except for their ids, and revokes signed copies. */
export async function eraseCredentials(
  trx: Trx,
  ids: string[],
  now: Date,
  dropDeliveriesOf: DeleteCredentialDeliveries,
): Promise<void> {
  await markRevokedInLists(trx, ids, now);
  await eraseCredentialRows(trx, ids, now);
  await deleteCredentialEvents(trx, ids);
  await dropDeliveriesOf(trx, ids);
  await deleteMailsAbout(trx, ids);
  await announceCredentials(trx, ids);
}

async function eraseCredentialRows(trx: Trx, ids: string[], now: Date): Promise<void> {
  await sql`insert into erased_credentials (id, erased_at, issuer_id)
    select erased.id, ${now}, b.issuer_id
    from unnest(${ids}::uuid[]) as erased(id) left join credentials c on c.id = erased.id left join badges b on b.id = c.badge_id`.execute(
    trx,
  );
  await sql`delete from credentials where id = any(${ids}::uuid[])`.execute(trx);
}

export type EraseAddressDeps = EraseManyDeps & {
  deleteEventDeliveries: DeleteEventDeliveries;
  /** Deletes the requests that the address sent about credentials which others have now. */
  deleteEarlierRequests: (trx: Trx, credentialIds: string[], address: string) => Promise<void>;
};

/** Number of credentials and of emails per transaction. */
const MAX_ERASED = 500;

/**
 * Erases what an address left in the account when its credentials are erased: emails to it about
 * others' credentials, and the history of credentials that a correction moved to another address.
 */
export async function eraseAddress(
  trx: Trx,
  deps: EraseAddressDeps,
  accountId: string,
  address: string,
): Promise<{ tags: string[]; hasMore: boolean }> {
  const { eraseFromImports, eraseFromClaims, eraseFromCourses } = deps;
  // First, for the reason that `eraseMany` gives.
  await eraseFromImports(trx, accountId, { emails: [address], ids: [] });
  const { ids, emails } = await lockMovedFrom(trx, accountId, address, MAX_ERASED);
  const written = [...new Set([address, ...emails])];
  for (const email of written) {
    await eraseFromClaims(trx, accountId, email);
    await eraseFromCourses(trx, accountId, email);
  }
  const names = await eraseFromHistory(trx, ids, address);
  const tags = await deps.eraseFromRedirects(trx, accountId, {
    emails: written,
    ids: [],
    former: new Map([...names].map(([id, former]) => [id, [...former, address]])),
  });
  const eventIds = await eraseFromEvents(trx, ids, address);
  await deps.deleteEventDeliveries(trx, ids, eventIds);
  await deps.deleteEarlierRequests(trx, ids, address);
  let hasMore = ids.length > 0;
  for (const to of written) {
    const count = await deleteMailsAboutAnything(trx, { accountId, to, limit: MAX_ERASED });
    hasMore ||= count === MAX_ERASED;
  }
  return { tags, hasMore };
}
