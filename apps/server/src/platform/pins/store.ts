import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';
import { type ImageReference, isReferred } from '../images/sql.ts';
import { MAX_PIN_ATTEMPTS, type PinState, pinKind } from './rules.ts';

/** After a longer gap, pictures were stored without a job. */
const gapMs = 300_000;

/** Notes that a worker has these places. From now on, pictures are queued. */
export async function recordPlaces(db: Database | Trx, places: readonly string[]): Promise<void> {
  await sql`
    insert into pin_places (place, seen_at) select place, now() from unnest(${places}::text[]) as p (place) order by place
    on conflict (place) do update set seen_at = now(),
      scanned_to = case when pin_places.seen_at < now() - ${gapMs} * interval '1 millisecond' then '' else pin_places.scanned_to end,
      scanned_at = case when pin_places.seen_at < now() - ${gapMs} * interval '1 millisecond' then null else pin_places.scanned_at end`.execute(
    db,
  );
}

/** False if triggers have stopped queuing, because no worker has a place any more. */
export async function isAnyPlaceSeen(db: Database | Trx): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pin_places where seen_at > now() - interval '10 minutes' limit 1`.execute(db);
  return rows.length > 0;
}

export type PinTarget = {
  /** The picture has a row. */
  isStored: boolean;
  /** A public document shows it. */
  isPublished: boolean;
};

export async function findPinTarget(
  db: Database,
  references: readonly ImageReference[],
  cid: string,
): Promise<PinTarget> {
  const { rows } = await sql<{ isPublished: boolean }>`
    select coalesce(${isReferred(references, 'i.cid')}, false) as "isPublished" from images i where cid = ${cid}`.execute(
    db,
  );
  return { isStored: rows.length > 0, isPublished: rows[0]?.isPublished ?? false };
}

export type PinRow = {
  place: string;
  state: PinState;
  requestId: string | null;
  attempts: number;
};

export async function hasPin(db: Database, cid: string, place: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from image_pins where cid = ${cid} and place = ${place}`.execute(db);
  return rows.length > 0;
}

/** Longer than all requests about one pin. */
const busyMs = 180_000;

/** Keeps other workers from talking to the place about this picture. Undefined if one does. */
export async function claimPin(
  db: Database,
  cid: string,
  place: string,
): Promise<PinRow | undefined> {
  const { rows } = await sql<PinRow>`
    insert into image_pins as p (cid, place, state, busy_until)
    values (${cid}, ${place}, 'waiting', now() + ${busyMs} * interval '1 millisecond')
    on conflict (cid, place) do update set busy_until = excluded.busy_until where p.busy_until < now()
    returning place, state, request_id as "requestId", attempts`.execute(db);
  return rows[0];
}

export type PinRecord = {
  cid: string;
  place: string;
  state: PinState;
  requestId: string | undefined;
  error: string | undefined;
};

/** Ends the claim. `checked_at` is the last time that the place had the picture. */
export async function recordPin(db: Database | Trx, pin: PinRecord): Promise<void> {
  await sql`
    update image_pins set state = ${pin.state}, request_id = ${pin.requestId ?? null}, error = ${pin.error ?? null},
      attempts = case when ${pin.state} = 'pinned' then 0 else attempts + 1 end, busy_until = '-infinity',
      checked_at = case when ${pin.state} = 'pinned' then now() else checked_at end
    where cid = ${pin.cid} and place = ${pin.place}`.execute(db);
}

export async function deletePin(db: Database, cid: string, place: string): Promise<void> {
  await sql`delete from image_pins where cid = ${cid} and place = ${place}`.execute(db);
}

const MAX_SCANNED = 1_000;

/**
 * Queues the missing pins among the next pictures, and those without success or a job: for a place
 * that is new or was unset for a while, and weekly. Returns true if there are more.
 */
export async function scanForMissing(
  trx: Trx,
  references: readonly ImageReference[],
  place: string,
): Promise<boolean> {
  const { rows } = await sql<{ last: string | null; n: number; isDue: boolean }>`
    with due as materialized (
        select scanned_to from pin_places where place = ${place}
          and (scanned_at is null or scanned_at < now() - interval '7 days') for update),
      page as materialized (
        select i.cid from images i, due where i.cid > due.scanned_to order by i.cid limit ${MAX_SCANNED}),
      missing as (
        insert into image_pins as p (cid, place, state)
        select i.cid, ${place}, 'waiting' from page i where (${isReferred(references, 'i.cid')})
        on conflict (cid, place) do update set state = p.state where p.state <> 'pinned' returning cid),
      queued as (
        insert into jobs (id, kind, payload, max_attempts)
        select uuid7_at(at => clock_timestamp()), ${pinKind}, jsonb_build_object('cid', cid, 'place', ${place}::text), ${MAX_PIN_ATTEMPTS} from missing
        where not exists (select from jobs j where j.kind = ${pinKind} and j.dead_at is null
          and j.payload->>'cid' = missing.cid and j.payload->>'place' = ${place}))
    select max(cid) as last, count(*)::int as n, exists (select from due) as "isDue" from page`.execute(
    trx,
  );
  const { last, n, isDue } = rows[0] ?? { last: null, n: 0, isDue: false };
  if (!isDue) return false;
  const isDone = n < MAX_SCANNED;
  await sql`update pin_places set scanned_to = ${isDone ? '' : (last ?? '')}, scanned_at = case when ${isDone} then now() end
    where place = ${place}`.execute(trx);
  if (n > 0) trx.onCommit.wake(pinKind);
  return !isDone;
}

const weekMs = 7 * 24 * 3_600_000;
const MAX_CHECKS = 1_000;

/** Queues checks of the pins confirmed longest ago, each once a week. */
export function queueChecks(trx: Trx, places: readonly string[]): Promise<number> {
  return queueChecksOlderThan(trx, places, weekMs, MAX_CHECKS);
}

/** Queues a check of every pin. */
export function queueAllChecks(trx: Trx, places: readonly string[]): Promise<number> {
  return queueChecksOlderThan(trx, places, 0, 2 ** 31 - 1);
}

async function queueChecksOlderThan(
  trx: Trx,
  places: readonly string[],
  ageMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with due as (
        select cid, place from image_pins
        where state = 'pinned' and checked_at < now() - ${ageMs} * interval '1 millisecond' and place = any(${places}::text[])
        order by checked_at limit ${limit} for update skip locked),
      noted as (
        update image_pins p set checked_at = now() from due where p.cid = due.cid and p.place = due.place
        returning p.cid, p.place),
      queued as (
        insert into jobs (id, kind, payload, max_attempts)
        select uuid7_at(at => clock_timestamp()), ${pinKind}, jsonb_build_object('cid', cid, 'place', place, 'check', true), ${MAX_PIN_ATTEMPTS}
        from noted returning 1)
    select count(*)::int as n from queued`.execute(trx);
  const n = rows[0]?.n ?? 0;
  if (n > 0) trx.onCommit.wake(pinKind);
  return n;
}

export type PlaceCounts = Record<PinState, number> & {
  place: string;
  /** Pictures that are already published are still being looked through. */
  isScanning: boolean;
  /** The newest of the failures. */
  error: string | null;
};

export async function countPins(db: Database | Trx): Promise<PlaceCounts[]> {
  const { rows } = await sql<PlaceCounts>`
    select p.place, p.scanned_at is null as "isScanning", max(error) as error,
      count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'pinned')::int as pinned, count(*) filter (where state = 'failed')::int as failed
    from pin_places p left join image_pins i using (place) group by p.place order by p.place`.execute(
    db,
  );
  return rows;
}

/** Makes waiting and dead jobs due now, and the search for missing pins start again. */
export async function retryPins(trx: Trx, places: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set run_at = now(), attempts = 0, dead_at = null where kind = ${pinKind} and not claimed`.execute(
    trx,
  );
  await sql`
    update pin_places set scanned_to = '', scanned_at = null where place = any(${places}::text[])`.execute(
    trx,
  );
  trx.onCommit.wake(pinKind);
  return Number(numAffectedRows ?? 0);
}
