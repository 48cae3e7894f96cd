export { createPinClient } from './clients.ts';
export type { PinPlace } from './places.ts';
export {
  countPins,
  type PlaceCounts,
  queueAllChecks,
  retryPins,
  scanForMissing,
  seePlaces,
} from './store.ts';
export { measurePins, pinsReader, registerPins } from './work.ts';
