export { createPinClient } from './clients.ts';
export type { PinPlace } from './places.ts';
export {
  countPins,
  type PlaceCounts,
  queueAllChecks,
  recordPlaces,
  retryPins,
  scanForMissing,
} from './store.ts';
export { measurePins, pinsReader, registerPins } from './work.ts';
