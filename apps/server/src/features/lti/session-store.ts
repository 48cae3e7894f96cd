import { sql } from 'kysely';
import { type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import type { ChoiceSettings } from './rules.ts';

export type Hints = Record<string, string>;
export type LaunchRequest = {
  platformId: string;
  nonce: string;
  browser: Buffer;
  hints: Hints;
};

export async function insertLaunchRequest(
  db: Database,
  id: Buffer,
  { platformId, nonce, browser, hints }: LaunchRequest,
  expiresAt: Date,
): Promise<void> {
  await sql`insert into lti_requests (id, platform_id, nonce, browser, hints, expires_at)
    values (${id}, ${platformId}, ${nonce}, ${browser}, ${JSON.stringify(hints)}, ${expiresAt})`.execute(
    db,
  );
}

const requestColumns = sql`platform_id as "platformId", nonce, browser, hints`;

export async function findLaunchRequest(
  db: Database,
  id: Buffer,
  now: Date,
): Promise<LaunchRequest | undefined> {
  const { rows } = await sql<LaunchRequest>`
    select ${requestColumns} from lti_requests where id = ${id} and expires_at > ${now}`.execute(
    db,
  );
  return rows[0];
}

/** Uses a request up. Returns false for all but one of several concurrent callers. */
export async function consumeLaunchRequest(db: Database, id: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from lti_requests where id = ${id}`.execute(db);
  return numAffectedRows === 1n;
}

export type SessionView = 'learner' | 'teacher' | 'choice';
export type CourseSession = {
  platformId: string;
  linkId: string | null;
  userId: string | null;
  view: SessionView;
  language: string;
  details: { ancestors: string[]; deploymentId: string; choice?: ChoiceSettings; isTest?: boolean };
};

export async function insertSession(
  db: Database | Trx,
  id: Buffer,
  s: CourseSession,
  expiresAt: Date,
): Promise<void> {
  await sql`insert into lti_sessions (id, platform_id, link_id, user_id, view, language, details, expires_at)
    values (${id}, ${s.platformId}, ${s.linkId}, ${s.userId}, ${s.view}, ${s.language}, ${JSON.stringify(s.details)}, ${expiresAt})`.execute(
    db,
  );
}

export async function findSession(
  db: Database,
  id: Buffer,
  now: Date,
): Promise<CourseSession | undefined> {
  const { rows } = await sql<CourseSession>`
    select platform_id as "platformId", link_id as "linkId", user_id as "userId", view, language, details
    from lti_sessions where id = ${id} and expires_at > ${now}`.execute(db);
  return rows[0];
}

/** Uses a choice up. */
export async function deleteSession(trx: Trx, id: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from lti_sessions where id = ${id}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteExpiredLtiRows(trx: Trx, now: Date): Promise<'again' | undefined> {
  const where = sql`expires_at <= ${now}`;
  const results = [];
  for (const table of ['lti_requests', 'lti_sessions', 'lti_registrations'])
    results.push(await deleteBatch(trx, { table, by: 'expires_at', where }));
  return results.includes('again') ? 'again' : undefined;
}
