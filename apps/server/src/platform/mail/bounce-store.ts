import { storedForms } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import { customPlan, type Database, newestFirst, type Trx } from '../db/index.ts';
import type { BounceKind } from './rules.ts';
import { aboutColumn, byAddress, isTo, newestMailFirst } from './sql.ts';

export type Bounce = {
  kind: BounceKind;
  /** Wording of the refusing server. Deleted with the email. */
  reason: string;
  mailId?: string | undefined;
  /**
   * Counts against the address only as the first report of its email, because old reports can be
   * replayed.
   */
  once?: true;
  /** Set if the reporter may report any address. */
  recipient?: string | undefined;
};

/**
 * Locks what an email is about against changes and erasure. Always before the email itself, as
 * corrections do: in the other order, the two would deadlock.
 */
export type LockSubject = (trx: Trx, mail: { about: string | null }) => Promise<void>;

export type BounceOutcome = { bounced: boolean; suppressed: boolean };

const hashAddress = (address: string): RawBuilder<Buffer> =>
  sql`sha256(convert_to(${address.toLowerCase()}, 'UTF8'))`;
/** Providers whose reports name no email send them within days. */
const recentMs = 5 * 86_400_000;
/** Newest emails to an address that are searched for each report that names no email. */
const MAX_SEARCHED_BY_ADDRESS = 100;

/** Recording a report again changes nothing. */
export async function recordBounce(
  db: Database,
  bounce: Bounce,
  now: Date,
  lockSubject: LockSubject,
): Promise<BounceOutcome> {
  return db.write(async (trx) => {
    const mail = await findBouncedMail(trx, bounce, now);
    const recipient = mail?.recipient ?? bounce.recipient;
    let bounced = false;
    if (mail && bounce.kind !== 'complaint') {
      await lockSubject(trx, mail);
      // A report may arrive before the delivery is recorded. Its job then finds nothing to do.
      const { numAffectedRows } =
        await sql`update mails set state = 'bounced', last_error = ${bounce.reason}, done_at = ${now}
        where id = ${mail.id} and state in ('queued', 'sent')`.execute(trx);
      bounced = numAffectedRows === 1n;
    }
    const isRepeated = bounce.once && bounce.kind === 'hard' && !bounced;
    if (bounce.kind === 'refused' || recipient === undefined || isRepeated)
      return { bounced, suppressed: false };
    return {
      bounced,
      suppressed: await markAddressBounced(trx, recipient, bounce.kind, mail?.id, now),
    };
  });
}

/** Returns false if the address was marked already. */
export async function markAddressBounced(
  db: Database | Trx,
  address: string,
  cause: 'hard' | 'complaint',
  mailId: string | undefined,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into bounced_addresses (address_hash, cause, mail_id, bounced_at)
    values (${hashAddress(address)}, ${cause}, ${mailId ?? null}, ${now}) on conflict do nothing`.execute(
      db,
    );
  return numAffectedRows === 1n;
}

type BouncedMail = { id: string; about: string | null; recipient: string };

async function findBouncedMail(
  trx: Trx,
  { mailId, recipient }: Bounce,
  now: Date,
): Promise<BouncedMail | undefined> {
  if (mailId !== undefined) {
    const { rows } =
      await sql<BouncedMail>`select id, ${aboutColumn} as about, recipient from mails where id = ${mailId}`.execute(
        trx,
      );
    return rows[0];
  }
  if (recipient === undefined) return undefined;
  const since = firstIdAt(new Date(now.getTime() - recentMs));
  for (const form of storedForms(recipient)) {
    const found = await findMailTo(trx, form, since);
    if (found) return found;
  }
  return undefined;
}

async function findMailTo(
  trx: Trx,
  address: string,
  since: string,
): Promise<BouncedMail | undefined> {
  const { where, order } = newestFirst([byAddress(address)], 'id', undefined, { from: since });
  const { rows } = await sql<BouncedMail>`${customPlan}
    select id, about, recipient from (
      select id, ${aboutColumn} as about, recipient, state, position from mails where ${where} ${order} limit ${MAX_SEARCHED_BY_ADDRESS}
    ) newest where ${isTo(address)} and state = 'sent' ${newestMailFirst} limit 1`.execute(trx);
  return rows[0];
}

/** Returns false if nothing was recorded. */
export async function clearBouncedAddress(db: Database, address: string): Promise<boolean> {
  const hashes = sql.join(storedForms(address).map(hashAddress));
  const { numAffectedRows } =
    await sql`delete from bounced_addresses where address_hash in (${hashes})`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export type BouncedAddress = {
  /** Null once its email was deleted. */
  address: string | null;
  cause: 'hard' | 'complaint';
  bouncedAt: Date;
};

export async function readBouncedAddresses(db: Database, limit: number): Promise<BouncedAddress[]> {
  const { rows } = await sql<BouncedAddress>`
    select m.recipient as address, b.cause, b.bounced_at as "bouncedAt"
    from bounced_addresses b left join mails m on m.id = b.mail_id
    order by b.bounced_at desc limit ${limit}`.execute(db);
  return rows;
}
