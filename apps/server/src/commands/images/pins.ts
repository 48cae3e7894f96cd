import {
  countPins,
  type PlaceCounts,
  queueAllChecks,
  recordPlaces,
  retryPins,
  scanForMissing,
} from '../../platform/pins/index.ts';
import { publishedImages } from '../../program/registry.ts';
import { createRefusal } from '../command-error.ts';
import type { CommandContext, CommandService } from '../service.ts';

export type PinStatus = {
  /** `isConfigured`: IMAGE_PINS names it. */
  places: (PlaceCounts & { isConfigured: boolean })[];
};

export async function showPins({ config, db }: CommandService): Promise<PinStatus> {
  const names = new Set(config.imagePins.map(({ name }) => name));
  const known = await countPins(db);
  const unseen = [...names].filter((name) => !known.some(({ place }) => place === name));
  const nothing = { waiting: 0, queued: 0, pinned: 0, failed: 0, isScanning: true, error: null };
  const places = [...known, ...unseen.map((place) => ({ place, ...nothing }))];
  return { places: places.map((each) => ({ ...each, isConfigured: names.has(each.place) })) };
}

export type RepairedPins = PinStatus & {
  /** Waiting jobs that are due now. */
  retried: number;
  /** Pins to be checked at their place. */
  checks: number;
};

/** Queues all that is missing, and a check of the rest. The service's worker does it. */
export async function repairPins(
  service: CommandService,
  { signal }: CommandContext,
): Promise<RepairedPins> {
  const { config, db } = service;
  const names = config.imagePins.map(({ name }) => name);
  if (names.length === 0) throw createRefusal('no place is set: set IMAGE_PINS first');
  await recordPlaces(db, names);
  const retried = await db.write((trx) => retryPins(trx, names));
  const checks = await db.write((trx) => queueAllChecks(trx, names));
  for (const name of names)
    while (await db.write((trx) => scanForMissing(trx, publishedImages, name)))
      signal.throwIfAborted();
  return { ...(await showPins(service)), retried, checks };
}
