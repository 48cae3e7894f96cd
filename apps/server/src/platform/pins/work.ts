import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../db/index.ts';
import type { ImageReference, ImageStore } from '../images/index.ts';
import { type BackgroundWork, deleteJobsOfKind, enqueue, startWorker } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import type { DatabaseReader, Metrics } from '../metrics/index.ts';
import {
  createPinClient,
  type PinClient,
  PinError,
  type PinVerbs,
  type RemotePin,
} from './clients.ts';
import type { PinPlace } from './places.ts';
import { MAX_PIN_ATTEMPTS, pinKind, pinRequestsTotal, pinStates, queuedWaitMs } from './rules.ts';
import {
  claimPin,
  countPins,
  deletePin,
  findPinTarget,
  hasPin,
  isAnyPlaceSeen,
  type PinRow,
  queueChecks,
  recordPin,
  recordPlaces,
  scanForMissing,
} from './store.ts';

type PinParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  images: ImageStore;
  places: readonly PinPlace[];
  /** Columns whose pictures public documents show. */
  published: readonly ImageReference[];
  baseUrl: string;
};

type PinJob = { cid: string; place: string; check?: true };

const jobSlots = { slots: 4, timeoutMs: 150_000 };
/** A place that hangs leaves the other slots to other places. */
const MAX_PER_PLACE = 2;
/** A job waits this long for other jobs of its place. After that, the place counts as away. */
const patienceMs = 2_000;
/** All requests about one pin. A picture has at most 8 MiB. */
const attemptMs = 45_000;
/** After a place didn't respond, other pictures wait too: longer after each failure in a row. */
const minAwayMs = 2_000;
const maxAwayMs = 60_000;

/** Pins published pictures. A place that is down only delays its pins. */
export function registerPins(work: BackgroundWork, parts: PinParts): void {
  const { db, log, places, published } = parts;
  if (places.length === 0) {
    const run = async (trx: Trx) => {
      if (!(await isAnyPlaceSeen(trx))) await deleteJobsOfKind(trx, pinKind);
    };
    work.chores({ name: 'pins', run });
    return;
  }
  const names = places.map(({ name }) => name);
  work.chores({
    name: 'pins',
    run: async (trx) => {
      await recordPlaces(trx, names);
      let isMore = false;
      for (const name of names) isMore = (await scanForMissing(trx, published, name)) || isMore;
      if (!isMore) await queueChecks(trx, names);
      return isMore ? 'again' : undefined;
    },
  });
  work.runs(() => {
    // The chore repeats this every minute.
    const seen = recordPlaces(db, names).catch((error: unknown) =>
      log.warn({ err: error }, "pins: the database doesn't respond"),
    );
    const stopping = new AbortController();
    const opened = new Map(
      places.map((place): [string, OpenPlace] => [
        place.name,
        createOpenPlace(createPinClient(place, parts.baseUrl, stopping.signal), parts.clock),
      ]),
    );
    const worker = startWorker(
      db,
      { [pinKind]: ({ payload }) => pinPicture(parts, opened, payload as PinJob) },
      log,
      jobSlots,
    );
    return {
      stop: async () => {
        stopping.abort(new Error('the service is stopping'));
        await seen;
        await worker.stop();
        await Promise.all([...opened.values()].map(({ client }) => client.close()));
      },
    };
  }, pinKind);
}

type OpenPlace = {
  client: PinClient;
  now: () => number;
  /** Milliseconds on the clock. */
  awayUntil: number;
  awayMs: number;
  active: number;
  /** Calls the first of the jobs that wait for a turn. */
  waiting: Set<() => void>;
};

const createOpenPlace = (client: PinClient, clock: Clock): OpenPlace => ({
  ...{ client, now: () => clock().getTime(), awayUntil: 0, awayMs: minAwayMs },
  ...{ active: 0, waiting: new Set() },
});

/** A clock that is set back ends the wait. */
function isAway({ now, awayUntil }: OpenPlace): boolean {
  const leftMs = awayUntil - now();
  return leftMs > 0 && leftMs <= maxAwayMs;
}

function markAway(place: OpenPlace): void {
  // Jobs that failed together count once.
  if (isAway(place)) return;
  place.awayUntil = place.now() + place.awayMs;
  place.awayMs = Math.min(place.awayMs * 2, maxAwayMs);
}

/** Throws if the place is away, or if its other jobs take long. */
async function takeTurn(place: OpenPlace): Promise<void> {
  if (isAway(place)) throw new Error('didn’t respond a moment ago');
  if (place.active < MAX_PER_PLACE) {
    place.active += 1;
    return;
  }
  // The job that ends passes its turn on.
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const take = () => resolve(true);
  place.waiting.add(take);
  const timer = setTimeout(() => resolve(false), patienceMs);
  const isTaken = await promise;
  clearTimeout(timer);
  place.waiting.delete(take);
  if (isTaken) return;
  markAway(place);
  throw new Error('takes long to respond');
}

function endTurn(place: OpenPlace): void {
  const [next] = place.waiting;
  if (!next) {
    place.active -= 1;
    return;
  }
  place.waiting.delete(next);
  next();
}

/**
 * Brings a place to the state that the picture asks for: pinned while it's published, unpinned once
 * its row is gone. Throws if the place fails, so that the job is retried.
 */
async function pinPicture(
  parts: PinParts,
  opened: ReadonlyMap<string, OpenPlace>,
  job: PinJob,
): Promise<void> {
  const { db, published } = parts;
  const { cid, place: name } = job;
  const { isStored, isPublished } = await findPinTarget(db, published, cid);
  // Unpublished, but its row is still there: it may be used again within a day.
  if (isStored && !isPublished) return;
  const place = opened.get(name);
  if (!place && !isStored) await deletePin(db, cid, name);
  if (!place || (!isStored && !(await hasPin(db, cid, name)))) return;
  await settleInTurn(parts, place, job, isStored);
}

async function settleInTurn(
  parts: PinParts,
  place: OpenPlace,
  job: PinJob,
  isWanted: boolean,
): Promise<void> {
  await takeTurn(place);
  try {
    await settle(parts, place, job, isWanted);
  } finally {
    endTurn(place);
  }
}

async function settle(
  parts: PinParts,
  place: OpenPlace,
  { cid, place: name, check }: PinJob,
  isWanted: boolean,
): Promise<void> {
  const { db } = parts;
  const row = await claimPin(db, cid, name);
  if (!row) throw new Error('another worker is pinning this picture');
  const verbs = place.client.begin(AbortSignal.timeout(attemptMs));
  try {
    if (isWanted) await ensurePinned(parts, verbs, cid, row, check === true);
    else await removePin(parts, verbs, cid, row);
    place.awayMs = minAwayMs;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof PinError && error.isAway) markAway(place);
    db.figures.add(pinRequestsTotal, { outcome: 'failed' });
    const requestId = row.requestId ?? undefined;
    await recordPin(db, { cid, place: name, state: 'failed', requestId, error: message });
    throw new Error(`${name} ${message}`);
  }
}

async function removePin(
  { db, published }: PinParts,
  client: PinVerbs,
  cid: string,
  { place, requestId }: PinRow,
): Promise<void> {
  // The triggers skip pictures that are pinned, unless their pin is claimed, as it is now.
  if ((await findPinTarget(db, published, cid)).isStored)
    throw new Error('was stored again meanwhile');
  await client.remove(cid, requestId ?? undefined);
  await deletePin(db, cid, place);
  db.figures.add(pinRequestsTotal, { outcome: 'unpinned' });
}

/** Asks first, because an answer may have been lost. Then each pin arrives once. */
async function ensurePinned(
  { db, images }: PinParts,
  client: PinVerbs,
  cid: string,
  row: PinRow,
  isCheck: boolean,
): Promise<void> {
  const { place, attempts, state: before } = row;
  const requestId = row.requestId ?? undefined;
  if (before === 'pinned' && !isCheck)
    return recordPin(db, { cid, place, state: before, requestId, error: undefined });
  const known = await client.find(cid, requestId);
  if (known.state === 'failed') {
    await client.remove(cid, known.requestId);
    throw new PinError('couldn’t fetch the picture');
  }
  const readBytes = async (): Promise<Buffer> => {
    const bytes = await images.get(cid);
    if (!bytes) throw new PinError('wasn’t asked, because the picture is missing or damaged here');
    return bytes;
  };
  const pin = known.state === 'absent' ? await client.add(cid, readBytes) : known;
  await savePin(db, { cid, place, attempts }, pin);
}

async function savePin(
  db: Database,
  { cid, place, attempts }: { cid: string; place: string; attempts: number },
  { state, requestId }: RemotePin,
): Promise<void> {
  if (state !== 'pinned' && state !== 'queued') throw new PinError('couldn’t fetch the picture');
  await db.write(async (trx) => {
    await recordPin(trx, { cid, place, state, requestId, error: undefined });
    if (state === 'pinned') trx.onCommit.count(pinRequestsTotal, { outcome: 'pinned' });
    else
      await enqueue(
        trx,
        pinKind,
        { cid, place },
        { maxAttempts: MAX_PIN_ATTEMPTS, delayMs: queuedWaitMs(attempts) },
      );
  });
}

export function measurePins({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: pinRequestsTotal,
    help: 'Requests to pin or unpin pictures, by result: pinned, unpinned, or failed and to be retried.',
    labels: ['outcome'],
    zeros: ['pinned', 'unpinned', 'failed'].map((outcome) => ({ outcome })),
  });
}

/** Cached for a minute, because it counts all rows. */
const pinsCacheMs = 60_000;

export const pinsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_image_pins',
      help: 'Pins of pictures by place (IMAGE_PINS) and state.',
      labels: ['place', 'state'],
    },
  ],
  read: async (trx) => [
    (await countPins(trx)).flatMap((counts) =>
      pinStates.map((state) => ({
        labels: { place: counts.place, state },
        value: counts[state],
      })),
    ),
  ],
  cacheMs: pinsCacheMs,
};
