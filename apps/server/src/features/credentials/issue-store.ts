import { CompiledQuery } from 'kysely';
import type { RoutedId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';

export type CredentialColumns = {
  name: string;
  email: string;
  nameSearch: string;
  emailSearch: string;
  issuedOn: Date;
  expires: Date | null;
  /** Dates as given, which the event repeats. */
  given: { issuedOn: string; expires: string | null };
  /** Details as JSON. */
  details: string | null;
};

export type NewCredential = CredentialColumns & {
  id: RoutedId;
  accountId: string;
  badgeId: string;
  eventId: string;
  now: Date;
  period: Date;
  limit: number;
  /** Version of the badge that `details` was checked against, if it matters. */
  edition: number | null;
  act: { id: string; personId: string; keyId: string | null; fields: string[] };
};

/** `reply` is the response, also for repetitions. */
export type IdempotentIssue<T> = { key: string; fingerprint: Buffer; reply: T };

/** The only issuing statement. `bench/` runs pgbench with the same text. */
export const issueStatement = `select issue_credential(
  p_account => $1, p_badge => $2, p_id => $3, p_event => $4,
  p_name => $5, p_email => $6, p_name_search => $7, p_email_search => $8, p_issued_on => $9, p_expires => $10, p_event_dates => $11,
  p_now => $12, p_period => $13, p_limit => $14, p_key => $15, p_fingerprint => $16, p_reply => $17,
  p_act => $18, p_person => $19, p_api_key => $20, p_fields => $21, p_details => $22, p_edition => $23) as kept`;

/** Sets the trace for this statement's rows first. */
const tracedIssueStatement = `${issueStatement} from (select set_config('insignia.traceparent', $24, true) offset 0) traced`;

/** Returns the stored reply of an earlier request with the same key, or null if this one issued. */
export async function issueCredential<T>(
  db: Database | Trx,
  c: NewCredential,
  once: IdempotentIssue<T> | undefined,
  traceparent?: string,
): Promise<T | null> {
  const { rows } = await db.executeQuery<{ kept: T | null }>(
    CompiledQuery.raw(traceparent ? tracedIssueStatement : issueStatement, [
      c.accountId,
      c.badgeId,
      c.id,
      c.eventId,
      c.name,
      c.email,
      c.nameSearch,
      c.emailSearch,
      c.issuedOn,
      c.expires,
      JSON.stringify(c.given),
      c.now,
      c.period,
      c.limit,
      once?.key ?? null,
      once?.fingerprint ?? null,
      once ? JSON.stringify(once.reply) : null,
      c.act.id,
      c.act.personId,
      c.act.keyId,
      c.act.fields,
      c.details,
      c.edition,
      ...(traceparent ? [traceparent] : []),
    ]),
  );
  return rows[0]?.kept ?? null;
}

type Row = CredentialColumns & { id: RoutedId; eventId: string };
type CredentialBatch = {
  accountId: string;
  badgeId: string;
  personId: string | null;
  keyId: string | null;
  now: Date;
  period: Date;
  limit: number;
  rows: Row[];
};

/** The only statement for many. `bench/` repeats it. */
export const issueManyStatement = `select issue_credentials(
  p_account => $1, p_badge => $2, p_ids => $3, p_events => $4,
  p_names => $5, p_emails => $6, p_name_searches => $7, p_email_searches => $8,
  p_issued_on => $9, p_expires => $10, p_given_issued_on => $11, p_given_expires => $12,
  p_now => $13, p_period => $14, p_limit => $15, p_person => $16, p_api_key => $17, p_details => $18)`;

/** Inserts credentials and events and takes quota, or nothing at all. */
export async function issueCredentials(trx: Trx, many: CredentialBatch): Promise<void> {
  const { accountId, badgeId, rows, now, period, limit } = many;
  await trx.executeQuery(
    CompiledQuery.raw(issueManyStatement, [
      accountId,
      badgeId,
      rows.map(({ id }) => id),
      rows.map(({ eventId }) => eventId),
      rows.map(({ name }) => name),
      rows.map(({ email }) => email),
      rows.map(({ nameSearch }) => nameSearch),
      rows.map(({ emailSearch }) => emailSearch),
      rows.map(({ issuedOn }) => issuedOn),
      rows.map(({ expires }) => expires),
      rows.map(({ given }) => given.issuedOn),
      rows.map(({ given }) => given.expires),
      now,
      period,
      limit,
      many.personId,
      many.keyId,
      rows.some(({ details }) => details !== null) ? rows.map(({ details }) => details) : null,
    ]),
  );
}
