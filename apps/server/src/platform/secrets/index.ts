export {
  adoptNextSecret,
  loadSecrets,
  newSecret,
  openNextSecret,
  openSecrets,
  storeSecret,
} from './files.ts';
export {
  notifySecretChange,
  type Presence,
  resolveActiveSecret,
  startPresence,
} from './presence.ts';
export type { RowSealer, SealedRows } from './reseal.ts';
export { iterateSealed, type RotationResult, rotateSecret } from './reseal.ts';
export {
  computeMark,
  createSealer,
  MissingSecretError,
  type PurposeKeys,
  type Sealer,
  Secrets,
} from './secrets.ts';
export {
  listRunning,
  lockSecretMark,
  type ProcessPresence,
  readRotationStart,
  readSecretMark,
} from './store.ts';
