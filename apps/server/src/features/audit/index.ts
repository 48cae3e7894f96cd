import { randomBytes } from 'node:crypto';
import * as contract from '@insignia/contract';
import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import {
  type Database,
  getAgreedTime,
  maintainPartitions,
  type Trx,
} from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { auditRetentionMs, findActionKind } from './rules.ts';
import { type AuditRow, auditPage, deleteAuditEntriesBefore } from './store.ts';

/**
 * An operation, the id of its subject, and the names of the given fields. `name` records the name
 * of something deleted, never a person's.
 */
export type AuditEntry = {
  action:
    | contract.AuditedOperationId
    | contract.OperatorAction
    | contract.SignInAction
    | contract.DirectoryAction;
  target?: string;
  name?: string;
  fields?: object;
};

/** Without a user if the action came from a link in an email. */
export type Actor = Pick<Caller, 'accountId'> &
  Partial<Pick<Caller, 'personId' | 'keyId'>> & {
    /** The operator used the command line. */
    byOperator?: true;
  };

export const createOperatorActor = (accountId: string): Actor => ({ accountId, byOperator: true });

/** Records an action in the transaction that performs it. */
export async function recordAction(
  trx: Trx,
  { accountId, personId, keyId, byOperator }: Actor,
  { action, target, name, fields = {} }: AuditEntry,
  now: Date,
): Promise<void> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  await insertAuditEntry(trx, {
    id: newId(),
    accountId,
    personId: personId ?? null,
    keyId: keyId ?? null,
    byOperator: byOperator ?? false,
    action,
    target: target ?? null,
    name: name ?? null,
    fields: present.map(([name]) => name),
    now,
  });
}

/** Records one action on each of many targets, in one statement. */
export async function recordActions(
  trx: Trx,
  { accountId, personId, keyId, byOperator }: Actor,
  { action, targets }: Pick<AuditEntry, 'action'> & { targets: readonly string[] },
  now: Date,
): Promise<void> {
  await sql`insert into audit_log (id, account_id, person_id, key_id, by_operator, action, target, name, fields, created_at)
    select entry.id, ${accountId}, ${personId ?? null}, ${keyId ?? null}, ${byOperator ?? false}, ${action}, entry.target, null, '{}', ${now}
    from unnest(${targets.map(() => newId())}::uuid[], ${[...targets]}::text[]) as entry(id, target)`.execute(
    trx,
  );
}

type NewAuditEntry = {
  id: string;
  accountId: string;
  personId: string | null;
  keyId: string | null;
  byOperator: boolean;
  action: string;
  target: string | null;
  name: string | null;
  fields: string[];
  now: Date;
};

async function insertAuditEntry(trx: Trx, a: NewAuditEntry): Promise<void> {
  await sql`insert into audit_log (id, account_id, person_id, key_id, by_operator, action, target, name, fields, created_at)
    values (${a.id}, ${a.accountId}, ${a.personId}, ${a.keyId}, ${a.byOperator}, ${a.action}, ${a.target}, ${a.name}, ${a.fields}, ${a.now})`.execute(
    trx,
  );
}

/** Users read it to their admin: 8 letters and digits that can't be mistaken for others. */
export function createReference(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  return [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('');
}

/** A refused sign-in. The page shows the reference to the user. */
type Refusal = {
  action: 'refuseSso' | 'refuseLti';
  reference: string;
  reason: string;
  detail: string | undefined;
};

/** Anyone can send requests in its name. */
type Provider = { table: 'lti_platforms' | 'sso_connections'; id: string; name: string };

/** Returns false if the provider has enough entries of this hour. One-time links have no provider. */
export async function recordRefusal(
  trx: Trx,
  accountId: string,
  provider: Provider | undefined,
  { action, reference, reason, detail }: Refusal,
  now: Date,
): Promise<boolean> {
  const counted = provider && (await countRefusal(trx, provider, now));
  if (provider && !counted) return false;
  const fields = {
    [reason]: true,
    ...(detail !== undefined && { [detail]: true }),
    ...(counted?.isLast && { limitReached: true }),
  };
  const name = provider && { name: provider.name };
  await recordAction(trx, { accountId }, { action, target: reference, ...name, fields }, now);
  return true;
}

/** Entries per provider and hour. Metrics count all refusals. */
const MAX_REFUSALS = 50;

/**
 * Bounds the refusals that anyone can cause, because the log has no other limit. Undefined if enough
 * were recorded in this hour. `isLast` if no more will be.
 */
async function countRefusal(
  trx: Trx,
  { table, id }: Provider,
  now: Date,
): Promise<{ isLast: boolean } | undefined> {
  const hourBefore = new Date(now.getTime() - 3_600_000);
  const isOver = sql`(refused_since is null or refused_since <= ${hourBefore})`;
  const { rows } = await sql<{ refused: number }>`
    update ${sql.table(table)} set refused = case when ${isOver} then 1 else refused + 1 end,
      refused_since = case when ${isOver} then ${now}::timestamptz else refused_since end
    where id = ${id} and (${isOver} or refused < ${MAX_REFUSALS}) returning refused`.execute(trx);
  if (rows[0]) return { isLast: rows[0].refused === MAX_REFUSALS };
  const { rows: existing } = await sql`
    select 1 from ${sql.table(table)} where id = ${id}`.execute(trx);
  // The provider was deleted meanwhile, so its next request comes from an unknown one.
  return existing.length > 0 ? undefined : { isLast: false };
}

const pageSize = 50;

function toAuditItem({
  id,
  at,
  action,
  target,
  fields,
  personId,
  keyId,
  byOperator,
  ...names
}: AuditRow) {
  const { person, email, key, name, badgeId, badge, count } = names;
  const kind = findActionKind(action);
  return {
    id,
    at: at.toISOString(),
    action,
    target,
    about: kind
      ? {
          kind,
          name,
          badge: badgeId && badge !== null ? { badgeId, name: badge } : null,
          import: names.import,
          count,
        }
      : null,
    fields,
    // Names disappear with the user or key. Links in emails have no user.
    actor: personId ? { personId, name: person, email } : null,
    byOperator,
    key: keyId ? { keyId, name: key } : null,
  };
}

type AuditDeps = { db: Database; cursors: PageTokens; clock: Clock };

export function registerAudit({ implement }: Scope, { db, cursors, clock }: AuditDeps) {
  return implement(contract.auditOperations, {
    listAuditLog: async ({ query, who }) => {
      const page = paginate(cursors, 'audit-log', who.accountId, query.lastEvaluatedKey, pageSize);
      const personId = query.personId && readId(query.personId);
      const filter = {
        action: query.action,
        since: parseTimestamp('since', query.since),
        until: parseTimestamp('until', query.until),
      };
      // An invalid id matches nobody.
      if (query.personId !== undefined && !personId) return { items: [] };
      const { rows, ...more } = await page((lastId, limit) =>
        auditPage(db, who.accountId, { ...filter, personId }, { lastId, limit, now: clock() }),
      );
      return { items: rows.map(toAuditItem), ...more };
    },
  });
}

export function registerAuditWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({
    name: 'audit log',
    run: async (trx) => maintainAuditLog(trx, await getAgreedTime(trx, clock())),
  });
}

export function maintainAuditLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    { table: 'audit_log', retentionMs: auditRetentionMs, dropRows: deleteAuditEntriesBefore },
    now,
  );
}
