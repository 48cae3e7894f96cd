export {
  adoptNextSecret,
  loadSecrets,
  newSecret,
  openNextSecret,
  openSecrets,
  storeSecret,
} from './files.ts';
export { iterateSealed } from './iterate-sealed.ts';
export { lockSecretMark, readRotationStart, readSecretMark } from './mark-store.ts';
export {
  notifySecretChange,
  type Presence,
  resolveActiveSecret,
  startPresence,
} from './presence.ts';
export { listRunning, type ProcessPresence } from './presence-store.ts';
export type { RowSealer, SealedRows } from './reseal.ts';
export { type RotationResult, rotateSecret } from './reseal.ts';
export { createSealer, MissingSecretError, type Sealer } from './sealer.ts';
export { computeMark, type PurposeKeys, Secrets } from './secrets.ts';
